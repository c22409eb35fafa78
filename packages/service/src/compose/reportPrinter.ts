/** Reports as the settings ask for them: signed by the organization's or the operator's certificate, stamped by an authority, or neither. @module */
import { readOperatorFile } from '../adapters/c2pa/signerFiles.ts';
import type { DocumentSigner } from '../adapters/pdf/cadesSignature.ts';
import { documentSignerOf, openOrganizationSigners } from '../adapters/pdf/organizationSigners.ts';
import { createReportPrinter, type ThreadedPrinter } from '../adapters/pdf/reportPrinter.ts';
import { createReportSeal } from '../adapters/pdf/reportSeal.ts';
import { systemClock } from '../adapters/runtime/clock.ts';
import type { Config } from '../config/config.ts';
import { openTimestampAuthority } from './transparency.ts';

export type ReportSettings = Pick<
  Config,
  'allowPrivateWebhooks' | 'reportTimestampUrl' | 'reportCertificates' | 'reportPrivateKey' | 'reportCertificatesFolder'
>;

/** Null without its files. @throws {Error} that names the settings whose files cannot be used */
async function openDocumentSigner(settings: ReportSettings): Promise<DocumentSigner | null> {
  const { reportCertificates: chainFile, reportPrivateKey: keyFile } = settings;
  if (chainFile === null || keyFile === null) return null;
  const chain = await readOperatorFile(chainFile, 'ASSAY_REPORT_CERTIFICATES');
  const key = await readOperatorFile(keyFile, 'ASSAY_REPORT_PRIVATE_KEY');
  return documentSignerOf(chain, key, 'ASSAY_REPORT_CERTIFICATES and ASSAY_REPORT_PRIVATE_KEY');
}

/** @throws {Error} that names the settings whose files cannot be used */
export async function openReportPrinter(settings: ReportSettings): Promise<ThreadedPrinter> {
  const authority = openTimestampAuthority(settings, settings.reportTimestampUrl);
  const signer = await openDocumentSigner(settings);
  const ofOrganizations = await openOrganizationSigners(settings.reportCertificatesFolder);
  return createReportPrinter(createReportSeal(systemClock, signer, authority, ofOrganizations));
}
