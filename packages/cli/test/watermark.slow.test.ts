import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { renderScene } from '@assay/core/scene/renderScene';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXIT } from '../src/exitCode.ts';
import { encodePng, readPicture } from '../src/pictureFile.ts';
import { fakeTerminal } from './fakeTerminal.ts';
import { runAssay } from './runAssay.ts';

const PAYLOAD = '00112233445566778899aabbccddeeff';

let folder: string;
let plain: string;
let marked: string;

async function run(command: string, args: readonly string[], options: Parameters<typeof fakeTerminal>[0] = {}) {
  const terminal = fakeTerminal(options);
  const code = await runAssay([...command.split(' '), ...args], terminal);
  return { code, printed: terminal.printed, notes: terminal.notes.join('\n') };
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'assay-cli-watermark-'));
  plain = path.join(folder, 'plain.png');
  marked = path.join(folder, 'marked.png');
  await writeFile(plain, await encodePng(renderScene({ width: 480, height: 360, seed: 8 })));
  const { code, notes } = await run('watermark embed', [plain, marked, '--payload', PAYLOAD, '--tracks', 'a']);
  expect([code, notes]).toEqual([EXIT.ok, expect.stringContaining('development key')]);
}, 60_000);

afterAll(() => rm(folder, { recursive: true }));

describe('assay watermark', () => {
  it('reads back what it embedded', async () => {
    const { code, printed } = await run('watermark extract', [marked, '--tracks', 'a']);
    expect([code, printed]).toEqual([EXIT.ok, [PAYLOAD]]);
  });

  it('reports as JSON, with a payload only if one was detected', async () => {
    const found = await run('watermark extract', [marked, '--tracks', 'a', '--json']);
    expect(JSON.parse(found.printed.join(''))).toMatchObject({ detected: true, payload: PAYLOAD });
    const none = await run('watermark extract', [plain, '--tracks', 'a', '--json']);
    expect(JSON.parse(none.printed.join(''))).toMatchObject({ detected: false, payload: null, confidence: 0 });
    expect([found.code, none.code]).toEqual([EXIT.ok, EXIT.unknown]);
  });

  it('prints nothing and ends with 11 where there is no mark, or none of this key', async () => {
    expect(await run('watermark extract', [plain, '--tracks', 'a'])).toMatchObject({
      code: EXIT.unknown,
      printed: [],
    });
    const environment = { ASSAY_WATERMARK_KEY: '7f'.repeat(32) };
    const other = await run('watermark extract', [marked, '--tracks', 'a'], { environment });
    expect(other).toMatchObject({ code: EXIT.unknown, printed: [], notes: 'No mark found.' });
  });

  it('keeps size and channels, and changes pixels only a little', async () => {
    const [before, after] = [await readPicture(plain), await readPicture(marked)];
    expect([after.width, after.height, after.channels, after.depth]).toEqual([480, 360, 3, 8]);
    let squares = 0;
    for (let i = 0; i < before.data.length; i++)
      squares += ((after.data[i] as number) - (before.data[i] as number)) ** 2;
    const psnrDb = 10 * Math.log10((255 ** 2 * before.data.length) / squares);
    expect(psnrDb).toBeGreaterThan(38);
    expect(psnrDb).toBeLessThan(80);
  });

  it('writes a PNG under no other name', async () => {
    const jpg = marked.replace(/\.png$/, '.jpg');
    const { code, notes } = await run('watermark embed', [plain, jpg, '--payload', PAYLOAD, '--tracks', 'a']);
    expect([code, notes]).toEqual([EXIT.usage, expect.stringContaining('a name that ends in .png')]);
    await expect(readFile(jpg)).rejects.toThrow('ENOENT');
  });

  it('overwrites nothing without --force', async () => {
    const before = await readFile(marked);
    const { code, notes } = await run('watermark embed', [plain, marked, '--payload', PAYLOAD, '--tracks', 'a']);
    expect([code, notes]).toEqual([EXIT.usage, expect.stringContaining('--force')]);
    expect(await readFile(marked)).toEqual(before);
  });

  it('is honest about track c', async () => {
    const environment = { ASSAY_TRACK_C_MODELS: 'off' };
    const alone = await run('watermark extract', [marked, '--tracks', 'c'], { environment });
    expect(alone).toMatchObject({ code: EXIT.usage, printed: [], notes: expect.stringContaining('switched off') });
    const among = await run('watermark extract', [marked, '--tracks', 'ac'], { environment });
    expect(among).toMatchObject({ code: EXIT.ok, notes: expect.stringContaining('Left out: Track C') });
    const nowhere = { ASSAY_TRACK_C_MODELS: folder };
    const without = await run('watermark extract', [marked, '--tracks', 'c'], { environment: nowhere });
    expect(without).toMatchObject({ code: EXIT.usage, notes: expect.stringContaining(`${folder} lacks`) });
  });

  it.each([
    ['a short payload', ['--payload', '0011']],
    ['no payload', []],
    ['a payload that is not hexadecimal', ['--payload', 'z'.repeat(32)]],
    ['an unknown track', ['--payload', PAYLOAD, '--tracks', 'd']],
    ['a track twice', ['--payload', PAYLOAD, '--tracks', 'aa']],
    ['no track', ['--payload', PAYLOAD, '--tracks', '']],
    ['a strength above 1', ['--payload', PAYLOAD, '--strength', '2']],
  ])('ends with 2 for %s', async (_name, args) => {
    const out = path.join(folder, 'never.png');
    expect((await run('watermark embed', [plain, out, ...args])).code).toBe(EXIT.usage);
    await expect(readFile(out)).rejects.toThrow('ENOENT');
  });

  it.each(['short', 'base64:short'])('refuses %s as a key', async (key) => {
    const environment = { ASSAY_WATERMARK_KEY: key };
    expect(await run('watermark extract', [marked, '--tracks', 'a'], { environment })).toMatchObject({
      code: EXIT.usage,
      notes: expect.stringContaining('at least 32 characters'),
    });
  });
});

