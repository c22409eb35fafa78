/** Reports signed with certificates that openssl makes, checked by openssl and by poppler, neither of which is ours. @module */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { objectIdentifier, readValue, readValues } from '@assay/core/encoding/der';
import { certificatesIn } from '../../../src/adapters/c2pa/claimSignature.ts';
import { createDocumentSigner } from '../../../src/adapters/pdf/cadesSignature.ts';
import { printReport } from '../../../src/adapters/pdf/printReport.ts';
import type { ThreadedPrinter } from '../../../src/adapters/pdf/reportPrinter.ts';
import { createReportSeal } from '../../../src/adapters/pdf/reportSeal.ts';
import type { ReportDocument } from '../../../src/app/ports/verify/reportPrinter.ts';
import { openReportPrinter } from '../../../src/compose/reportPrinter.ts';
import { systemClock } from '../../../src/adapters/runtime/clock.ts';
import { readConfig } from '../../../src/config/config.ts';
import { manualClock } from '../../fakes/manualClock.ts';
import { startTimestampServer, type TimestampServer, whyNoAuthority } from '../../support/timestampServer.ts';

const REPORT: ReportDocument = {
  language: 'en',
  title: 'A report',
  footer: 'Assay',
  date: new Date('2026-01-02T03:04:05Z'),
  blocks: [{ kind: 'paragraph', text: 'What was found.' }],
};
const KEYS = {
  rsa: ['rsa:2048'],
  p256: ['ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'],
  p384: ['ec', '-pkeyopt', 'ec_paramgen_curve:secp384r1'],
  p521: ['ec', '-pkeyopt', 'ec_paramgen_curve:secp521r1'],
  ed25519: ['ed25519'],
} as const;
type Key = keyof typeof KEYS;

const folder = mkdtempSync(path.join(tmpdir(), 'assay-signed-'));
const at = (name: string) => path.join(folder, name);
const openssl = (...args: readonly string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
let authority: TimestampServer;
const printers: ThreadedPrinter[] = [];

const settingsOf = (key: Key) => ({
  ASSAY_REPORT_CERTIFICATES: at(`${key}.pem`),
  ASSAY_REPORT_PRIVATE_KEY: at(`${key}.key`),
});
async function signed(environment: Readonly<Record<string, string>>): Promise<Buffer> {
  const printer = await openReportPrinter({ ...readConfig(environment), allowPrivateWebhooks: true });
  printers.push(printer);
  return Buffer.from(await printer.signedPdf(REPORT, null));
}

const print = (place: Parameters<typeof printReport>[1]) => printReport(REPORT, place);
const signerOf = (key: Key) =>
  createDocumentSigner(certificatesIn(readFileSync(at(`${key}.pem`), 'utf8')), readFileSync(at(`${key}.key`), 'utf8'));
/** In this thread, which costs no start of another one. */
const signedBy = async (key: Key): Promise<Buffer> =>
  Buffer.from(await createReportSeal(systemClock, signerOf(key), null).over(print, null));

beforeAll(async () => {
  if (whyNoAuthority) return;
  authority = await startTimestampServer();
  openssl(
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    '-keyout',
    'root.key',
    '-out',
    'root.pem',
    '-subj',
    '/CN=Root',
  );
  writeFileSync(at('extensions'), 'keyUsage=critical,digitalSignature,nonRepudiation\n');
  for (const [name, key] of Object.entries(KEYS)) {
    const subject = ['-subj', `/O=Harbour News/CN=Desk ${name}`];
    openssl('req', '-new', '-newkey', ...key, '-nodes', '-keyout', `${name}.key`, '-out', `${name}.csr`, ...subject);
    const issue = ['-CA', 'root.pem', '-CAkey', 'root.key', '-CAcreateserial', '-days', '2', '-extfile', 'extensions'];
    openssl('x509', '-req', '-in', `${name}.csr`, ...issue, '-out', `${name}.leaf.pem`);
    writeFileSync(
      at(`${name}.pem`),
      readFileSync(at(`${name}.leaf.pem`), 'utf8') + readFileSync(at('root.pem'), 'utf8'),
    );
  }
}, 60_000);
afterAll(async () => {
  await Promise.all(printers.map((printer) => printer.close()));
  await authority?.close();
  rmSync(folder, { recursive: true });
});

/** As a reader of PDF finds them: what is signed, and the CMS value without the zeros behind it. */
function partsOf(bytes: Buffer): { readonly content: Buffer; readonly cms: Buffer } {
  const range = /\/ByteRange \[(\d+) (\d+) (\d+) (\d+) *\]/.exec(bytes.toString('latin1')) ?? [];
  const [from, start, end, rest] = range.slice(1).map(Number) as [number, number, number, number];
  expect([from, end + rest]).toEqual([0, bytes.length]);
  const padded = Buffer.from(bytes.subarray(start + 1, end - 1).toString('latin1'), 'hex');
  return {
    content: Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)]),
    cms: Buffer.from(readValue(padded).whole),
  };
}

/** CAdES too: the certificate that is named inside of what is signed has to be the signer's. */
function holds(content: Buffer, cms: Buffer): boolean {
  writeFileSync(at('content'), content);
  writeFileSync(at('cms'), cms);
  const asked = ['cms', '-verify', '-cades', '-binary', '-inform', 'DER', '-in', at('cms'), '-content', at('content')];
  return spawnSync('openssl', [...asked, '-CAfile', at('root.pem'), '-purpose', 'any', '-out', at('out')]).status === 0;
}

