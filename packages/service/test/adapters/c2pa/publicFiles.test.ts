/** Files that another implementation signed, and their trust lists: the folder of the C2PA project's public test files. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createCredentials } from '../../../src/adapters/c2pa/credentials.ts';
import { NO_TRUST } from '../../../src/adapters/c2pa/trustLists.ts';
import { credentialsSummary } from '../../../src/app/credentials/c2paMetadata.ts';
import { credentialsWith, FACTS, pictureIn } from './credentialFiles.ts';

const folder = process.env.ASSAY_C2PA ?? '';
const trustFile = (name: string): string => (folder ? readFileSync(path.join(folder, 'trust', name), 'utf8') : '');
const files = folder ? readdirSync(folder).filter((name) => /\.(jpg|png|webp|tif)$/i.test(name)) : [];

const trust = {
  ...NO_TRUST,
  anchors: trustFile('test_cert_root_bundle.pem'),
  allowed: trustFile('allowed_list.pem'),
  purposes: trustFile('store.cfg'),
};
const trusting = createCredentials({ trust, signing: null, namespace: 'test.assay' });
const doubting = credentialsWith();
afterAll(async () => {
  await trusting.close();
  await doubting.close();
});

/** Each file is read once for all tests: the largest take seconds. */
const doubted = new Map<string, ReturnType<typeof doubting.read>>();
function doubtful(name: string): ReturnType<typeof doubting.read> {
  const known = doubted.get(name) ?? doubting.read(bytesOf(name));
  doubted.set(name, known);
  return known;
}

const bytesOf = (name: string): Uint8Array => new Uint8Array(readFileSync(path.join(folder, name)));

/** Beside the files whose name is a letter of the scheme (C, CA, CACA, CIE, E, X): what the collection says of them. */
const OTHERS: Readonly<Record<string, { trusted: string | null; untrusted: string | null }>> = {
  'boxhash.jpg': { trusted: 'trusted', untrusted: 'valid' },
  'update_manifest.jpg': { trusted: 'trusted', untrusted: 'valid' },
  // Signed by a production certificate that is not on the lists.
  'ocsp.jpg': { trusted: 'valid', untrusted: 'valid' },
};
/** No manifest in the file. `cloud.jpg` names one elsewhere. */
const NONE = { trusted: null, untrusted: null };

/**
 * Failure codes of the active manifest with the trust lists, whether a third party's time-stamp is believed, and how many certificates
 * the signature brings. The collection's names tell the codes; where the lists have no signer, that is one more.
 */
const FOUND: Readonly<Record<string, readonly [codes: readonly string[], timeProven: boolean, certificates: number]>> =
  {
    'C.jpg': [[], true, 2],
    'CA.jpg': [[], true, 2],
    'CACA.jpg': [[], false, 2],
    'CACAE-uri-CA.jpg': [[], true, 2],
    'CIE-sig-CA.jpg': [[], true, 2],
    'C_with_CAWG_data.jpg': [['cawg.x509.credential.untrusted'], false, 2],
    'E-sig-CA.jpg': [['claimSignature.mismatch'], false, 2],
    'XCA.jpg': [['assertion.dataHash.mismatch'], true, 2],
    'boxhash.jpg': [[], true, 3],
    'ocsp.jpg': [['signingCredential.untrusted'], true, 2],
    'update_manifest.jpg': [[], false, 2],
  };

function expected(name: string): { trusted: string | null; untrusted: string | null } {
  if (/^[EX]/.test(name)) return { trusted: 'invalid', untrusted: 'invalid' };
  if (name.startsWith('C')) return { trusted: 'trusted', untrusted: 'valid' };
  return OTHERS[name] ?? NONE;
}

