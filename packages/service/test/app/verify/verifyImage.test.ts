import { decide } from '@assay/core/verdict/decide';
import { beforeEach, expect, test } from 'vitest';
import type { Caller } from '../../../src/app/accounts/caller.ts';
import { registerUser } from '../../../src/app/accounts/registerUser.ts';
import { uploadAsset } from '../../../src/app/assets/uploadAsset.ts';
import type { VerificationRecord, VerifyInput } from '../../../src/app/verify/verification.ts';
import { verifyImage } from '../../../src/app/verify/verifyImage.ts';
import type { OnStage } from '../../../src/app/verify/verificationStages.ts';
import { type FakePorts, fakePorts, PASSWORD } from '../../fakes/testService.ts';
import { toyPicture } from '../../fakes/toyEngine.ts';

let ports: FakePorts;
let uploader: Caller;
beforeEach(async () => {
  ({ ports } = await fakePorts());
  const input = { email: 'ada@example.org', password: PASSWORD, fullName: null };
  const user = await registerUser(ports, input, 'http://assay.test');
  uploader = { kind: 'user', user, sessionId: user.id };
});

async function register(scene: string): Promise<string> {
  const tracks = { a: true, b: true, c: false };
  const texts = { strengths: {}, fileName: null, title: null, description: null, tags: [] };
  const options = { metadata: true, commit: false, organizationId: null, dedupe: false };
  return (await uploadAsset(ports, uploader, { bytes: toyPicture(scene), tracks, ...texts, ...options })).asset.id;
}

const lastRecord = () => ports.verifications.entries.at(-1)?.evidence as VerificationRecord;
const verify = (text: string, caller: Caller | null = uploader, more: Partial<VerifyInput> = {}) =>
  verifyImage(ports, caller, {
    ...more,
    bytes: Buffer.from(`TOY ${text}`),
    mapSideMax: null,
    requester: { ip: '192.0.2.1', userAgent: 'test', organizationId: null },
    batchId: null,
  });

test('the logged row replays to the same verdict, also after a trip through JSON', async () => {
  const id = await register('harbour');
  for (const text of ['harbour', 'harbour +edit', `harbour +edit MARK ${id}`, `desert MARK ${id}`, 'desert']) {
    const result = await verify(text);
    const entry = ports.verifications.entries.at(-1);
    const record = JSON.parse(JSON.stringify(entry?.evidence)) as VerificationRecord;
    expect(decide(record.evidence)).toMatchObject({ verdict: result.verdict, confidence: result.confidence });
  }
});

test('an anonymous row replays too, and what was shown of it is its confidence cut to two decimals', async () => {
  await register('harbour');
  for (const text of ['harbour +edit', 'desert', 'harbour']) {
    const shown = await verify(text, null);
    const entry = ports.verifications.entries.at(-1);
    const { evidence } = JSON.parse(JSON.stringify(entry?.evidence)) as VerificationRecord;
    const replayed = decide(evidence);
    expect(entry).toMatchObject({ userId: null, verdict: replayed.verdict, verifiedAssetId: replayed.assetId });
    expect(entry?.confidence).toBe(replayed.confidence);
    expect(shown.confidence).toBe(Math.floor(replayed.confidence * 100) / 100);
  }
});

test('a broken manifest on a copy is forged, an untrusted or unreadable one is not, and the row says why', async () => {
  const id = await register('harbour');
  const copy = `harbour MARK ${id.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))}`;
  const states = [
    [{ state: 'invalid', bindingBroken: true, findings: [{ code: 'assertion.dataHash.mismatch' }] }, 'forged'],
    [{ state: 'invalid', bindingBroken: false, findings: [{ code: 'assay.manifest.unreadable' }] }, 'authentic'],
    [{ state: 'valid', findings: [{ code: 'signingCredential.untrusted' }] }, 'authentic'],
    [{ state: 'trusted' }, 'authentic'],
  ] as const;
  for (const [reading, verdict] of states) {
    const findings = ('findings' in reading ? reading.findings : []).map(({ code }) => ({
      code,
      url: null,
      explanation: null,
    }));
    ports.credentials.readAs({ ...reading, findings });
    const result = await verify(copy);
    expect([reading.state, result.verdict]).toEqual([reading.state, verdict]);
    const codes = findings.map(({ code }) => code);
    expect(lastRecord().evidence.c2pa).toMatchObject({ state: reading.state, codes });
    expect(decide(lastRecord().evidence)).toMatchObject({ verdict, firedRules: result.firedRules });
  }
});

test('the named asset is compared first, and a clear copy ends the search', async () => {
  for (const scene of ['one', 'two', 'three', 'four', 'five', 'six']) await register(scene);
  const id = await register('harbour');
  const before = ports.engine.compareCalls();
  const result = await verify(`harbour +edit MARK ${id}`);
  expect(result).toMatchObject({ verdict: 'forged', assetId: id });
  expect(lastRecord().evidence.candidates[0]?.assetId).toBe(id);
  expect(ports.engine.compareCalls() - before).toBeLessThanOrEqual(5);
});

test('an exact file costs no comparison', async () => {
  await register('harbour');
  const before = ports.engine.compareCalls();
  expect(await verify('harbour')).toMatchObject({ verdict: 'authentic', confidence: 1 });
  expect(ports.engine.compareCalls()).toBe(before);
});