describe.skipIf(whyNoAuthority !== null)('a report that is taken away', () => {
  test.each(['rsa', 'p256', 'p384', 'p521'] as const)(
    'is signed over all its other bytes, by a key of kind %s',
    async (key) => {
      const { content, cms } = partsOf(await signedBy(key));
      expect(holds(content, cms)).toBe(true);
      const altered = Buffer.from(content);
      altered[altered.length >> 1] = (altered[altered.length >> 1] as number) ^ 1;
      expect(holds(altered, cms)).toBe(false);
      // PAdES: when it was signed stands in the document, and no signingTime beside it.
      expect(cms.includes(Buffer.from(objectIdentifier('1.2.840.113549.1.9.5')))).toBe(false);
      expect(content.toString('latin1')).toMatch(/\/M \(D:20\d{12}Z\)/);
      // Without an appearance a field of PDF/A has no extent (ISO 19005-2, 6.3.3).
      expect(content.toString('latin1')).toMatch(/\/Rect \[(\S+) (\S+) \1 \2\]/);
    },
  );

  test('says nothing of a certificate that took the place of another one', async () => {
    const { content, cms } = partsOf(await signedBy('rsa'));
    const leaf = certificatesIn(readFileSync(at('rsa.pem'), 'utf8'))[0]!;
    const hash = Buffer.from(leaf.fingerprint256.replaceAll(':', ''), 'hex');
    const place = cms.indexOf(hash);
    expect(place).toBeGreaterThan(0);
    const other = Buffer.from(cms);
    other[place] = (other[place] as number) ^ 1;
    expect(holds(content, other)).toBe(false);
  });

  test('holds the time-stamp of an authority over its signature (B-T)', async () => {
    const { content, cms } = partsOf(
      await signed({ ...settingsOf('p256'), ASSAY_REPORT_TIMESTAMP_URL: authority.url }),
    );
    expect(holds(content, cms)).toBe(true);
    const inside = (bytes: Uint8Array) => readValues(readValue(bytes).content).map(({ whole }) => whole);
    const signedData = inside(inside(cms)[1]!)[0]!;
    const signer = inside(inside(signedData).at(-1)!)[0]!;
    const [, , , , , value, unsigned] = inside(signer);
    const [, stamps] = inside(inside(unsigned!)[0]!);
    writeFileSync(at('value'), readValue(value!).content);
    writeFileSync(at('token'), inside(stamps!)[0]!);
    const asked = [
      'ts',
      '-verify',
      '-data',
      at('value'),
      '-in',
      at('token'),
      '-token_in',
      '-CAfile',
      authority.rootFile,
    ];
    expect(spawnSync('openssl', asked).status).toBe(0);
    authority.alter = (response) => response.subarray(0, 20);
    const late = signed({ ...settingsOf('p256'), ASSAY_REPORT_TIMESTAMP_URL: authority.url });
    await expect(late).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    authority.alter = (response) => response;
  });

  test.skipIf(spawnSync('pdfsig', ['-v']).error !== undefined)(
    'is valid for a reader of PDF that is not ours',
    async () => {
      for (const key of ['rsa', 'p256'] as const) {
        writeFileSync(at('report.pdf'), await signedBy(key));
        const said = execFileSync('pdfsig', ['-nocert', at('report.pdf')], { encoding: 'utf8' });
        expect(said).toContain(`Certificate Common Name: Desk ${key}`);
        expect(said).toMatch(/Signature Type: ETSI\.CAdES\.detached/);
        expect(said).toMatch(/Total document signed/);
        expect(said).toMatch(/Signature Validation: Signature is Valid/);
      }
    },
  );

  test('503: a certificate that is not valid today signs nothing', async () => {
    const later = createReportSeal(manualClock(new Date('2099-01-01T00:00:00Z')), signerOf('rsa'), null);
    await expect(later.over(print, null)).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      message: expect.stringContaining('not valid today'),
    });
  });

  test('a start with files that cannot sign names the settings and says why', async () => {
    const open = (environment: Readonly<Record<string, string>>) => openReportPrinter(readConfig(environment));
    const foreign = { ...settingsOf('rsa'), ASSAY_REPORT_PRIVATE_KEY: at('p256.key') };
    await expect(open(foreign)).rejects.toThrow(
      'ASSAY_REPORT_CERTIFICATES and ASSAY_REPORT_PRIVATE_KEY cannot sign reports: the private key does not belong to the first certificate.',
    );
    await expect(open(settingsOf('ed25519'))).rejects.toThrow('with an RSA, P-256, P-384 or P-521 key, not ed25519.');
    await expect(open({ ...settingsOf('rsa'), ASSAY_REPORT_CERTIFICATES: at('rsa.key') })).rejects.toThrow(
      'there is no PEM certificate.',
    );
    await expect(open({ ...settingsOf('rsa'), ASSAY_REPORT_CERTIFICATES: at('none') })).rejects.toThrow(
      /^ASSAY_REPORT_CERTIFICATES names .*none, which cannot be read/,
    );
    expect(() => readConfig({ ASSAY_REPORT_CERTIFICATES: at('rsa.pem') })).toThrow(
      'ASSAY_REPORT_CERTIFICATES and ASSAY_REPORT_PRIVATE_KEY must be set together.',
    );
  });
});
