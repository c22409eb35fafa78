/** A strict witness on loopback with a state of its own; C2SP tlog-witness, add-checkpoint. @module */
import { generateKeyPairSync, sign } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { isConsistent, type TreeHead } from '@assay/core/transparency/checkProof';
import { openCheckpoint, readCheckpointText } from '@assay/core/transparency/checkpoint';
import { cosignatureLine } from '@assay/core/transparency/cosignature';
import { ED25519_COSIGNATURE, readNote, type NoteKey, verifierKey } from '@assay/core/transparency/signedNote';
import { readAddCheckpoint } from '@assay/core/transparency/tlogWitness';
import { verifyEd25519 } from '../../src/adapters/crypto/ed25519.ts';

export interface WitnessServer {
  readonly address: string;
  /** Its verifier key. */
  readonly key: string;
  /** Logs that it knows, by origin. */
  readonly logs: Map<string, NoteKey>;
  /** What it saw of them. */
  readonly seen: Map<string, TreeHead>;
  /** Status of every answer. */
  readonly answered: number[];
  /** Instead of its own answer. */
  instead: { readonly status: number; readonly body: string } | null;
  close(): Promise<void>;
}

interface Reply {
  readonly status: number;
  readonly body: string;
}
const reply = (status: number, body = ''): Reply => ({ status, body });

export async function startWitnessServer(name = 'witness.example/w1'): Promise<WitnessServer> {
  const pair = generateKeyPairSync('ed25519');
  const publicKey = new Uint8Array(Buffer.from(pair.publicKey.export({ format: 'jwk' }).x as string, 'base64url'));
  const key = { name, publicKey };

  const judge = (body: string): Reply => {
    const asked = readAddCheckpoint(body);
    const note = asked && readNote(asked.checkpoint);
    const claimed = note && readCheckpointText(note.text);
    if (!asked || !note || !claimed) return reply(400);
    const log = served.logs.get(claimed.origin);
    if (!log) return reply(404);
    const checkpoint = openCheckpoint(asked.checkpoint, log, verifyEd25519);
    if (!checkpoint) return reply(403);
    if (asked.oldSize > checkpoint.size) return reply(400);
    const before = served.seen.get(claimed.origin);
    if (asked.oldSize !== (before?.size ?? 0)) return reply(409, `${before?.size ?? 0}\n`);
    const isContinued = before ? isConsistent(before, checkpoint, asked.proof) : asked.proof.length === 0;
    if (!isContinued) return reply(422);
    served.seen.set(claimed.origin, checkpoint);
    const seconds = Math.floor(Date.now() / 1000);
    const line = cosignatureLine(note.text, key, seconds, (message) => sign(null, message, pair.privateKey));
    return reply(200, `${line}\n`);
  };

  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const isRight = request.method === 'POST' && request.url === '/add-checkpoint';
      const answer = served.instead ?? (isRight ? judge(Buffer.concat(chunks).toString('utf8')) : reply(405));
      served.answered.push(answer.status);
      const type = answer.status === 409 ? 'text/x.tlog.size' : 'text/plain; charset=utf-8';
      response.writeHead(answer.status, { 'content-type': type }).end(answer.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const served: WitnessServer = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key: verifierKey(key, ED25519_COSIGNATURE),
    logs: new Map(),
    seen: new Map(),
    answered: [],
    instead: null,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return served;
}
