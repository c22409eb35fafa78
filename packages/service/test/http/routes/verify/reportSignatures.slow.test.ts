/** Who signs the PDF of a report: docs/spec/verification.md#reports. Certificates of openssl, read by poppler. @module */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ThreadedPrinter } from '../../../../src/adapters/pdf/reportPrinter.ts';
import { openReportPrinter } from '../../../../src/compose/reportPrinter.ts';
import { readConfig } from '../../../../src/config/config.ts';
import { type Account, formOf, openAccount, startTestService, type TestService } from '../../../fakes/testService.ts';

const isMissing = (program: string, asked: string): boolean => spawnSync(program, [asked]).error !== undefined;
const folder = mkdtempSync(path.join(tmpdir(), 'assay-signers-'));
const own = path.join(folder, 'own');
const at = (name: string): string => path.join(folder, name);

/** Self-signed, as an organization may make it within a minute. */
function certificate(name: string, subject: string): void {
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', `${name}.key`];
  const asked = ['req', '-x509', ...key, '-days', '2', '-out', `${name}.pem`, '-subj', subject];
  execFileSync('openssl', asked, { cwd: folder, stdio: 'pipe' });
}

describe.skipIf(isMissing('openssl', 'version') || isMissing('pdfsig', '-v'))('the signature of a report', () => {
  let service: TestService;
  let ada: Account;
  let eve: Account;
  let printer: ThreadedPrinter;
  let adasAsset: string;
  const settings = {
    ASSAY_REPORT_CERTIFICATES: at('operator.pem'),
    ASSAY_REPORT_PRIVATE_KEY: at('operator.key'),
    ASSAY_REPORT_CERTIFICATES_FOLDER: own,
  };

  const send = async (url: string, who: Account | null, text = 'TOY harbour'): Promise<Record<string, unknown>> => {
    const form = formOf([{ name: 'file', value: text, fileName: 'x.jpg' }]);
    const headers = { ...form.headers, ...who?.headers };
    return (await service.app.inject({ method: 'POST', url, payload: form.payload, headers })).json();
  };
  const check = async (who: Account | null) => String((await send('/v1/verify/', who)).verification_id);
  async function signerOf(url: string, who: Account | null): Promise<string> {
    const answer = await service.app.inject({ url, headers: who?.headers ?? {} });
    expect(answer.statusCode, answer.body).toBe(200);
    writeFileSync(at('report.pdf'), answer.rawPayload);
    const said = execFileSync('pdfsig', ['-nocert', at('report.pdf')], { encoding: 'utf8' });
    expect(said).toMatch(/Signature Validation: Signature is Valid/);
    expect(said).toMatch(/Total document signed/);
    return /Certificate Common Name: (.+)/.exec(said)?.[1] ?? said;
  }

  beforeAll(async () => {
    service = await startTestService();
    ada = await openAccount(service, 'ada@example.org');
    eve = await openAccount(service, 'eve@example.org');
    const asset = await send('/v1/assets/', ada);
    adasAsset = String(asset.id);
    execFileSync('mkdir', [own]);
    certificate('operator', '/CN=Operator of the service');
    certificate('harbour', '/O=Harbour News/CN=Harbour News');
    for (const kind of ['pem', 'key'])
      renameSync(at(`harbour.${kind}`), path.join(own, `${String(asset.organization_id)}.${kind}`));
    printer = await openReportPrinter(readConfig(settings));
    Object.assign(service.ports, { reportPrinter: printer });
  });
  afterAll(async () => {
    await printer?.close();
    await service?.app.close();
    rmSync(folder, { recursive: true });
  });

  test('200: is made by the organization’s own certificate, of its verifications and its assets', async () => {
    expect(await signerOf(`/v1/verify/${await check(ada)}/report.pdf`, ada)).toBe('Harbour News');
    expect(await signerOf(`/v1/assets/${adasAsset}/report.pdf`, ada)).toBe('Harbour News');
  });

  test('200: is the operator’s for an organization without one, and for strangers', async () => {
    expect(await signerOf(`/v1/verify/${await check(eve)}/report.pdf`, eve)).toBe('Operator of the service');
    expect(await signerOf(`/v1/verify/${await check(null)}/report.pdf`, null)).toBe('Operator of the service');
  });

  test('200: is missing where neither has a certificate', async () => {
    const only = await openReportPrinter(readConfig({ ASSAY_REPORT_CERTIFICATES_FOLDER: own }));
    Object.assign(service.ports, { reportPrinter: only });
    const answer = await service.app.inject({ url: `/v1/verify/${await check(eve)}/report.pdf`, headers: eve.headers });
    expect(answer.rawPayload.includes('/ByteRange')).toBe(false);
    Object.assign(service.ports, { reportPrinter: printer });
    await only.close();
  });

  test('a start with a folder that cannot sign names the file and says why', async () => {
    const open = () => openReportPrinter(readConfig(settings));
    const id = '01900000-0000-7000-8000-000000000001';
    const lonely = path.join(own, `${id}.pem`);
    writeFileSync(lonely, readFileSync(at('operator.pem')));
    await expect(open()).rejects.toThrow(
      new RegExp(`^ASSAY_REPORT_CERTIFICATES_FOLDER names .*${id}\\.key, which cannot be read`),
    );
    writeFileSync(path.join(own, `${id}.key`), readFileSync(path.join(own, `${await organizationOf(ada)}.key`)));
    await expect(open()).rejects.toThrow(
      /cannot sign reports: the private key does not belong to the first certificate/,
    );
    for (const kind of ['pem', 'key']) rmSync(path.join(own, `${id}.${kind}`));
    writeFileSync(path.join(own, 'harbour.pem'), '');
    await expect(open()).rejects.toThrow('files there are called ORGANIZATION_ID.pem and ORGANIZATION_ID.key.');
    rmSync(path.join(own, 'harbour.pem'));
    await expect(openReportPrinter(readConfig({ ASSAY_REPORT_CERTIFICATES_FOLDER: at('nowhere') }))).rejects.toThrow(
      /^ASSAY_REPORT_CERTIFICATES_FOLDER names .*nowhere, which cannot be read/,
    );
  });

  const organizationOf = async (who: Account): Promise<string> =>
    (await service.app.inject({ url: `/v1/assets/${adasAsset}`, headers: who.headers })).json().organization_id;
});
