import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EXIT } from '../src/exitCode.ts';
import { fakeTerminal } from './fakeTerminal.ts';
import { runAssay } from './runAssay.ts';

const MAP = Buffer.from('not really a PNG, but the very bytes that the server sent');

/** The contract's answer, with the verdict that the picture's bytes ask for. */
function resultFor(body: string) {
  const verdict = /want:(authentic|forged|unknown)/.exec(body)?.[1] ?? 'unknown';
  const asksForMap = /name="include_tamper_map"\r\n\r\ntrue/.test(body);
  return {
    is_authentic: verdict === 'authentic',
    confidence: 0.875,
    watermark: { track_a_detected: true, track_b_detected: false, track_c_detected: false, payload: null },
    fingerprint: { similarity_score: 0.5, match_count: 0, top_matches: [] },
    blockchain: { commitment_found: false, signature_valid: false, on_chain: false, tx_hash: null },
    metadata: { exif_intact: false, modifications: [] },
    tamper_map: asksForMap && verdict === 'forged' ? MAP.toString('base64') : null,
    verdict,
    details: `This is ${verdict}.`,
  };
}

let server: Server;
let url: string;
let folder: string;
let seenKey: string | undefined;
let asked = 0;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'assay-cli-verify-'));
  for (const verdict of ['authentic', 'forged', 'unknown'])
    await writeFile(path.join(folder, `${verdict}.jpg`), `want:${verdict}`);
  server = createServer(async (request, response) => {
    seenKey = request.headers['x-api-key'] as string | undefined;
    asked += 1;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(resultFor(Buffer.concat(chunks).toString('latin1'))));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

beforeEach(() => {
  seenKey = undefined;
});

afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

const file = (verdict: string) => path.join(folder, `${verdict}.jpg`);

async function verify(args: readonly string[], options: Parameters<typeof fakeTerminal>[0] = {}) {
  const terminal = fakeTerminal({ ...options, environment: { ASSAY_SERVER: url, ...options.environment } });
  return { code: await runAssay(['verify', ...args], terminal), terminal };
}

describe('assay verify', () => {
  it.each([
    ['authentic', EXIT.ok],
    ['forged', EXIT.forged],
    ['unknown', EXIT.unknown],
  ])('a picture that is %s ends with %i', async (verdict, code) => {
    const outcome = await verify([file(verdict)]);
    expect(outcome.code).toBe(code);
    expect(outcome.terminal.printed.join('\n')).toContain(`This is ${verdict}.`);
  });

  it('several pictures end with their common verdict, or with 12', async () => {
    expect((await verify([file('forged'), file('forged')])).code).toBe(EXIT.forged);
    expect((await verify([file('authentic'), file('forged')])).code).toBe(EXIT.mixed);
  });

  it('--json prints one line for each picture and nothing else', async () => {
    const { terminal } = await verify(['--json', file('authentic'), file('unknown')]);
    const answers = terminal.printed.map((line) => JSON.parse(line) as { file: string; verdict: string });
    expect(answers.map(({ verdict }) => verdict)).toEqual(['authentic', 'unknown']);
    expect(answers[0]?.file).toBe(file('authentic'));
  });

  it('--tamper-map asks for the map and writes its bytes, but overwrites nothing without --force', async () => {
    const map = path.join(folder, 'map.png');
    expect((await verify([file('forged'), '--tamper-map', map])).code).toBe(EXIT.forged);
    expect(await readFile(map)).toEqual(MAP);
    await writeFile(map, 'mine');
    const before = asked;
    expect((await verify([file('forged'), '--tamper-map', map])).code).toBe(EXIT.usage);
    // A verification is not counted whose map has no place.
    expect(asked).toBe(before);
    expect(await readFile(map, 'utf8')).toBe('mine');
    expect((await verify([file('forged'), '--tamper-map', map, '--force'])).code).toBe(EXIT.forged);
    expect(await readFile(map)).toEqual(MAP);
  });

  it('says so when there is no map', async () => {
    const { terminal } = await verify([file('unknown'), '--tamper-map', path.join(folder, 'none.png')]);
    expect(terminal.notes.join('\n')).toMatch(/no tamper map/i);
    await expect(readFile(path.join(folder, 'none.png'))).rejects.toThrow('ENOENT');
  });

  it('reads standard input for "-"', async () => {
    expect((await verify(['-'], { input: 'want:forged' })).code).toBe(EXIT.forged);
  });

  it('sends the API key of the environment', async () => {
    await verify([file('authentic')], { environment: { ASSAY_API_KEY: 'assay_pk_x' } });
    expect(seenKey).toBe('assay_pk_x');
  });

  it('colours only for a terminal that wants it', async () => {
    expect((await verify([file('forged')])).terminal.printed[0]).not.toContain('\u001B');
    expect((await verify([file('forged')], { colour: true })).terminal.printed[0]).toContain('\u001B[31m');
  });

  it('a missing file ends with 6, a wrong address or option with 2', async () => {
    expect((await verify([path.join(folder, 'nothing.jpg')])).code).toBe(EXIT.notFound);
    expect((await verify([file('forged'), '--server', 'ftp://x'])).code).toBe(EXIT.usage);
    expect((await verify([file('forged'), '--colour'])).code).toBe(EXIT.usage);
    expect((await verify([])).code).toBe(EXIT.usage);
    expect((await verify([file('forged'), file('unknown'), '--tamper-map', 'x.png'])).code).toBe(EXIT.usage);
  });
});
