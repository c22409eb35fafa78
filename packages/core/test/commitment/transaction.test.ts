import { base58 } from '@scure/base';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readMemoTransaction } from '../../src/commitment/transaction.ts';

/** Made by hand after Solana's page on transactions; that the library's own are read too is tested beside its adapter. */
const MEMO_PROGRAM = Buffer.from('054a535a992921064d24e87160da387c7c35b5ddbc92bb81e41fa8404105448d', 'hex');
const OTHER_PROGRAM = Buffer.alloc(32, 9);
const PAYER = Buffer.alloc(32, 7);
const SIGNATURE = Buffer.alloc(64, 3);

const memoOf = (text: string, program = 1) => Buffer.concat([Buffer.of(program, 0, text.length), Buffer.from(text)]);
const transaction = (instructions: readonly Buffer[], prefix: readonly number[] = [0x80]) =>
  Buffer.concat([
    Buffer.of(1),
    SIGNATURE,
    Buffer.of(...prefix, 1, 0, 2, 3),
    PAYER,
    MEMO_PROGRAM,
    OTHER_PROGRAM,
    Buffer.alloc(32, 5),
    Buffer.of(instructions.length),
    ...instructions,
  ]);
const textOf = (bytes: Uint8Array | null | undefined) => bytes && Buffer.from(bytes).toString();

test('base 58: vectors of the draft, and leading zeros', () => {
  const of = (hex: string) => base58.encode(Buffer.from(hex, 'hex'));
  expect(base58.encode(Buffer.from('Hello World!'))).toBe('2NEpo7TZRRrLZSi2U');
  expect(base58.encode(Buffer.from('The quick brown fox jumps over the lazy dog.'))).toBe(
    'USm3fpXnKG5EUBx2ndxBDMPVciP5hGey2Jh4NDv6gmeo1LkMeiKrLJUUBk6Z',
  );
  expect(of('0000287fb4cd')).toBe('11233QC4');
  expect([of(''), of('00'), of('000001')]).toEqual(['', '1', '112']);
  expect(base58.encode(MEMO_PROGRAM)).toBe('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');
});

describe('a transaction with one memo', () => {
  test.each([
    ['of version 0', [0x80]],
    ['without a version', []],
  ])('%s gives name, payer and memo', (_, prefix) => {
    const bytes = transaction([memoOf('left alone', 2), memoOf('a memo')], prefix);
    const read = readMemoTransaction(bytes);
    expect(read).toMatchObject({ txHash: base58.encode(SIGNATURE) });
    expect(read && Buffer.from(read.payer).equals(PAYER)).toBe(true);
    expect(textOf(read?.memo)).toBe('a memo');
    expect(read && Buffer.from(read.message).equals(bytes.subarray(65))).toBe(true);
  });
});

test('no memo and two memos are none', () => {
  expect(readMemoTransaction(transaction([memoOf('x', 2)]))?.memo).toBeNull();
  expect(readMemoTransaction(transaction([memoOf('x'), memoOf('y')]))?.memo).toBeNull();
});

test('cut off anywhere it is no transaction, and no bytes whatever make the reader fail', () => {
  const whole = transaction([memoOf('a memo')]);
  for (let length = 0; length < whole.length; length++)
    expect(readMemoTransaction(whole.subarray(0, length))).toBeNull();
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      readMemoTransaction(bytes);
    }),
  );
  fc.assert(
    fc.property(fc.nat(whole.length - 1), fc.nat(255), (at, value) => {
      const damaged = Buffer.from(whole);
      damaged[at] = value;
      readMemoTransaction(damaged);
    }),
  );
});
