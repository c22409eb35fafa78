// Follows a transparency log: checks that it only grows, that everything in it is covered by what it signed, and prints
// every new entry. Needs Node and nothing else.
//
//   node monitorLog.mjs https://assay.example.org/tlog/ VERIFIER_KEY STATE_FILE
//
// VERIFIER_KEY is `verifier_key` of GET /v1/transparency: take it once, from somewhere you trust, and keep it.
// STATE_FILE is made at the first run and holds the last checkpoint that was believed. Run it again and again.
// Ends with 10 if the log contradicts its key or itself, with 1 if it could not be asked. Format:
// docs/spec/transparency-log.md.
import { createHash, createPublicKey, verify } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

const [address, verifierKey, stateFile] = process.argv.slice(2);
if (!stateFile) {
  console.error('usage: node monitorLog.mjs LOG_URL VERIFIER_KEY STATE_FILE');
  process.exit(2);
}
const prefix = address.endsWith('/') ? address : `${address}/`;
const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();

class Contradiction extends Error {}

function assert(holds, complaint) {
  if (!holds) throw new Contradiction(complaint);
}

async function get(path) {
  const answer = await fetch(prefix + path);
  if (!answer.ok) throw new Error(`${prefix}${path} answered ${answer.status}`);
  return Buffer.from(await answer.arrayBuffer());
}

/** Size and root that the log's key signed. */
function openCheckpoint(note) {
  const [name, keyId, ...rest] = verifierKey.split('+'); // base 64 may hold a plus
  const keyBytes = Buffer.from(rest.join('+'), 'base64');
  const publicKey = keyBytes.subarray(1);
  assert(keyBytes[0] === 1 && publicKey.length === 32, 'VERIFIER_KEY is no Ed25519 key');
  assert(sha256(`${name}\n\x01`, publicKey).toString('hex', 0, 4) === keyId, 'VERIFIER_KEY contradicts itself');
  const text = note.slice(0, note.lastIndexOf('\n\n') + 1);
  const lines = note
    .slice(text.length + 1)
    .split('\n')
    .map((line) => line.split(' '));
  const blobs = lines.filter(([, signer]) => signer === name).map(([, , blob]) => Buffer.from(blob, 'base64'));
  const signature = blobs.find((blob) => blob.toString('hex', 0, 4) === keyId)?.subarray(4);
  const key = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: publicKey.toString('base64url') },
    format: 'jwk',
  });
  assert(signature && verify(null, Buffer.from(text), key, signature), 'the checkpoint is not signed by this log');
  const [origin, size, root] = text.split('\n');
  assert(origin === name, 'the checkpoint is of another log');
  return { size: Number(size), root };
}

/** The perfect subtrees of the log so far, the largest first: [height, hash]. One more leaf merges equal ones. */
function push(subtrees, entry) {
  let [height, hash] = [0, sha256('\x00', entry)];
  while (subtrees.at(-1)?.[0] === height) [height, hash] = [height + 1, sha256('\x01', subtrees.pop()[1], hash)];
  subtrees.push([height, hash]);
}

function rootOf(subtrees) {
  const hashes = subtrees.map(([, hash]) => hash);
  return hashes.length === 0 ? sha256() : hashes.reduceRight((right, left) => sha256('\x01', left, right));
}

/** Entries `from` to `to - 1`, as bundles of 256: two bytes of length, then the entry. */
async function* entries(from, to) {
  for (let bundle = Math.floor(from / 256); bundle * 256 < to; bundle++) {
    const width = Math.min(256, to - bundle * 256);
    const groups = String(bundle)
      .padStart(Math.ceil(String(bundle).length / 3) * 3, '0')
      .match(/\d{3}/g);
    const name = groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join('/');
    const bytes = await get(`tile/entries/${name}${width < 256 ? `.p/${width}` : ''}`);
    let at = 0;
    for (let index = bundle * 256; index < bundle * 256 + width; index++) {
      const length = bytes.readUInt16BE(at);
      if (index >= from) yield [index, bytes.subarray(at + 2, at + 2 + length)];
      at += 2 + length;
    }
  }
}

const stored = existsSync(stateFile) ? JSON.parse(readFileSync(stateFile, 'utf8')) : { note: null, subtrees: [] };
const subtrees = stored.subtrees.map(([height, hash]) => [height, Buffer.from(hash, 'base64')]);
const note = (await get('checkpoint')).toString('utf8');
try {
  const old = stored.note === null ? { size: 0 } : openCheckpoint(stored.note);
  const head = openCheckpoint(note);
  assert(head.size >= old.size, `the log shrank from ${old.size} to ${head.size} entries`);
  for await (const [index, entry] of entries(old.size, head.size)) {
    push(subtrees, entry);
    console.log(`${index} ${entry}`);
  }
  // The subtrees begin with those of the old checkpoint: equal roots show that it was continued and not changed.
  assert(rootOf(subtrees).toString('base64') === head.root, 'the entries are not those of the checkpoint');
  console.error(`${head.size} entries, ${head.size - old.size} of them new; the log was only continued`);
} catch (error) {
  // Not shown is not yet wrong, but who hides an entry for long has something to hide.
  if (!(error instanceof Contradiction)) throw error;
  console.error(`DO NOT TRUST THIS LOG: ${error.message}\nbelieved before:\n${stored.note}\nshown now:\n${note}`);
  process.exit(10);
}
const state = { note, subtrees: subtrees.map(([height, hash]) => [height, hash.toString('base64')]) };
writeFileSync(`${stateFile}.partial`, JSON.stringify(state));
renameSync(`${stateFile}.partial`, stateFile);
