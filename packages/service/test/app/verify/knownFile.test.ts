import { decide } from '@assay/core/verdict/decide';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Caller } from '../../../src/app/accounts/caller.ts';
import { registerUser } from '../../../src/app/accounts/registerUser.ts';
import { uploadAsset } from '../../../src/app/assets/uploadAsset.ts';
import { makeCopy } from '../../../src/app/copies/recipientCopies.ts';
import { gatherByLooks, gatherEvidence } from '../../../src/app/verify/gatherEvidence.ts';
import { verifyImage } from '../../../src/app/verify/verifyImage.ts';
import { type FakePorts, fakePorts, PASSWORD } from '../../fakes/testService.ts';
import { toyPicture } from '../../fakes/toyEngine.ts';

let ports: FakePorts;
let uploader: Caller;
let assetId: string;
let organizationId: string;
beforeEach(async () => {
  ({ ports } = await fakePorts());
  const input = { email: 'ada@example.org', password: PASSWORD, fullName: null };
  const user = await registerUser(ports, input, 'http://assay.test');
  uploader = { kind: 'user', user, sessionId: user.id };
  ({ id: assetId, organizationId } = await register(toyPicture('harbour')));
});

async function register(bytes: Buffer) {
  const tracks = { a: true, b: false, c: false };
  const texts = { strengths: {}, fileName: null, title: null, description: null, tags: [] };
  const options = { metadata: true, commit: false, organizationId: null, dedupe: false };
  return (await uploadAsset(ports, uploader, { bytes, tracks, ...texts, ...options })).asset;
}

const delivered = () => Buffer.from(`TOY harbour MARK ${assetId}`);
const copy = async () => {
  const { id } = await makeCopy(ports, uploader, assetId, { recipient: 'Daily News', note: null });
  return Buffer.from(`TOY harbour MARK ${id}`);
};
const FILES = { original: async () => toyPicture('harbour'), delivered: async () => delivered(), copy };
const NAMES = ['original', 'delivered', 'copy'] as const;

const input = (bytes: Buffer, mapSideMax: number | null = null) => ({
  bytes,
  mapSideMax,
  requester: { ip: '192.0.2.1', userAgent: 'test', organizationId: null },
  batchId: null,
});
const EVERYWHERE = { organizationIds: [] };
const gather = (bytes: Buffer) => gatherEvidence(ports, input(bytes), EVERYWHERE);

const refuse = (): never => {
  throw new Error('a look at a stored file');
};

/** Whatever costs more than a look into a row. */
function forbidLooks(): void {
  Object.assign(ports.engine, { inspect: refuse, examine: refuse, compare: refuse });
  Object.assign(ports.localSearch, { find: refuse });
  Object.assign(ports.assets, { nearest: refuse });
}

test.each(NAMES)('a stored file is answered without a look at its pixels: %s', async (name) => {
  const bytes = await FILES[name]();
  forbidLooks();
  const result = await verifyImage(ports, uploader, input(bytes, 1024));
  expect(result).toMatchObject({ verdict: 'authentic', confidence: 1, assetId });
  expect(result.description).toMatchObject({
    similarityScore: 1,
    matchCount: 1,
    topMatches: [{ assetId, similarity: 1 }],
    exifIntact: true,
    modifications: [],
  });
  expect(Buffer.from(result.mapPng ?? []).toString()).toBe('empty map');
  await expect(verifyImage(ports, uploader, input(toyPicture('desert')))).rejects.toThrow('a look');
});

test('of a delivered file and of a copy the record tells what the tracks read, of an original nothing', async () => {
  const read = { track: 'a', detected: true, assetId, confidence: 0.97 };
  expect((await gather(delivered())).evidence.tracks).toEqual([read]);
  const ofCopy = await gather(await copy());
  expect(ofCopy.evidence.tracks).toMatchObject([read, { ...read, track: 'b' }]);
  expect(ofCopy.marks.copies).toMatchObject([{ recipient: 'Daily News', assetId }]);
  expect((await gather(toyPicture('harbour'))).evidence.tracks).toEqual([]);
});

describe('with a search and a comparison as well', () => {
  const STATES = {
    standing: async () => {},
    withdrawn: async () => {
      await ports.assets.setRevocation(organizationId, assetId, 'sold', ports.clock.now(), [], []);
    },
    'of a broken commitment': async () => {
      const broken = { organizationId, keyVersion: 1, payload: new Uint8Array(), signature: new Uint8Array() };
      const row = { ...broken, hash: 'another', status: 'confirmed', txHash: null };
      Object.assign(ports.commitments, { ofAssets: async () => new Map([[assetId, row]]) });
      Object.assign(ports.organizationSigner, { verify: async () => false });
    },
  };
  const cases = NAMES.flatMap((name) => Object.entries(STATES).map(([state, enter]) => ({ name, state, enter })));

  test.each(cases)(
    'the verdict is the one that a search and a comparison end with: $name, $state',
    async ({ name, state, enter }) => {
      const bytes = await FILES[name]();
      await enter();
      const { evidence } = await gather(bytes);
      const { sha256 } = await ports.digests.sha256([bytes]);
      const looked = await gatherByLooks(ports, input(bytes), sha256, EVERYWHERE);
      const decision = decide(evidence);
      const { verdict, assetId: about } = decide(looked.evidence);
      expect({ verdict, assetId: about }).toEqual({ verdict: decision.verdict, assetId });
      expect(decision.verdict).toBe(state === 'of a broken commitment' ? 'forged' : 'authentic');
      // With all that a look finds beside the equal bytes, nothing of the decision would be another.
      const { ruleId, confidence, details, revokedAt } = decision;
      expect(decide({ ...looked.evidence, exact: evidence.exact })).toMatchObject({
        ...{ verdict, ruleId, confidence, details, revokedAt, assetId },
      });
    },
  );
});

test('of two assets with the same bytes, the one whose mark they carry', async () => {
  const again = await register(delivered());
  const { exact, evidence, candidates } = await gather(delivered());
  expect(exact?.id).toBe(assetId);
  expect(evidence.exact).toMatchObject({ variant: 'delivered' });
  expect(candidates.map(({ asset, similarity }) => [asset.id, similarity])).toEqual([
    [assetId, 1],
    [again.id, 1],
  ]);
});

test('a transplanted mark is no stored file: it is compared and found out', async () => {
  const result = await verifyImage(ports, uploader, input(Buffer.from(`TOY desert MARK ${assetId}`)));
  expect(result).toMatchObject({ verdict: 'forged', firedRules: expect.arrayContaining(['mark-transplanted']) });
});
