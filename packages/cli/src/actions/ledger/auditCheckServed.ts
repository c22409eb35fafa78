/** `assay audit check --server`: what an owner or admin can check of the own audit log without the operator. @module */
import { bytesOfBase64 } from '@assay/core/encoding/base64';
import { sameBytes } from '@assay/core/encoding/sameBytes';
import type { ChainedAuditRecord } from '@assay/core/provenance/auditChain';
import { findAuditFaults } from '@assay/core/provenance/auditCheck';
import { auditHeadEntry } from '@assay/core/transparency/auditHead';
import { type NoteKey, readVerifierKey } from '@assay/core/transparency/signedNote';
import { checkTlogProof, readTlogProof } from '@assay/core/transparency/tlogProof';
import type { AssayClient } from '@assay/sdk/client';
import { NotFoundError } from '@assay/sdk/errors';
import type { AuditEntry, AuditHead } from '@assay/sdk/types';
import { verifyEd25519 } from '@assay/service/adapters/crypto/ed25519';
import { connect } from '../../connect.ts';
import { EXIT, type ExitCode } from '../../exitCode.ts';
import type { Terminal } from '../../terminal.ts';
import { UsageError } from '../../usageError.ts';

interface Options {
  readonly organization?: string | undefined;
  readonly server?: string | undefined;
  readonly logKey?: string | undefined;
  readonly json?: boolean | undefined;
}

interface Served {
  readonly entries: number;
  readonly heads: number;
  /** Entries after the newest head that was proved. */
  readonly unsigned: number;
  readonly findings: readonly string[];
}

/** @throws {UsageError} without an organization, or for a key that is none */
export async function auditCheckServed(terminal: Terminal, options: Options): Promise<ExitCode> {
  const { organization } = options;
  if (organization === undefined) throw new UsageError('Over the API one log is checked: say --organization ID.');
  const client = connect(options.server, terminal);
  const key = await logKeyOf(client, options.logKey, terminal);
  const checked = await checkServed(client, organization, key);
  const { entries, heads, unsigned, findings } = checked;
  if (options.json) terminal.print(JSON.stringify({ organization_id: organization, ...checked }, null, 2));
  else {
    for (const finding of findings) terminal.print(`FAIL ${finding}`);
    const rest = unsigned === 0 ? '' : `, ${unsigned} entries after the newest`;
    if (findings.length === 0) terminal.print(`ok   ${entries} entries, ${heads} heads${rest}`);
  }
  return findings.length === 0 ? EXIT.ok : EXIT.forged;
}

/** Null: the log has no entry yet, so it cannot hold a head. @throws {UsageError} */
async function logKeyOf(client: AssayClient, wanted: string | undefined, terminal: Terminal): Promise<NoteKey | null> {
  const told = await client.log.head().catch((error: unknown) => {
    if (error instanceof NotFoundError) return null;
    throw error;
  });
  const text = wanted ?? told?.verifier_key;
  if (text === undefined) return null;
  const key = readVerifierKey(text);
  if (!key) throw new UsageError(`"${text}" is no verifier key of a log`);
  if (wanted === undefined) terminal.note(`Taking the service's word for the key of its log: ${text}`);
  return key;
}

async function checkServed(client: AssayClient, organizationId: string, key: NoteKey | null): Promise<Served> {
  const heads = await allOf(client.audit.heads(organizationId));
  // The latest first: what is written meanwhile only shifts entries to a later page, where they come again.
  const bySequence = new Map<number, AuditEntry>();
  for (const entry of await allOf(client.audit.entries(organizationId))) bySequence.set(entry.sequence, entry);
  const records = [...bySequence.values()].sort((a, b) => a.sequence - b.sequence);
  const findings: string[] = [];
  const proved: AuditHead[] = [];
  for (const head of heads) {
    const problem = await problemOf(client, organizationId, head, key);
    if (problem !== null) findings.push(problem);
    else if (head.index !== null) proved.push(head);
  }
  // What came as JSON has members of JSON alone.
  findings.push(...findAuditFaults(records as readonly ChainedAuditRecord[], proved).map(({ says }) => says));
  const newest = Math.max(0, ...proved.map(({ sequence }) => sequence));
  const unsigned = records.filter(({ sequence }) => sequence > newest).length;
  return { entries: records.length, heads: heads.length, unsigned, findings };
}

async function allOf<Item>(listing: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of listing) items.push(item);
  return items;
}

/** Null also for a head that the log is about to take. */
async function problemOf(
  client: AssayClient,
  organizationId: string,
  { sequence, hash, is_last: isLast, salt: saltText, entry, index }: AuditHead,
  key: NoteKey | null,
): Promise<string | null> {
  const salt = bytesOfBase64(saltText);
  const opened = salt && auditHeadEntry({ organizationId, sequence, hash, isLast, salt });
  if (!opened || !sameBytes(opened, new TextEncoder().encode(entry)))
    return `The head of entry ${sequence} does not open the entry of the transparency log that it names.`;
  if (index === null) return null;
  const proof = readTlogProof((await client.log.inclusion(index)).tlog_proof);
  const holds = key !== null && proof?.index === index && checkTlogProof(proof, opened, key, verifyEd25519) !== null;
  return holds ? null : `The head of entry ${sequence} is not in the transparency log at ${index}.`;
}