describe.skipIf(folder === '')('the public test files (set ASSAY_C2PA to their folder; skipped without it)', () => {
  test('are there', () => {
    expect(files.length).toBeGreaterThan(10);
  });

  test.each(files)('%s: with the trust lists and without, the verdict that its name says', async (name) => {
    const [withLists, without] = [await trusting.read(bytesOf(name)), await doubtful(name)];
    const { trusted, untrusted } = expected(name);
    expect([withLists.state, without.state]).toEqual([trusted, untrusted]);
    expect([withLists.bindingBroken, without.bindingBroken]).toEqual([trusted === 'invalid', trusted === 'invalid']);
    if (trusted !== null) expect(withLists.signer?.issuer).toBeTruthy();
  });

  test.each(files)('%s: exactly its codes, its time-stamp and its chain', async (name) => {
    const reading = await trusting.read(bytesOf(name));
    const { codes, time_proven, certificates, assurance_level } = credentialsSummary(reading);
    expect([codes, time_proven, certificates.length]).toEqual(FOUND[name] ?? [[], false, 0]);
    // Each names the next one as its maker; nobody of the collection is in the conformance programme.
    for (const [at, { issuer }] of certificates.slice(0, -1).entries())
      expect(issuer).toBe(certificates[at + 1]?.common_name);
    expect(assurance_level).toBeNull();
  });

  test.each(files)('%s: becomes the parent of what is made of it', async (name) => {
    const signed = await doubting.sign({ bytes: await pictureIn('jpeg'), parent: bytesOf(name), facts: FACTS });
    const reading = await doubting.read(signed.bytes);
    expect(reading).toMatchObject({ state: 'valid', activeManifest: signed.manifestId });
    const parent = (await doubtful(name)).activeManifest;
    expect(reading.manifests[0]?.ingredients).toMatchObject([{ relationship: 'parentOf', manifest: parent }]);
  });

  test('a broken signature or assertion of an ingredient is shown, and decides nothing', async () => {
    for (const [name, title, code] of [
      ['CIE-sig-CA.jpg', 'E-sig-CA.jpg', 'claimSignature.mismatch'],
      ['CACAE-uri-CA.jpg', 'E-uri-CA.jpg', 'assertion.hashedURI.mismatch'],
    ] as const) {
      const reading = await doubtful(name);
      const broken = {
        title,
        manifest: expect.stringContaining('contentauth:'),
        codes: expect.arrayContaining([code]),
      };
      expect(credentialsSummary(reading)).toMatchObject({ validation_state: 'valid', broken_ingredients: [broken] });
      const ingredients = reading.manifests.flatMap((manifest) => manifest.ingredients);
      expect(ingredients.filter((one) => one.broken).map((one) => one.title)).toEqual([title]);
    }
    expect(credentialsSummary(await doubtful('CACA.jpg')).broken_ingredients).toEqual([]);
  });

  test('an identity assertion is shown with what it vouches for, and trusted by its own list alone', async () => {
    const of = async (lists: Partial<typeof trust>) => {
      const credentials = createCredentials({
        trust: { ...NO_TRUST, ...lists },
        signing: null,
        namespace: 'test.assay',
      });
      const reading = await credentials.read(bytesOf('C_with_CAWG_data.jpg')).finally(() => credentials.close());
      const { validation_state, time_proven, identities } = credentialsSummary(reading);
      return { validation_state, time_proven, state: identities[0]?.validation_state, identities };
    };
    const { anchors, purposes } = trust;
    const signers = await of({ anchors, purposes });
    expect(signers).toMatchObject({ validation_state: 'trusted', state: 'valid' });
    expect(signers.identities).toEqual([
      {
        kind: 'cawg.x509.cose',
        issuer: 'C2PA Test Signing Cert',
        common_name: 'C2PA Signer',
        roles: [],
        references: ['cawg.training-mining', 'c2pa.hash.data'],
        validation_state: 'valid',
      },
    ]);
    // The other way round: whom one believes on persons does not vouch for signers, though the same root stands behind both.
    expect(await of({ identities: anchors, purposes })).toMatchObject({ validation_state: 'valid', state: 'trusted' });
    expect(await of({ anchors, identities: anchors, purposes })).toMatchObject({
      validation_state: 'trusted',
      state: 'trusted',
    });
  });

  test('crJSON, as the conformance programme wants it', async () => {
    const report = JSON.parse((await trusting.readCrJson(bytesOf('C.jpg'))) ?? 'null') as Record<string, unknown>;
    expect(report['@context']).toMatchObject({ '@vocab': expect.stringContaining('crjson') });
    expect(report.manifests).toMatchObject([{ label: expect.stringContaining('contentauth:') }]);
    expect(await trusting.readCrJson(bytesOf('no_manifest.jpg'))).toBeNull();
  });

  test('a manifest that lies elsewhere is named and not fetched', async () => {
    const reading = await trusting.read(bytesOf('cloud.jpg'));
    expect(reading.remoteManifest).toMatch(/^https:/);
  });
});