test('a stored original that cannot be read is left out and never taken for a difference', async () => {
  const id = await register('harbour');
  await ports.files.removeAll(id);
  const result = await verify(`harbour +edit MARK ${id}`);
  expect(result.verdict).toBe('unknown');
  expect(lastRecord().evidence.candidates[0]).toMatchObject({ assetId: id, compared: false });
});

test('the log keeps hash, size and evidence, and nothing of the picture', async () => {
  await verify('desert', null);
  const entry = ports.verifications.entries.at(-1);
  expect(entry).toMatchObject({ userId: null, requesterIp: '192.0.2.1', sourceImageSizeBytes: 10, verdict: 'unknown' });
  expect(JSON.stringify(entry)).not.toContain(Buffer.from('TOY desert').toString('base64'));
});

/** How often pictures that look alike were searched for by their parts, and how many pairs were compared. */
async function effort(text: string) {
  let searches = 0;
  const { find } = ports.localSearch;
  const before = ports.engine.compareCalls();
  Object.assign(ports.localSearch, {
    find: (...asked: Parameters<typeof find>) => {
      searches++;
      return find(...asked);
    },
  });
  const { verdict } = await verify(text);
  Object.assign(ports.localSearch, { find });
  return { verdict, searches, compared: ports.engine.compareCalls() - before };
}

test('a picture that its mark explains, edited or not, is not searched for, nor compared with any other', async () => {
  const id = await register('harbour');
  for (const scene of ['one', 'two', 'harbour', 'harbour']) await register(scene);
  expect(await effort(`harbour +edit MARK ${id}`)).toEqual({ verdict: 'forged', searches: 0, compared: 1 });
  const other = id.replace(/^./, (digit) => (digit === '0' ? '1' : '0'));
  // A mark that names nothing, and one that was moved, explain nothing.
  expect(await effort(`harbour +edit MARK ${other}`)).toMatchObject({ verdict: 'forged', searches: 1 });
  expect(await effort(`desert MARK ${id}`)).toMatchObject({ verdict: 'forged', searches: 1 });
});

test('every verification tells all four stages in their order, those that it did not need too, and the last when its row is there', async () => {
  const id = await register('harbour');
  const toldOf = async (text: string): Promise<string[]> => {
    const told: string[] = [];
    const rowsBefore = ports.verifications.entries.length;
    const onStage: OnStage = ({ stage, skipped }) => {
      told.push(skipped ? `(${stage})` : stage);
      expect(ports.verifications.entries.length - rowsBefore).toBe(stage === 'judged' ? 1 : 0);
    };
    await verify(text, uploader, { onStage });
    return told;
  };
  expect(await toldOf('harbour')).toEqual(['read', '(searched)', '(compared)', 'judged']);
  expect(await toldOf(`harbour +edit MARK ${id}`)).toEqual(['read', 'searched', 'compared', 'judged']);
  expect(await toldOf(`desert MARK ${id}`)).toEqual(['read', 'searched', 'compared', 'judged']);
  expect(await toldOf('harbour +edit')).toEqual(['read', 'searched', 'compared', 'judged']);
  expect(await toldOf('desert')).toEqual(['read', 'searched', '(compared)', 'judged']);
});

test('a stage that was told is over: after it nothing is searched for, and then nothing compared', async () => {
  const id = await register('harbour');
  await register('one');
  const toldOf = async (text: string): Promise<string[]> => {
    const told: string[] = [];
    const { assets, localSearch, engine } = ports;
    const [{ nearest }, { find }, { compare }] = [assets, localSearch, engine];
    const noting =
      <Asked extends unknown[], Answer>(word: string, work: (...asked: Asked) => Answer) =>
      (...asked: Asked): Answer => {
        told.push(word);
        return work(...asked);
      };
    Object.assign(assets, { nearest: noting('search', nearest.bind(assets)) });
    Object.assign(localSearch, { find: noting('search', find.bind(localSearch)) });
    Object.assign(engine, { compare: noting('compare', compare.bind(engine)) });
    await verify(text, uploader, { onStage: ({ stage }) => told.push(stage) });
    Object.assign(assets, { nearest });
    Object.assign(localSearch, { find });
    Object.assign(engine, { compare });
    return told;
  };
  // What a mark names is compared before it is known whether more has to be searched for.
  const explained = ['read', 'search', 'compare', 'searched', 'compared', 'judged'];
  expect(await toldOf(`harbour +edit MARK ${id}`)).toEqual(explained);
  const moved = await toldOf(`desert MARK ${id}`);
  expect(moved.slice(0, 5)).toEqual(['read', 'search', 'compare', 'search', 'searched']);
  for (const told of [moved, await toldOf('harbour +edit'), await toldOf('desert')]) {
    expect(told.indexOf('searched')).toBeGreaterThan(told.lastIndexOf('search'));
    expect(told.indexOf('compared')).toBeGreaterThan(told.lastIndexOf('compare'));
    expect(told.filter((word) => word.endsWith('ed') || word === 'read')).toEqual([
      'read',
      'searched',
      'compared',
      'judged',
    ]);
  }
});
