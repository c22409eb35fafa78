import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { printReport } from '../../../src/adapters/pdf/printReport.ts';
import type { ThreadedPrinter } from '../../../src/adapters/pdf/reportPrinter.ts';
import { signable } from '../../../src/adapters/pdf/signaturePlace.ts';
import { openReportPrinter, type ReportSettings } from '../../../src/compose/reportPrinter.ts';
import { readConfig } from '../../../src/config/config.ts';
import type { ReportDocument } from '../../../src/app/ports/verify/reportPrinter.ts';
import { startTimestampServer, type TimestampServer, whyNoAuthority } from '../../support/timestampServer.ts';

const REPORT: ReportDocument = {
  language: 'en',
  title: 'A report',
  footer: 'Assay',
  date: new Date('2026-01-02T03:04:05Z'),
  blocks: [{ kind: 'paragraph', text: 'What was found.' }],
};

let authority: TimestampServer;
let printer: ThreadedPrinter;
let folder: string;

const openPrinter = (environment: Readonly<Record<string, string>>): Promise<ThreadedPrinter> =>
  openReportPrinter({ ...readConfig(environment), allowPrivateWebhooks: true } satisfies ReportSettings);

beforeAll(async () => {
  if (whyNoAuthority) return;
  authority = await startTimestampServer();
  folder = await mkdtemp(path.join(tmpdir(), 'assay-stamped-'));
  printer = await openPrinter({ ASSAY_REPORT_TIMESTAMP_URL: authority.url });
});
afterAll(async () => {
  await printer?.close();
  await authority?.close();
  if (folder) await rm(folder, { recursive: true });
});

/** The bytes that the token of a stamped document is over, and the token, found as a reader of PDF finds them. */
function partsOf(pdf: Uint8Array): { readonly signed: Buffer; readonly token: Buffer } {
  const bytes = Buffer.from(pdf);
  const range = /\/ByteRange \[(\d+) (\d+) (\d+) (\d+) *\]/.exec(bytes.toString('latin1')) ?? [];
  const [from, start, end, rest] = range.slice(1).map(Number) as [number, number, number, number];
  expect([from, end + rest]).toEqual([0, bytes.length]);
  const padded = Buffer.from(bytes.subarray(start + 1, end - 1).toString('latin1'), 'hex');
  // Long form of a length of two bytes; what follows it are zeros.
  return {
    signed: Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)]),
    token: padded.subarray(0, 4 + padded.readUInt16BE(2)),
  };
}

const holds = async (signed: Uint8Array, token: Uint8Array): Promise<boolean> => {
  const [data, reply] = [path.join(folder, 'data'), path.join(folder, 'token')];
  await writeFile(data, signed);
  await writeFile(reply, token);
  const asked = ['ts', '-verify', '-data', data, '-in', reply, '-token_in', '-CAfile', authority.rootFile];
  return spawnSync('openssl', asked).status === 0;
};

test.skipIf(whyNoAuthority !== null)(
  'a report that is taken away holds a time-stamp over all its other bytes',
  async () => {
    const pdf = await printer.signedPdf(REPORT, null);
    const { signed, token } = partsOf(pdf);
    expect(await holds(signed, token)).toBe(true);
    const altered = Buffer.from(signed);
    altered[altered.length >> 1] = (altered[altered.length >> 1] as number) ^ 1;
    expect(await holds(altered, token)).toBe(false);
    expect(Buffer.from(await printer.pdf(REPORT)).includes('/ByteRange')).toBe(false);
  },
);

test.skipIf(whyNoAuthority !== null || spawnSync('pdfsig', ['-v']).error !== undefined)(
  'a reader of PDF that is not ours finds it, covering the whole document',
  async () => {
    const file = path.join(folder, 'report.pdf');
    await writeFile(file, await printer.signedPdf(REPORT, null));
    const said = execFileSync('pdfsig', ['-nocert', file], { encoding: 'utf8' });
    expect(said).toMatch(/Certificate Common Name: Test TSA/);
    expect(said).toMatch(/Total document signed/);
  },
);

test.skipIf(whyNoAuthority !== null)('503: while the authority does not answer there is no such report', async () => {
  authority.alter = (response) => response.subarray(0, 20);
  await expect(printer.signedPdf(REPORT, null)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryAfterS: 30 });
  authority.alter = (response) => response;
  expect(await printer.signedPdf(REPORT, null)).toBeInstanceOf(Uint8Array);
});

test('a document without the place, and a token without room, are told apart', async () => {
  expect(() => signable(Buffer.from('%PDF-1.7'))).toThrow(/no place/);
  const { filled } = signable(await printReport(REPORT, { kind: 'timestamp' }));
  expect(() => filled(new Uint8Array(100_000))).toThrow(/at most 24576 have room/);
});
