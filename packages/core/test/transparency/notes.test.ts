import { createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { base64OfBytes, bytesOfBase64 } from '../../src/encoding/base64.ts';
import { checkpointText, openCheckpoint, readCheckpointText } from '../../src/transparency/checkpoint.ts';
import { commitmentEntry, entryBundle, readEntryBundle } from '../../src/transparency/logEntry.ts';
import { EMPTY_ROOT } from '../../src/transparency/merkleTree.ts';
import { inclusionRanges } from '../../src/transparency/proofRanges.ts';
import {
  type CheckEd25519,
  isSignedBy,
  keyIdOf,
  type NoteKey,
  readNote,
  signNote,
  verifierKey,
} from '../../src/transparency/signedNote.ts';
import { checkTlogProof, readTlogProof, tlogProofText } from '../../src/transparency/tlogProof.ts';
import { TileStore } from './tileStore.ts';

const check: CheckEd25519 = (publicKey, message, signature) =>
  verify(
    null,
    message,
    createPublicKey({
      key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(publicKey).toString('base64url') },
      format: 'jwk',
    }),
    signature,
  );

function newKey(name: string): { key: NoteKey; signer: (message: Uint8Array) => Uint8Array } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x as string, 'base64url');
  return {
    key: { name, publicKey: new Uint8Array(raw) },
    signer: (message) => new Uint8Array(sign(null, message, privateKey)),
  };
}

const { key, signer } = newKey('example.org/log');

describe('signed notes', () => {
  /** From the documentation of golang.org/x/mod/sumdb/note. */
  const NEUMANN = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
  const NOTE = `If you think cryptography is the answer to your problem,
then you don't know what your problem is.

\u2014 PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=
`;
  const publicKey = (bytesOfBase64(NEUMANN.split('+').at(-1) as string) as Uint8Array).slice(1);
  const neumann = { name: 'PeterNeumann', publicKey };

  test('the published note is signed by the published key, whose id and text are ours too', () => {
    expect(verifierKey(neumann)).toBe(NEUMANN);
    expect(bytesToHex(keyIdOf(neumann))).toBe('c74f20a3');
    const note = readNote(NOTE);
    expect(note && isSignedBy(note, neumann, check)).toBe(true);
    const altered = readNote(NOTE.replace('answer', 'source'));
    expect(altered && isSignedBy(altered, neumann, check)).toBe(false);
  });

  test('what we sign can be read and checked; other keys and other texts cannot pass', () => {
    const note = readNote(signNote('one\n\nthree\n', key, signer));
    expect(note?.text).toBe('one\n\nthree\n');
    expect(note && isSignedBy(note, key, check)).toBe(true);
    expect(note && isSignedBy(note, { ...key, name: 'example.org/other' }, check)).toBe(false);
    expect(note && isSignedBy(note, newKey(key.name).key, check)).toBe(false);
  });

  test('signatures of strangers are passed over; a second one of ours that is wrong spoils the note', () => {
    const note = signNote('text\n', key, signer);
    const foreign = signNote('text\n', newKey('witness.example').key, signer).split('\n').at(-2) as string;
    const cosigned = readNote(`${note}${foreign}\n`);
    expect(cosigned && isSignedBy(cosigned, key, check)).toBe(true);
    const wrong = signNote('other\n', key, signer).split('\n').at(-2) as string;
    const spoiled = readNote(`${note}${wrong}\n`);
    expect(spoiled && isSignedBy(spoiled, key, check)).toBe(false);
  });

  test.each([
    '',
    'text\n',
    'text\n\n',
    'text\n\n\u2014 name\n',
    'text\n\n\u2014 name AAAA\n',
    'text\n\n- name AAAAAAAA\n',
    'text\n\n\u2014 na+me AAAAAAAA\n',
    'text\n\n\u2014 name AAAAAAAA',
    'te\txt\n\n\u2014 name AAAAAAAA\n',
    'text\n\n\u2014 name AAAAAAA*\n',
  ])('%j is no note', (text) => expect(readNote(text)).toBeNull());

  test('a text that is no text of a note is not signed', () => {
    expect(() => signNote('no line break', key, signer)).toThrow(RangeError);
    expect(() => signNote('tab\t\n', key, signer)).toThrow(RangeError);
    expect(() => signNote('text\n', { ...key, name: 'a b' }, signer)).toThrow(RangeError);
  });
});

