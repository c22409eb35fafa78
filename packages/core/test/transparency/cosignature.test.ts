import { createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  checkedCosignature,
  cosignatureLine,
  cosignatureMessage,
  cosignatureOf,
  readWitnessKey,
  witnessesOf,
} from '../../src/transparency/cosignature.ts';
import {
  type CheckEd25519,
  ED25519_COSIGNATURE,
  isSignedBy,
  type NoteKey,
  readNote,
  readVerifierKey,
  signNote,
  verifierKey,
} from '../../src/transparency/signedNote.ts';
import { addCheckpointText, readAddCheckpoint, readWitnessedSize } from '../../src/transparency/tlogWitness.ts';

const check: CheckEd25519 = (publicKey, message, signature) => {
  const x = Buffer.from(publicKey).toString('base64url');
  return verify(null, message, createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }), signature);
};

function newKey(name: string): { key: NoteKey; signer: (message: Uint8Array) => Uint8Array } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x as string, 'base64url');
  return { key: { name, publicKey: new Uint8Array(raw) }, signer: (message) => sign(null, message, privateKey) };
}

/** The note of C2SP tlog-cosignature, letter for letter. */
const PUBLISHED = `example.com/behind-the-sofa
20852163
CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=

\u2014 example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=
\u2014 witness.example.com/w1 jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA==
`;
/** The request of C2SP tlog-witness, its proof and the lines about its checkpoint. */
const REQUEST = `old 20852014
PlRNCrwHpqhGrupue0L7gxbjbMiKA9temvuZZDDpkaw=
jrJZDmY8Y7SyJE0MWLpLozkIVMSMZcD5kvuKxPC3swk=
5+pKlUdi2LeF/BcMHBn+Ku6yhPGNCswZZD1X/6QgPd8=
/6WVhPs2CwSsb5rYBH5cjHV/wSmA79abXAwhXw3Kj/0=

${PUBLISHED}`;

const TEXT = 'log.example/tlog\n3\n6sfuOjI8ohebRs0rTMPQq7pA987RE/EmWKZMxNGPn80=\n';
const log = newKey('log.example/tlog');
const [first, second] = [newKey('witness.example/w1'), newKey('witness.example/w2')];
const bare = signNote(TEXT, log.key, log.signer);
const line = (who: typeof first, time = 1_700_000_000, text = TEXT) =>
  `${cosignatureLine(text, who.key, time, who.signer)}\n`;
const noted = (...lines: string[]) => {
  const note = readNote(`${bare}${lines.join('')}`);
  if (!note) throw new Error('no note');
  return note;
};

describe('the published note', () => {
  test('is read: the time is the one of the published message, which is made letter for letter', () => {
    const note = readNote(PUBLISHED);
    expect(note?.signatures).toHaveLength(2);
    const blob = note?.signatures[1]?.signature ?? new Uint8Array();
    expect(blob).toHaveLength(72);
    expect(new DataView(blob.buffer, blob.byteOffset).getBigUint64(0)).toBe(1679315147n);
    expect(Buffer.from(cosignatureMessage(note?.text ?? '', 1679315147)).toString()).toBe(
      'cosignature/v1\ntime 1679315147\nexample.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n',
    );
  });

  test('the published request is read, and written letter for letter', () => {
    const read = readAddCheckpoint(REQUEST);
    expect(read).toMatchObject({ oldSize: 20852014, checkpoint: PUBLISHED });
    expect(read?.proof).toHaveLength(4);
    expect(read && addCheckpointText(read)).toBe(REQUEST);
    for (const wrong of ['old 01', 'old -1', 'new 20852014', 'old 1 ', 'old'])
      expect(readAddCheckpoint(REQUEST.replace('old 20852014', wrong))).toBeNull();
    expect(
      readAddCheckpoint(`old 1\n${'PlRNCrwHpqhGrupue0L7gxbjbMiKA9temvuZZDDpkaw=\n'.repeat(64)}\n${PUBLISHED}`),
    ).toBeNull();
    expect([readWitnessedSize('12\n'), readWitnessedSize('0\n')]).toEqual([12, 0]);
    for (const wrong of ['12', '012\n', '-1\n', '12\n\n', '']) expect(readWitnessedSize(wrong)).toBeNull();
  });
});

describe('cosignatures', () => {
  test('a key of a witness is of type 4, and neither kind passes for the other', () => {
    const text = verifierKey(first.key, ED25519_COSIGNATURE);
    expect(readWitnessKey(text)).toEqual(first.key);
    expect(readVerifierKey(text)).toBeNull();
    expect(readWitnessKey(verifierKey(first.key))).toBeNull();
    // The plain signature of a witness's key is no cosignature.
    const plain = readNote(signNote(TEXT, first.key, first.signer));
    expect(plain && checkedCosignature(plain, first.key, check)).toBeNull();
  });

  test('one that holds is found beside the signature of the log, which still holds', () => {
    const note = noted(line(first));
    expect(isSignedBy(note, log.key, check)).toBe(true);
    expect(checkedCosignature(note, first.key, check)).toMatchObject({ time: 1_700_000_000 });
    expect(checkedCosignature(note, second.key, check)).toBeNull();
  });

  test('of another text, another time, without a time, or cut short: none', () => {
    expect(checkedCosignature(noted(line(first, 5, TEXT.replace('3', '4'))), first.key, check)).toBeNull();
    expect(cosignatureOf(noted(line(first, 0)), first.key)).toBeNull();
    const good = line(first);
    const blob = Buffer.from(good.trim().split(' ')[2] as string, 'base64');
    const lineOf = (bytes: Buffer) => `\u2014 ${first.key.name} ${bytes.toString('base64')}\n`;
    const later = Buffer.from(blob);
    later[11] = (later[11] as number) ^ 1;
    for (const wrong of [later, blob.subarray(0, -1), blob.subarray(0, 12)])
      expect(checkedCosignature(noted(lineOf(wrong)), first.key, check)).toBeNull();
  });

  test('each key counts once, and only those that are asked for', () => {
    const alias = { ...first.key, name: 'witness.example/other' };
    const twice = noted(line(first), line(first, 1_700_000_001), line({ ...first, key: alias }), line(second));
    expect(witnessesOf(twice, [first.key, alias], check)).toHaveLength(1);
    expect(witnessesOf(twice, [first.key, second.key], check)).toHaveLength(2);
    expect(witnessesOf(noted(line(second)), [first.key], check)).toEqual([]);
  });
});
