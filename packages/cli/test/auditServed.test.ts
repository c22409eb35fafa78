import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { generateKeyPairSync, sign } from 'node:crypto';
import { base64OfBytes } from '@assay/core/encoding/base64';
import { auditHash, type AuditRecord, type ChainedAuditRecord } from '@assay/core/provenance/auditChain';
import { auditHeadEntry } from '@assay/core/transparency/auditHead';
import { checkpointText } from '@assay/core/transparency/checkpoint';
import { leafHash, nodeHash } from '@assay/core/transparency/merkleTree';
import { type NoteKey, signNote, verifierKey } from '@assay/core/transparency/signedNote';
import { tlogProofText } from '@assay/core/transparency/tlogProof';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { EXIT } from '../src/exitCode.ts';
import { fakeTerminal } from './fakeTerminal.ts';
import { runAssay } from './runAssay.ts';

const ORGANIZATION = '0190b5c4-0000-7000-8000-000000000001';
const ORIGIN = 'log.example.org';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x as string, 'base64url');
const KEY: NoteKey = { name: ORIGIN, publicKey: new Uint8Array(raw) };

const entry = (sequence: number): AuditRecord => ({
  id: `0190b5c4-0000-7000-8000-00000000010${sequence}`,
  organization_id: ORGANIZATION,
  sequence,
  actor_id: null,
  actor_kind: 'system',
  action: `deed ${sequence}`,
  target_kind: null,
  target_id: null,
  details: null,
  requester_ip: null,
  request_id: null,
  created_at: '2026-11-20T12:00:00.000Z',
});

function chain(length: number): ChainedAuditRecord[] {
  const records: ChainedAuditRecord[] = [];
  for (let sequence = 1; sequence <= length; sequence++) {
    const prev_hash = records.at(-1)?.hash ?? null;
    const record = entry(sequence);
    records.push({ ...record, prev_hash, hash: auditHash(record, prev_hash) });
  }
  return records;
}

const SALT = new Uint8Array(32).fill(7);
const headOf = ({ sequence, hash }: ChainedAuditRecord) => ({
  organizationId: ORGANIZATION,
  sequence,
  hash,
  isLast: false,
  salt: SALT,
});
const headBody = (record: ChainedAuditRecord, index: number | null) => ({
  sequence: record.sequence,
  hash: record.hash,
  is_last: false,
  salt: base64OfBytes(SALT),
  entry: Buffer.from(auditHeadEntry(headOf(record))).toString(),
  index,
  created_at: record.created_at,
});

/** What the service says; tests change it. */
let served: { entries: ChainedAuditRecord[]; heads: ReturnType<typeof headBody>[]; leaves: Uint8Array[] };
let server: Server;
let url: string;

const page = (items: readonly unknown[]) => ({ items, total: items.length, page: 1, page_size: 100, pages: 1 });

function answerTo(path: string): unknown {
  const [first, second] = served.leaves.map(leafHash) as [Uint8Array, Uint8Array];
  const text = checkpointText({ origin: ORIGIN, size: 2, rootHash: nodeHash(first, second) });
  const checkpoint = signNote(text, KEY, (message) => new Uint8Array(sign(null, message, privateKey)));
  if (path === '/v1/transparency') return { verifier_key: verifierKey(KEY), checkpoint, tree_size: 2 };
  if (path === '/v1/transparency/inclusion?index=1') {
    const proof = { index: 1, hashes: [first], checkpoint };
    return { index: 1, hashes: [base64OfBytes(first)], checkpoint, tlog_proof: tlogProofText(proof) };
  }
  if (path.startsWith(`/v1/organizations/${ORGANIZATION}/audit-log/heads`)) return page(served.heads);
  if (path.startsWith(`/v1/organizations/${ORGANIZATION}/audit-log`)) return page(served.entries.toReversed());
  return null;
}

beforeEach(async () => {
  const records = chain(3);
  served = {
    entries: records,
    heads: [headBody(records[1]!, 1)],
    leaves: [new TextEncoder().encode('{"other":"entry"}'), auditHeadEntry(headOf(records[1]!))],
  };
  server = createServer((request, response) => {
    const body = answerTo(request.url ?? '');
    response.statusCode = body === null ? 404 : 200;
    response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify(body ?? { error_code: 'NOT_FOUND', detail: '' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

async function check(...options: string[]) {
  const terminal = fakeTerminal({ environment: { ASSAY_API_KEY: 'assay_pk_x' } });
  const code = await runAssay(
    ['audit', 'check', '--server', url, '--organization', ORGANIZATION, ...options],
    terminal,
  );
  return { code, printed: terminal.printed.join('\n') };
}

test('0: over the API an owner sees that the log is what was signed', async () => {
  expect(await check('--log-key', verifierKey(KEY))).toEqual({
    code: EXIT.ok,
    printed: 'ok   3 entries, 1 heads, 1 entries after the newest',
  });
});

test.each([
  [
    'an entry that was changed',
    () => void (served.entries[0] = { ...served.entries[0]!, action: 'another' }),
    'Entry 1',
  ],
  ['an end that was cut off before a head', () => void served.entries.splice(1), 'entry 2'],
  ['a log that was made anew as a whole', () => void (served.entries = rewritten()), 'Entry 2'],
  [
    'a head that is not in the log',
    () => void (served.leaves[1] = new Uint8Array(3)),
    'is not in the transparency log at 1',
  ],
  ['a head that opens another entry', () => void (served.heads[0]!.hash = 'ab'.repeat(32)), 'does not open'],
])('10: %s', async (_what, tamper, says) => {
  tamper();
  const { code, printed } = await check();
  expect(code).toBe(EXIT.forged);
  expect(printed).toContain('FAIL');
  expect(printed).toContain(says);
});

test('10: a log of another key than the one that is trusted', async () => {
  const other: NoteKey = { ...KEY, publicKey: new Uint8Array(32).fill(1) };
  expect((await check('--log-key', verifierKey(other))).code).toBe(EXIT.forged);
});

test('a head on its way into the log is no finding', async () => {
  served.heads = [headBody(served.entries[1]!, null)];
  expect(await check()).toEqual({ code: EXIT.ok, printed: 'ok   3 entries, 1 heads, 3 entries after the newest' });
});

/** Whole in itself, with another first entry. */
function rewritten(): ChainedAuditRecord[] {
  const records: ChainedAuditRecord[] = [];
  for (const record of served.entries) {
    const prev_hash = records.at(-1)?.hash ?? null;
    const changed = { ...record, action: `${record.action}, forged` };
    records.push({ ...changed, prev_hash, hash: auditHash(changed, prev_hash) });
  }
  return records;
}