describe('checkpoints', () => {
  test('the example of C2SP tlog-checkpoint is read', () => {
    const text = 'example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n';
    const checkpoint = readCheckpointText(text);
    expect(checkpoint).toMatchObject({ origin: 'example.com/behind-the-sofa', size: 20_852_163 });
    expect(checkpoint && checkpointText(checkpoint)).toBe(text);
  });

  test('only one that this log signed is opened', () => {
    const head = { origin: key.name, size: 0, rootHash: EMPTY_ROOT };
    expect(openCheckpoint(signNote(checkpointText(head), key, signer), key, check)).toEqual(head);
    const other = { ...head, origin: 'example.org/other' };
    expect(openCheckpoint(signNote(checkpointText(other), key, signer), key, check)).toBeNull();
    expect(openCheckpoint(signNote(checkpointText(head), newKey(key.name).key, signer), key, check)).toBeNull();
    expect(openCheckpoint(signNote('not a checkpoint\n', key, signer), key, check)).toBeNull();
  });

  test.each(['o\n01\nAA==\n', `o\n1\n${base64OfBytes(new Uint8Array(31))}\n`, 'o\n1\n', `\n1\n${'A'.repeat(43)}=\n`])(
    '%j is none',
    (text) => expect(readCheckpointText(text)).toBeNull(),
  );
});

describe('proofs as text', () => {
  const entry = commitmentEntry({
    commitmentHash: 'ab'.repeat(32),
    publicKey: new Uint8Array(32).fill(1),
    signature: new Uint8Array(64).fill(2),
  });
  const log = new TileStore();
  log.append([...Array.from({ length: 400 }, (_, index) => utf8ToBytes(`entry ${index}`)), entry]);
  const checkpoint = signNote(
    checkpointText({ origin: key.name, size: log.size, rootHash: log.rootAt(log.size) }),
    key,
    signer,
  );
  const proof = { index: 400, hashes: log.proof(inclusionRanges(400, log.size)), checkpoint };

  test('a proof goes through its text and holds for its entry and its log alone', () => {
    const text = tlogProofText(proof);
    expect(text.split('\n').slice(0, 2)).toEqual(['c2sp.org/tlog-proof@v1', 'index 400']);
    const read = readTlogProof(text);
    expect(read).toEqual(proof);
    expect(read && checkTlogProof(read, entry, key, check)?.size).toBe(401);
    expect(read && checkTlogProof(read, utf8ToBytes('entry 400'), key, check)).toBeNull();
    expect(read && checkTlogProof(read, entry, newKey(key.name).key, check)).toBeNull();
    expect(read && checkTlogProof({ ...read, index: 399 }, entry, key, check)).toBeNull();
  });

  test('extra data is passed over; everything else that is not in its place is refused', () => {
    const text = tlogProofText(proof);
    expect(readTlogProof(text.replace('\nindex', '\nextra AAAA\nindex'))).toEqual(proof);
    for (const wrong of [
      text.replace('@v1', '@v2'),
      text.replace('index 400', 'index 0400'),
      text.replace('index 400', 'index -1'),
      text.replace('index 400\n', ''),
      text.replace('index 400\n', `index 400\n${base64OfBytes(new Uint8Array(31))}\n`),
      text.replaceAll('\n\n', '\n'),
    ])
      expect(readTlogProof(wrong), wrong).toBeNull();
  });

  test('an entry is one line of canonical JSON', () => {
    expect(new TextDecoder().decode(entry)).toBe(
      `{"commitment_hash":"${'ab'.repeat(32)}","public_key":"${'AQEB'.repeat(10)}AQE=","signature":"${'AgIC'.repeat(21)}Ag==","v":1}`,
    );
  });
});

test('bundles give back their entries; one that is cut off is none', () => {
  const entries = fc.array(fc.uint8Array({ maxLength: 400 }), { maxLength: 256 });
  fc.assert(
    fc.property(entries, (given) => void expect(readEntryBundle(entryBundle(given))).toEqual(given)),
    { numRuns: 50 },
  );
  const bundle = entryBundle([utf8ToBytes('abc')]);
  expect([...bundle]).toEqual([0, 3, 97, 98, 99]);
  for (const cut of [1, 2, 4]) expect(readEntryBundle(bundle.slice(0, cut))).toBeNull();
  expect(() => entryBundle([new Uint8Array(65_536)])).toThrow(RangeError);
});
