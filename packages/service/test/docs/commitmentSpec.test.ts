import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyEd25519 } from '../../src/adapters/crypto/ed25519.ts';

const root = path.resolve(import.meta.dirname, '../../../..');
const spec = readFileSync(path.join(root, 'docs/spec/commitment.md'), 'utf8');
const vectors = JSON.parse(readFileSync(path.join(root, 'packages/core/test/vectors/commitments.json'), 'utf8')) as {
  public_key: string;
  commitments: { payload: string; commitment_hash: string; signature: string; memo: string }[];
};
const [vector] = vectors.commitments as [(typeof vectors.commitments)[number]];
const bytes = (base64: string): Buffer => Buffer.from(base64, 'base64');

test('docs/spec/commitment.md shows the first vector', () => {
  for (const text of [vectors.public_key, ...Object.values(vector)]) expect(spec).toContain(text);
});

test('the signatures of the vectors hold', () => {
  for (const { payload, signature } of vectors.commitments)
    expect(verifyEd25519(bytes(vectors.public_key), Buffer.from(payload), bytes(signature))).toBe(true);
});

const hasOpenSsl = spawnSync('openssl', ['version'], { encoding: 'utf8' }).stdout?.startsWith('OpenSSL 3') ?? false;

describe.skipIf(!hasOpenSsl)(`the commands for OpenSSL${hasOpenSsl ? '' : '; skipped: there is no OpenSSL 3'}`, () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'assay-spec-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const run = (payload: string) => {
    writeFileSync(path.join(folder, 'payload'), payload);
    writeFileSync(path.join(folder, 'signature'), bytes(vector.signature));
    writeFileSync(path.join(folder, 'public_key'), bytes(vectors.public_key));
    const [commands] = /( {4}\(printf[^]*?-sigfile signature)/.exec(spec)!;
    return spawnSync('bash', ['-c', commands.replaceAll(/^ {4}/gm, '')], { cwd: folder, encoding: 'utf8' });
  };

  test('accept the vector', () => {
    expect(run(vector.payload).stdout).toContain('Verified Successfully');
  });

  test('refuse another payload', () => {
    expect(run(vector.payload.replace('bafk', 'bafj')).status).not.toBe(0);
  });
});