describe('assay watermark serve', () => {
  it('answers each line with one line, survives bad requests, and ends with its input', async () => {
    const out = path.join(folder, 'served.png');
    const lines = [
      'this is not JSON',
      '{"op":"fly"}',
      JSON.stringify({ op: 'extract', in: path.join(folder, 'missing.png'), bits: 128 }),
      JSON.stringify({ op: 'extract', in: plain, bits: 64 }),
      JSON.stringify({ op: 'embed', in: plain, out, payload: 'abc', bits: 128 }),
      JSON.stringify({ op: 'embed', in: plain, out, payload: PAYLOAD, bits: 128 }),
      '',
      JSON.stringify({ op: 'extract', in: out, bits: 128 }),
      JSON.stringify({ op: 'extract', in: plain, bits: 128 }),
    ];
    const { code, printed } = await run('watermark serve', ['--tracks', 'a'], { input: lines.join('\n') });
    expect(code).toBe(EXIT.ok);
    const replies = printed.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(replies).toHaveLength(8);
    for (const reply of replies.slice(0, 5)) expect(reply).toMatchObject({ ok: false, error: expect.any(String) });
    expect(replies[5]).toMatchObject({ ok: true, ms: expect.any(Number) });
    expect(replies[6]).toMatchObject({ ok: true, detected: true, payload: PAYLOAD, raw: PAYLOAD });
    expect(replies[7]).toMatchObject({ ok: true, detected: false, payload: null });
  });
});

describe('assay fingerprint', () => {
  it('prints the record of a fingerprint with the lengths of the contract', async () => {
    const { code, printed } = await run('fingerprint', [plain, '--json']);
    expect(code).toBe(EXIT.ok);
    const record = JSON.parse(printed.join('')) as Record<string, string & number[]>;
    expect(record.pdq_hash).toMatch(/^[0-9a-f]{64}$/);
    expect(record.clip_embedding).toHaveLength(768);
    expect(record.dino_embedding).toHaveLength(1024);
    expect(record.clip_hash).toMatch(/^[0-9a-f]{64}$/);
    expect(record.dino_hash).toMatch(/^[0-9a-f]{64}$/);
    expect(BigInt.asUintN(64, BigInt(record.pdq_hash_int as string))).toBe(
      BigInt(`0x${record.pdq_hash?.slice(0, 16)}`),
    );
    expect(record.embedding_model).not.toBe('');
  });

  it('ends with 2 for what is no picture', async () => {
    const text = path.join(folder, 'letter.jpg');
    await writeFile(text, 'a letter');
    expect((await run('fingerprint', [text])).code).toBe(EXIT.usage);
  });
});
