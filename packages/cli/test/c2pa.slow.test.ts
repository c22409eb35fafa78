import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createCredentials } from '@assay/service/adapters/c2pa/credentials';
import { NO_TRUST } from '@assay/service/adapters/c2pa/trustLists';
import { makeDevelopmentChain } from '@assay/service/adapters/c2pa/developmentChain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXIT } from '../src/exitCode.ts';
import { encodePng } from '../src/pictureFile.ts';
import { fakeTerminal } from './fakeTerminal.ts';
import { runAssay } from './runAssay.ts';

let folder: string;
const at = (name: string): string => path.join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'assay-cli-c2pa-'));
  const data = Uint8Array.from({ length: 32 * 32 * 3 }, (_, i) => i % 251);
  const plain = await encodePng({ width: 32, height: 32, channels: 3, depth: 8, data } as Parameters<
    typeof encodePng
  >[0]);
  const signer = makeDevelopmentChain(new Date());
  const credentials = createCredentials({
    trust: NO_TRUST,
    signing: { signer, version: '1', namespace: 'test.assay' },
    namespace: 'test.assay',
  });
  const facts = { at: '2026-11-20T12:00:00.000Z', marks: [], pdq: null };
  const { bytes } = await credentials.sign({ bytes: plain, parent: plain, facts });
  await credentials.close();
  const broken = Uint8Array.from(bytes);
  broken[broken.length - 30] = (broken[broken.length - 30] ?? 0) ^ 1;
  await writeFile(at('plain.png'), plain);
  await writeFile(at('signed.png'), bytes);
  await writeFile(at('broken.png'), broken);
  await writeFile(at('notes.txt'), 'no picture');
  await writeFile(at('roots.pem'), signer.certificates.slice(signer.certificates.lastIndexOf('-----BEGIN')));
});
afterAll(() => rm(folder, { recursive: true }));

async function c2pa(args: readonly string[], environment: Record<string, string> = {}) {
  const terminal = fakeTerminal({ environment });
  const code = await runAssay(['c2pa', ...args], terminal);
  return { code, printed: terminal.printed, notes: terminal.notes.join('\n') };
}
const json = async (args: readonly string[], environment: Record<string, string> = {}): Promise<unknown[]> =>
  (await c2pa([...args, '--json'], environment)).printed.map((text) => JSON.parse(text));

describe('assay c2pa', () => {
  it('names a file that is none, and goes on', async () => {
    const { code, printed, notes } = await c2pa([at('signed.png'), at('none.png'), at('plain.png')]);
    expect([code, printed.length]).toEqual([EXIT.notFound, 2]);
    expect(notes).toContain(`${at('none.png')}: there is no such file`);
  });

  it('prints presence, state, codes and signer, one line a picture', async () => {
    expect(await json([at('signed.png'), at('plain.png'), at('broken.png')])).toMatchObject([
      {
        present: true,
        validation_state: 'valid',
        codes: ['signingCredential.untrusted'],
        binding_broken: false,
        signer: { algorithm: 'Ed25519' },
      },
      { present: false, validation_state: null, codes: [], signer: null },
      { present: true, validation_state: 'invalid', binding_broken: true },
    ]);
  });

  it('trusts the roots that an option or the environment names', async () => {
    const trusted = [{ validation_state: 'trusted', codes: [] }];
    expect(await json([at('signed.png'), '--trust-anchors', at('roots.pem')])).toMatchObject(trusted);
    expect(await json([at('signed.png')], { ASSAY_C2PA_TRUST_ANCHORS: at('roots.pem'), PORT: 'none' })).toMatchObject(
      trusted,
    );
  });

  it('fails only for what it is asked to fail on', async () => {
    expect((await c2pa([at('broken.png')])).code).toBe(EXIT.ok);
    expect((await c2pa([at('broken.png'), '--fail-on', 'invalid'])).code).toBe(EXIT.forged);
    expect((await c2pa([at('signed.png'), '--fail-on', 'invalid,absent'])).code).toBe(EXIT.ok);
    expect((await c2pa([at('plain.png'), '--fail-on', 'sometimes'])).code).toBe(EXIT.usage);
  });

  it('says what is wrong with a file that is no picture, missing, or no trust list', async () => {
    expect(await c2pa([at('notes.txt')])).toMatchObject({ code: EXIT.usage, notes: expect.stringContaining('text') });
    expect((await c2pa([at('missing.png')])).code).toBe(EXIT.notFound);
    const noList = await c2pa([at('signed.png'), '--trust-anchors', at('notes.txt')]);
    expect(noList.notes).toContain('ASSAY_C2PA_TRUST_ANCHORS');
  });

  it('tells people in words who signed', async () => {
    const { printed } = await c2pa([at('signed.png')]);
    expect(printed.join('\n')).toMatch(
      /not on the trust list[^]*signed by Assay development, not trusted[^]*c2pa\.opened/,
    );
    const chain = printed.join('\n').match(/certificate of .* by .*, \d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d/g);
    expect(chain).toHaveLength(1);
    expect(printed.join('\n')).toContain('assurance level: none named');
    expect(printed.join('\n')).toContain('time-stamp: none that is trusted; revocation: not known');
  });
});
