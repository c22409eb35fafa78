import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { decide } from '@assay/core/verdict/decide';
import { EVIDENCE_FORMAT, type Evidence } from '@assay/core/verdict/evidence';
import type { RegressionCase } from '@assay/core/verdict/replay';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { disputeOf, loggedEntry } from '../../service/test/support/disputed.ts';
import { NOW, registerAccount } from '../../service/test/support/fixtures.ts';
import { EXIT } from '../src/exitCode.ts';
import { fakeTerminal } from './fakeTerminal.ts';
import { inStoppedService } from './inStoppedService.ts';
import { runAssay } from './runAssay.ts';

const OPEN_TIMEOUT_MS = 180_000;
const PICTURE = Buffer.from('the picture that was verified');
const EVIDENCE: Evidence = {
  exact: null,
  tracks: [],
  candidates: [],
  c2pa: { state: 'none', bindingBroken: false, codes: [], signer: 'Harbour Press' },
  picture: { width: 640, height: 480, hashQuality: 100 },
  presence: null,
};
const TODAY = decide(EVIDENCE);

let folder: string;
let disputeId: string;
let verificationId: string;

const record = (rule: string, format: number) => ({
  format,
  evidence: EVIDENCE,
  firedRules: [rule],
  details: 'A sentence.',
});

/** Three verifications: one that is judged alike, one that an older model called forged and that is disputed, one of another format. */
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'assay-disputes-'));
  await inStoppedService(folder, async ({ repositories }) => {
    const { user, organizationId } = await registerAccount(repositories);
    const { verdict, confidence, ruleId } = TODAY;
    const modelVersion = 'assay@0.0.1+00000000';
    const forged = { verdict: 'forged', confidence: 0.9, modelVersion } as const;
    const disputed = loggedEntry({
      ...forged,
      userId: user.id,
      organizationId,
      evidence: record('local-edit', EVIDENCE_FORMAT),
    });
    for (const entry of [
      loggedEntry({ verdict, confidence, evidence: record(ruleId, EVIDENCE_FORMAT) }),
      loggedEntry({ ...forged, evidence: record('local-edit', EVIDENCE_FORMAT - 1) }),
      disputed,
    ])
      await repositories.verifications.log(entry, []);
    const dispute = disputeOf(disputed.id, PICTURE.length);
    [verificationId, disputeId] = [disputed.id, dispute.id];
    await repositories.disputes.open(dispute, PICTURE, null);
  });
}, OPEN_TIMEOUT_MS);
afterAll(() => rm(folder, { recursive: true, force: true }));

async function run(isInteractive: boolean, ...args: string[]) {
  const terminal = fakeTerminal({ environment: { ASSAY_DATA_DIR: folder }, isInteractive });
  const code = await runAssay(args, terminal);
  return { code, out: terminal.printed.join('\n'), notes: terminal.notes.join('\n') };
}

test(
  'the queue: listed for people and for programs, shown with evidence and picture, decided once',
  async () => {
    const listed = await run(true, 'disputes', 'list');
    expect([listed.code, listed.out]).toEqual([
      EXIT.ok,
      `${disputeId}  ${NOW.toISOString()}  open  forged 0.90 (local-edit) -> unknown?  not_altered`,
    ]);
    expect(JSON.parse((await run(false, 'disputes', 'list')).out)).toMatchObject([
      { id: disputeId, comment: 'Mine.', verification: { verdict: 'forged', rule: 'local-edit' } },
    ]);
    const file = path.join(folder, 'disputed.jpg');
    const shown = await run(true, 'disputes', 'show', disputeId, '--picture', file);
    expect([shown.code, JSON.parse(shown.out).evidence.format]).toEqual([EXIT.ok, EVIDENCE_FORMAT]);
    expect(await readFile(file)).toEqual(PICTURE);
    expect((await run(true, 'disputes', 'resolve', disputeId, '--as', 'wrong')).code).toBe(EXIT.usage);
    const decided = await run(
      false,
      'disputes',
      'resolve',
      disputeId,
      '--as',
      'overturned',
      '--note',
      'A fault of ours.',
    );
    expect(JSON.parse(decided.out)).toMatchObject({
      status: 'overturned',
      corrected_verdict: 'unknown',
      note: 'A fault of ours.',
    });
    const again = await run(true, 'disputes', 'resolve', disputeId, '--as', 'upheld');
    expect([again.code, again.notes]).toEqual([EXIT.usage, expect.stringContaining('decided already')]);
    expect((await run(true, 'disputes', 'list')).notes).toBe('No dispute is open.');
    expect((await run(true, 'disputes', 'show', crypto.randomUUID())).code).toBe(EXIT.notFound);
    expect((await run(true, 'disputes', 'resolve', crypto.randomUUID(), '--as', 'upheld')).code).toBe(EXIT.notFound);
  },
  OPEN_TIMEOUT_MS,
);

test(
  'verdicts replay: 13 and what would change, 0 where nothing does; older formats are counted',
  async () => {
    const all = await run(false, 'verdicts', 'replay');
    expect(all.code).toBe(EXIT.changed);
    expect(JSON.parse(all.out)).toEqual({
      judged: 2,
      skipped: 1,
      changed: [
        {
          id: verificationId,
          created_at: NOW.toISOString(),
          model_version: 'assay@0.0.1+00000000',
          before: { verdict: 'forged', confidence: 0.9, rule: 'local-edit' },
          after: { verdict: 'unknown', confidence: TODAY.confidence, rule: 'nothing-found' },
          confidence_change: TODAY.confidence - 0.9,
        },
      ],
    });
    const none = await run(true, 'verdicts', 'replay', '--since', '2026-11-21');
    expect([none.code, none.out, none.notes]).toEqual([EXIT.ok, '', '0 of 0 would change.']);
    expect((await run(true, 'verdicts', 'replay', '--limit', 'all')).code).toBe(EXIT.usage);
    expect((await run(true, 'verdicts', 'replay', '--since', 'yesterday')).code).toBe(EXIT.usage);
  },
  OPEN_TIMEOUT_MS,
);

test(
  'verdicts export: decided disputes as cases, with nobody named',
  async () => {
    const file = path.join(folder, 'cases.json');
    expect((await run(true, 'verdicts', 'export', '--disputed', file)).notes).toBe(`1 case in ${file}`);
    const cases = JSON.parse(await readFile(file, 'utf8')) as RegressionCase[];
    expect(cases).toEqual([
      {
        format: EVIDENCE_FORMAT,
        id: disputeId,
        what: 'not_altered, overturned',
        expected: 'unknown',
        given: { verdict: 'forged', confidence: 0.9, ruleId: 'local-edit' },
        modelVersion: 'assay@0.0.1+00000000',
        evidence: { ...EVIDENCE, c2pa: { ...EVIDENCE.c2pa, signer: null } },
      },
    ]);
    expect((await run(true, 'verdicts', 'export', '--disputed', file)).code).toBe(EXIT.usage);
  },
  OPEN_TIMEOUT_MS,
);
