/** Commitments in memory, and signatures by keys that are made at the first use. @module */
import { generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto';
import type {
  Commitment,
  Commitments,
  ConfirmationStatus,
  OrganizationSigner,
} from '../../src/app/ports/ledger/commitments.ts';
import type { OutboxEvent } from '../../src/app/ports/delivery/events.ts';

export interface MemoryCommitments extends Commitments {
  /** The rows themselves, for tests that tamper with them. */
  readonly rows: Map<string, Commitment>;
  readonly events: OutboxEvent[];
}

const ORDER: readonly ConfirmationStatus[] = ['pending', 'confirmed', 'finalized'];

export function memoryCommitments(): MemoryCommitments {
  const rows = new Map<string, Commitment>();
  const due = new Map<string, Date>();
  const events: OutboxEvent[] = [];
  const change = (id: string, fields: Partial<Commitment>): void => {
    const row = rows.get(id);
    if (row) rows.set(id, { ...row, ...fields });
  };
  const latest = (): Commitment[] => [...rows.values()].reverse();
  const isDue = ({ id, status }: Commitment, now: Date): boolean =>
    status !== 'finalized' && (due.get(id) ?? new Date(0)) <= now;
  const add: Commitments['add'] = async ({ signed, ...commitment }, dueAt, told) => {
    rows.set(commitment.id, {
      ...commitment,
      ledgerId: signed?.ledgerId ?? null,
      txHash: signed?.txHash ?? null,
      txBytes: signed?.bytes ?? null,
      lastValidBlockHeight: signed?.lastValidBlockHeight ?? null,
      signedSlot: signed?.signedSlot ?? null,
      status: 'pending',
      blockHeight: null,
      confirmedAt: null,
      verified: false,
      verifiedAt: null,
      attempts: 0,
      lastError: null,
    });
    due.set(commitment.id, dueAt);
    events.push(...told);
  };
  return {
    rows,
    events,
    factsOf: async () => ({ watermarkPayload: new Uint8Array(16).fill(7), fingerprint: null }),
    add,
    async addFirst(commitment, ...rest) {
      if (latest().some(({ assetId }) => assetId === commitment.assetId)) return false;
      await add(commitment, ...rest);
      return true;
    },
    forgotten: async () => [],
    find: async (id) => rows.get(id) ?? null,
    findByTransaction: async (txHash) => latest().find((row) => row.txHash === txHash) ?? null,
    async list(organizationId, assetId, { page, pageSize }) {
      const all = latest().filter(
        (row) => row.organizationId === organizationId && (assetId === null || row.assetId === assetId),
      );
      return { items: all.slice((page - 1) * pageSize, page * pageSize), total: all.length };
    },
    ofAssets: async (ids) =>
      new Map(
        ids.flatMap((id): [string, Commitment][] => {
          const own = latest().filter(({ assetId }) => assetId === id);
          const chosen = own.find(({ status }) => status === 'finalized') ?? own[0];
          return chosen ? [[id, chosen]] : [];
        }),
      ),
    isAnyDue: async (now) => latest().some((row) => isDue(row, now)),
    async takeDue(ledgerId, now, leaseUntil, limit) {
      const taken = latest()
        .filter((row) => isDue(row, now) && (row.ledgerId === null || row.ledgerId === ledgerId))
        .slice(0, limit);
      for (const { id } of taken) due.set(id, leaseUntil);
      return taken;
    },
    async keepSigned(id, { txHash, bytes, lastValidBlockHeight, signedSlot, ledgerId }, instead) {
      const row = rows.get(id);
      if (!row || row.txHash !== instead || row.status !== 'pending') return false;
      change(id, { txHash, txBytes: bytes, lastValidBlockHeight, signedSlot, ledgerId });
      return true;
    },
    async advance(id, found, dueAt, eventsOf) {
      const row = rows.get(id);
      if (!row) return null;
      const step = ORDER.indexOf(found.status) - ORDER.indexOf(row.status);
      change(id, { attempts: 0, lastError: null, ...(step >= 0 ? found : {}) });
      due.set(id, dueAt);
      if (step > 0) events.push(...eventsOf(row.status));
      return rows.get(id) ?? null;
    },
    async fail(id, dueAt, error, told) {
      const row = rows.get(id);
      if (!row) return;
      change(id, { attempts: row.attempts + 1, lastError: error });
      due.set(id, dueAt);
      events.push(...told);
    },
  };
}

export function memorySigner(): OrganizationSigner {
  const keys = new Map<string, { readonly publicKey: KeyObject; readonly privateKey: KeyObject }>();
  const keyOf = (organizationId: string) => {
    const key = keys.get(organizationId) ?? generateKeyPairSync('ed25519');
    keys.set(organizationId, key);
    return key;
  };
  return {
    sign: async (organizationId, message) => ({
      signature: new Uint8Array(sign(null, message, keyOf(organizationId).privateKey)),
      keyVersion: 1,
    }),
    verify: async (organizationId, version, message, signature) =>
      version === 1 && verify(null, message, keyOf(organizationId).publicKey, signature),
    publicKey: async (organizationId, version) =>
      version === 1
        ? new Uint8Array(Buffer.from(keyOf(organizationId).publicKey.export({ format: 'jwk' }).x!, 'base64url'))
        : null,
  };
}
