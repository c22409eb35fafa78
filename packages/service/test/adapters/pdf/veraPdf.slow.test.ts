/**
 * Reports before veraPDF, the validator of the PDF Association's members, which Debian and npm do not have: ASSAY_VERAPDF names its
 * program. Each report has to keep all rules of its profiles, and one that was spoilt must not, or the validator judges nothing.
 * @module
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { certificatesIn } from '../../../src/adapters/c2pa/claimSignature.ts';
import { createDocumentSigner } from '../../../src/adapters/pdf/cadesSignature.ts';
import { printReport } from '../../../src/adapters/pdf/printReport.ts';
import { createReportSeal } from '../../../src/adapters/pdf/reportSeal.ts';
import { systemClock } from '../../../src/adapters/runtime/clock.ts';
import { type Account, formOf, openAccount, startTestService, type TestService } from '../../fakes/testService.ts';

const PROGRAM = process.env.ASSAY_VERAPDF ?? '';
/** PDF/A-2a, and PDF/UA-1 beside it. */
const PROFILES = ['2a', 'ua1'] as const;
const LANGUAGES = ['en', 'de', 'zh', 'ar'] as const;

const folder = mkdtempSync(path.join(tmpdir(), 'assay-verapdf-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** What it says of a file, one line a profile: `PASS` or `FAIL` first. */
function judged(pdf: Uint8Array): string[] {
  const file = path.join(folder, 'report.pdf');
  writeFileSync(file, pdf);
  return PROFILES.map((profile) => {
    const { stdout } = spawnSync(PROGRAM, ['--flavour', profile, '--format', 'text', file], { encoding: 'utf8' });
    return stdout.trim().split(' ')[0] ?? '';
  });
}
const PASSED = PROFILES.map(() => 'PASS');

describe.skipIf(PROGRAM === '')('reports before veraPDF (set ASSAY_VERAPDF to its program)', () => {
  let service: TestService;
  let ada: Account;
  let assetId: unknown;
  let checkId: unknown;
  beforeAll(async () => {
    service = await startTestService();
    ada = await openAccount(service, 'ada@example.org');
    const send = async (url: string, value: string) => {
      const form = formOf([{ name: 'file', value, fileName: 'x.jpg' }]);
      const headers = { ...form.headers, ...ada.headers };
      return (await service.app.inject({ method: 'POST', url, payload: form.payload, headers })).json();
    };
    assetId = (await send('/v1/assets/', 'TOY harbour')).id;
    checkId = (await send('/v1/verify/', 'TOY harbour +edit')).verification_id;
  }, 120_000);
  afterAll(() => service?.app.close());

  test.each(LANGUAGES)('in %s: of a verification and of an asset', { timeout: 120_000 }, async (lang) => {
    for (const url of [`/v1/verify/${checkId}/report.pdf`, `/v1/assets/${assetId}/report.pdf`]) {
      const answer = await service.app.inject({ method: 'GET', url: `${url}?lang=${lang}`, headers: ada.headers });
      expect(answer.statusCode, answer.body.slice(0, 200)).toBe(200);
      expect(judged(answer.rawPayload), url).toEqual(PASSED);
    }
  });

  test('signed; and not one whose structure or fonts were taken away', { timeout: 120_000 }, async () => {
    const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
    const files = ['-keyout', 'key.pem', '-out', 'cert.pem', '-subj', '/O=Harbour News/CN=Reports'];
    execFileSync('openssl', ['req', '-x509', ...curve, ...files], { cwd: folder, stdio: 'pipe' });
    const read = (name: string) => readFileSync(path.join(folder, name), 'utf8');
    const signer = createDocumentSigner(certificatesIn(read('cert.pem')), read('key.pem'));
    const report = {
      language: 'en',
      title: 'A report',
      footer: 'Assay',
      date: new Date('2026-01-02T03:04:05Z'),
      blocks: [{ kind: 'paragraph', text: 'What was found.' }],
    } as const;
    const signed = await createReportSeal(systemClock, signer, null).over((place) => printReport(report, place), null);
    expect(judged(signed)).toEqual(PASSED);
    const plain = Buffer.from(await printReport(report)).toString('latin1');
    // Of the same length, so that the table of places stays right.
    const spoilt = (from: string, to: string) => Buffer.from(plain.replaceAll(from, to), 'latin1');
    for (const [from, to] of [
      ['/StructTreeRoot', '/StructTreeRoon'],
      ['/FontFile2', '/FontFileX'],
    ] as const) {
      expect(plain).toContain(from);
      expect(judged(spoilt(from, to)), from).not.toEqual(PASSED);
    }
  });
});
