// Another implementation of the C2PA's specification beside ours: on the public test files, and on what we deliver.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { readByOther } from '../../../bench/credentials/otherValidator.ts';
import { HeldBlob, installBrowserParts } from '../../../packages/service/src/adapters/c2pa/browserParts.ts';
import { createClaimSigner } from '../../../packages/service/src/adapters/c2pa/claimSignature.ts';
import { loadC2pa } from '../../../packages/service/src/adapters/c2pa/wasmModule.ts';
import {
  credentialsWith,
  FACTS,
  pictureIn,
  SIGNER,
} from '../../../packages/service/test/adapters/c2pa/credentialFiles.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const credentials = credentialsWith();
afterAll(() => credentials.close());

describe('what we deliver', () => {
  test.each(['jpeg', 'png'] as const)(
    'a %s is whole for c2pa-ts too, and no more once a pixel changed',
    async (format) => {
      const parent = await pictureIn(format);
      const { bytes } = await credentials.sign({ bytes: await pictureIn(format), parent, facts: FACTS });
      expect(await readByOther(bytes)).toEqual({ state: 'valid', codes: [] });
      const changed = Uint8Array.from(bytes);
      changed[changed.length - 40] = (changed.at(-40) ?? 0) ^ 1;
      expect(await readByOther(changed)).toEqual({ state: 'invalid', codes: ['assertion.dataHash.mismatch'] });
    },
  );
});

describe('an update manifest on a signed file (docs/reference/contentCredentials.md#delivery)', () => {
  const update = async (signed: Uint8Array, action: string | null): Promise<Uint8Array> => {
    installBrowserParts();
    const { WasmBuilder } = await loadC2pa();
    const { algorithm: alg, reserveBytes: reserveSize, signClaim } = createClaimSigner(SIGNER);
    const builder = WasmBuilder.fromJson(
      JSON.stringify({ claim_generator_info: [{ name: 'Assay', version: '0.1.0' }] }),
      JSON.stringify({
        verify: { verify_trust: false, verify_after_sign: false },
        builder: { thumbnail: { enabled: false } },
      }),
    );
    builder.setIntent('update');
    const parent = JSON.stringify({ title: 'original', relationship: 'parentOf', format: 'image/jpeg' });
    await builder.addIngredientFromBlob(parent, 'image/jpeg', new HeldBlob(signed));
    if (action !== null) builder.addAction({ action });
    const sign = async (claim: Uint8Array) => signClaim(claim) as Uint8Array<ArrayBuffer>;
    return await builder.sign({ alg, reserveSize, sign }, [], 'image/jpeg', new HeldBlob(signed));
  };

  test('can be signed without a mark, and takes none: c2pa-rs refuses the action', async () => {
    const bytes = await pictureIn('jpeg');
    const { bytes: signed } = await credentials.sign({ bytes, parent: bytes, facts: FACTS });
    expect((await credentials.read(await update(signed, null))).state).toBe('valid');
    await expect(update(signed, 'c2pa.watermarked')).rejects.toMatch(/ClaimInvalidContent/);
  });
});

test.skipIf(!process.env.ASSAY_C2PA)(
  'the public test files are read as the table says, and each difference is explained (set ASSAY_C2PA; skipped without it)',
  async () => {
    const program = path.join(root, 'bench/credentials/compareValidators.ts');
    const run = promisify(execFile)(
      process.execPath,
      ['--import', 'tsx', '--conditions=assay-source', program, '--check'],
      { cwd: root },
    );
    expect((await run).stdout).toContain('16 files, 8 read alike by all three');
  },
  120_000,
);
