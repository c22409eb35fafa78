/** The ten hostile clients; each is one address with as many connections as it likes. @module */
import { crc32 } from 'node:zlib';
import { oneBitPng } from '../../packages/service/test/process/hostileFiles.ts';
import type { Attack, Target } from './attack.ts';
import { halfOpenSockets, slowHeaders, stalledBodies, websocketUpgrades } from './heldSockets.ts';
import { ask, FORM_TYPE, formOf, JSON_TYPE, type Question } from './request.ts';

const MEBIBYTE = 1024 * 1024;

/** So many askers at once, each the next question as soon as it is answered. */
async function flood(target: Target, askers: number, question: () => Omit<Question, 'from' | 'signal'>): Promise<void> {
  const { url, from, signal, note } = target;
  const one = async (): Promise<void> => {
    while (!signal.aborted) {
      const answer = await ask(url, { ...question(), from, signal }).catch((error: NodeJS.ErrnoException) => error);
      note('status' in answer ? String(answer.status) : (answer.code ?? 'failed'));
    }
  };
  await Promise.all(Array.from({ length: askers }, one));
}

function pngChunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** 48 MB of compressed texts of two letters each: 3.2 million parts. */
async function manyChunkPng(): Promise<Buffer> {
  const picture = await oneBitPng(64);
  const head = picture.subarray(0, 33);
  const text = pngChunk('zTXt', Buffer.from('a\0\0'));
  return Buffer.concat([head, Buffer.alloc(48 * MEBIBYTE, text), picture.subarray(33)]);
}

const verification = (file: Uint8Array) => ({
  method: 'POST' as const,
  path: '/v1/verify/',
  headers: FORM_TYPE,
  body: formOf('file', [file]),
});

const manyChunks: Attack = async (target) => {
  const question = verification(await manyChunkPng());
  await flood(target, 8, () => question);
};

const largeBatches: Attack = async (target) => {
  const file = Buffer.concat([await oneBitPng(64), Buffer.alloc(49 * MEBIBYTE)]);
  const body = formOf('files', [file, file, file, file]);
  await flood(target, 4, () => ({ method: 'POST', path: '/v1/verify/batch', headers: FORM_TYPE, body }));
};

/** A gigapixel that is refused by its header, and one of the largest that are taken, by turns. */
const bombs: Attack = async (target) => {
  const questions = [verification(await oneBitPng(40_000)), verification(await oneBitPng(9_900))];
  let turn = 0;
  await flood(target, 8, () => questions[turn++ % 2] as (typeof questions)[number]);
};

const deepJson: Attack = async (target) => {
  const body = '['.repeat(900_000);
  await flood(target, 16, () => ({ method: 'POST', path: '/v1/auth/login', headers: JSON_TYPE, body }));
};

const keyGuessing: Attack = async (target) => {
  let guess = 0;
  await flood(target, 32, () => ({
    path: '/v1/assets/',
    headers: { 'x-api-key': `ask_${String(guess++).padStart(48, '0')}` },
  }));
};

const PUBLIC = ['/tlog/checkpoint', '/tlog/tile/0/000', '/tlog/tile/entries/000', '/.well-known/jwks.json'];

const tileScraping: Attack = async (target) => {
  let turn = 0;
  await flood(target, 32, () => ({ path: PUBLIC[turn++ % PUBLIC.length] as string }));
};

/** By name, in the order in which they are run. */
export const ATTACKS: Readonly<Record<string, Attack>> = {
  'many-chunk PNGs': manyChunks,
  'stalled bodies': stalledBodies,
  'slow headers': slowHeaders,
  '200 MiB batches': largeBatches,
  'decompression bombs': bombs,
  'deep JSON': deepJson,
  'key guessing': keyGuessing,
  'tile scraping': tileScraping,
  'websocket upgrades': websocketUpgrades,
  'half-open sockets': halfOpenSockets,
};
