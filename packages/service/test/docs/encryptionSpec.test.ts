import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { archiveFormat } from '../../src/adapters/archive/archiveFile.ts';
import { fileContext, openBytes, sealBytes } from '../../src/adapters/encryption/sealedBytes.ts';
import { openUnder } from '../../src/adapters/masterKeys/localWrapping.ts';
import { SETTINGS } from '../../src/config/config.ts';

const page = (name: string) => readFileSync(new URL(`../../../../docs/spec/${name}.md`, import.meta.url), 'utf8');
const encryption = page('encryption-at-rest');
const content = page('content-addressing');
const fromHex = (text: string) => Buffer.from(text, 'hex');
const pattern = (length: number) => Uint8Array.from({ length }, (_, i) => (7 * i + Math.floor(i / 251)) % 256);

const ORGANIZATION = '01980a5e-0000-7000-8000-000000000001';
const ASSET = '01980a5e-7c3b-7d2e-8f10-a1b2c3d4e5f6';
const context = fileContext(ORGANIZATION, ASSET, 'original');

const ROW = /^\| (\d+) \| `(\w{64})` `(\w{48})` \| (\d+) `(\w{64})` \|$/gm;

test('every encrypted file of the page is what this service writes', () => {
  const rows = [...encryption.matchAll(ROW)];
  expect(rows).toHaveLength(5);
  for (const [, size, key = '', salt = '', sealedBytes, sha256] of rows) {
    const sealed = sealBytes({ key: fromHex(key), context }, pattern(Number(size)), fromHex(salt));
    expect([sealed.length, createHash('sha256').update(sealed).digest('hex')]).toEqual([Number(sealedBytes), sha256]);
  }
});

test('the bytes that the page spells out are the second file, and open', () => {
  const lines = /The 84 bytes of the second:\n\n([\s\S]*?)\n\n/.exec(encryption)?.[1] ?? '';
  // Two spaces begin what a line says of its bytes.
  const hex = lines.split('\n').map((line) =>
    line
      .trim()
      .replace(/ {2,}.*$/, '')
      .replaceAll(' ', ''),
  );
  const sealed = fromHex(hex.join(''));
  const key = [...encryption.matchAll(ROW)][1]?.[2] ?? '';
  expect([sealed.length, openBytes({ key: fromHex(key), context }, sealed).equals(pattern(12))]).toEqual([84, true]);
});

test('the wrapped key of the page opens', () => {
  const [, wrappingKey = '', key] = /wrapping key `(\w{64})`, key\n`(\w{64})`/.exec(encryption) ?? [];
  const wrapped = /^gives `(\w{120})`/m.exec(encryption)?.[1] ?? '';
  const place = { purpose: 'asset key', organization_id: ORGANIZATION, asset_id: ASSET };
  expect(Buffer.from(openUnder(fromHex(wrappingKey), place, fromHex(wrapped))).toString('hex')).toBe(key);
});

test('the archive of the page has the identifier of the page', async () => {
  const hash = 'a948904f2f0f479b8f8197694b30184b0d2ed1c1cd2a1ec0fb85d299a192a447';
  expect(content).toContain(hash);
  const { cid } = await archiveFormat.pack({
    facts: {
      assetId: ASSET,
      organizationId: ORGANIZATION,
      cid: 'bafkreigafswq556y4ao2olq3ylblk253xvred7mukaz6u4l7isp425dtga',
      contentHash: hash,
      mimeType: 'image/jpeg',
      originalFilename: 'boat.jpg',
      createdAt: new Date('2026-11-20T12:00:00.000Z'),
      isEncrypted: false,
    },
    files: [
      { variant: 'original', bytes: pattern(1000), contentHash: hash },
      { variant: 'watermarked', bytes: pattern(2_097_157), contentHash: hash },
      { variant: 'preview', bytes: pattern(1000), contentHash: null },
    ],
  });
  expect(/archive_cid = (\w+)/.exec(content)?.[1]).toBe(cid);
});

test('every variable that the pages name is a setting', () => {
  const names = new Set(Object.values(SETTINGS).map(({ name }) => name));
  const named = [...`${encryption}${content}`.matchAll(/\bASSAY_[A-Z_]+\b/g)].map(([name]) => name);
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !names.has(name))).toEqual([]);
});
