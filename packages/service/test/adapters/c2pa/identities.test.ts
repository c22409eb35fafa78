/** Identity assertions by aggregators: whom they name is shown, nobody is asked, and the manifest is judged without them. */
import { existsSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { credentialsSummary } from '../../../src/app/credentials/c2paMetadata.ts';
import type { Credentials } from '../../../src/app/ports/credentials/credentials.ts';
import { credentialsWith, FACTS, pictureIn } from './credentialFiles.ts';
import { OWN_ADDRESS, pictureWithIdentity, pictureWithStrangeIdentity } from './identityFiles.ts';

/** Where `watchedProcess` notes what was asked for. */
const noted = path.join(tmpdir(), `assay-asked-${process.pid}`);
const forget = (): void => rmSync(noted, { force: true });

let credentials: Credentials;
beforeAll(() => {
  forget();
  credentials = credentialsWith({
    jobMsMax: { read: 60_000, sign: 60_000 },
    entry: new URL('./watchedProcess.ts', import.meta.url),
  });
});
afterAll(async () => {
  await credentials.close();
  forget();
});

const ELSEWHERE = 'did:web:identities.example';

const shown = async (bytes: Uint8Array) => {
  const { validation_state, codes, identities } = credentialsSummary(await credentials.read(bytes));
  return { validation_state, codes, identities };
};

describe('an identity assertion of an aggregator', () => {
  test('that brings its key is checked and shown, and trusted by nobody', async () => {
    expect(await shown(await pictureWithIdentity(OWN_ADDRESS))).toEqual({
      validation_state: 'valid',
      codes: ['signingCredential.untrusted'],
      identities: [
        {
          kind: 'cawg.identity_claims_aggregation',
          issuer: OWN_ADDRESS.slice(0, 300),
          common_name: 'nobody (Example)',
          roles: [],
          references: ['c2pa.hash.data'],
          validation_state: 'valid',
        },
      ],
    });
  });

  test('that is out of date is invalid, and the manifest as whole as before', async () => {
    const reading = await shown(await pictureWithIdentity(OWN_ADDRESS, { validUntil: '2026-02-01T00:00:00Z' }));
    expect(reading).toMatchObject({ validation_state: 'valid', identities: [{ validation_state: 'invalid' }] });
    expect(reading.codes).toContain('cawg.ica.valid_until.invalid');
  });

  test('whose key lies elsewhere is shown and not judged: nobody is asked for the key', async () => {
    const picture = await pictureWithIdentity(ELSEWHERE);
    const reading = await shown(picture);
    expect(reading).toMatchObject({
      validation_state: 'valid',
      identities: [{ issuer: ELSEWHERE, common_name: 'nobody (Example)', validation_state: null }],
    });
    expect(reading.codes).toContain('cawg.ica.did_unavailable');
    expect(await credentials.readCrJson(picture)).toContain('cawg.ica.did_unavailable');
    expect(existsSync(noted)).toBe(false);
  });

  test('whose key lies elsewhere and whose term is over is invalid', async () => {
    const reading = await shown(await pictureWithIdentity(ELSEWHERE, { validUntil: '2026-02-01T00:00:00Z' }));
    expect(reading).toMatchObject({ validation_state: 'valid', identities: [{ validation_state: 'invalid' }] });
  });

  test('with nothing of one in it is told as such, and the manifest is read as before', async () => {
    const picture = await pictureWithStrangeIdentity();
    const reading = await credentials.read(picture);
    expect(reading).toMatchObject({ state: 'valid', manifests: [{ title: 'named', claimGenerator: 'Aggregated 1' }] });
    const { codes, identities } = await shown(picture);
    expect(codes).toContain('cawg.identity.cbor.invalid');
    expect(identities).toMatchObject([{ kind: null, issuer: null, validation_state: 'invalid' }]);
  });

  test.each([
    ['whose key lies elsewhere', () => pictureWithIdentity(ELSEWHERE)],
    ['with nothing of one', pictureWithStrangeIdentity],
  ])('%s in an original: the delivered file carries it, whole, and nobody is asked', async (_which, made) => {
    const parent = await made();
    const signed = await credentials.sign({ bytes: await pictureIn('jpeg'), parent, facts: FACTS });
    const reading = await credentials.read(signed.bytes);
    expect(reading).toMatchObject({ state: 'valid', activeManifest: signed.manifestId });
    expect(reading.manifests).toHaveLength(2);
    expect(existsSync(noted)).toBe(false);
  });
});
