/** Reports as the settings ask for them: signed by the operator's certificate, stamped by an authority, or neither. @module */
import { certificatesIn } from '../adapters/c2pa/claimSignature.ts';
import { readOperatorFile } from '../adapters/c2pa/signerFiles.ts';
import { createDocumentSigner, type DocumentSigner } from '../adapters/pdf/cadesSignature.ts';
import { createReportPrinter, type ThreadedPrinter } from '../adapters/pdf/reportPrinter.ts';
import { createReportSeal } from '../adapters/pdf/reportSeal.ts';
import { systemClock } from '../adapters/runtime/clock.ts';
import type { Config } from '../config/config.ts';
import { openTimestampAuthority } from './transparency.ts';

export type ReportSettings = Pick<
  Config,
  'allowPrivateWebhooks' | 'reportTimestampUrl' | 'reportCertificates' | 'reportPrivateKey'
>;

/** Null without its files. @throws {Error} that names the settings whose files cannot be used */
async function openDocumentSigner(settings: ReportSettings): Promise<DocumentSigner | null> {
  const { reportCertificates: chainFile, reportPrivateKey: keyFile } = settings;
  if (chainFile === null || keyFile === null) return null;
  const chain = await readOperatorFile(chainFile, 'ASSAY_REPORT_CERTIFICATES');
  const key = await readOperatorFile(keyFile, 'ASSAY_REPORT_PRIVATE_KEY');
  try {
    return createDocumentSigner(certificatesIn(chain), key);
  } catch (cause) {
    const why = (cause as Error).message;
    throw new Error(`ASSAY_REPORT_CERTIFICATES and ASSAY_REPORT_PRIVATE_KEY cannot sign reports: ${why}.`, { cause });
  }
}

/** @throws {Error} that names the settings whose files cannot be used */
export async function openReportPrinter(settings: ReportSettings): Promise<ThreadedPrinter> {
  const authority = openTimestampAuthority(settings, settings.reportTimestampUrl);
  return createReportPrinter(createReportSeal(systemClock, await openDocumentSigner(settings), authority));
}
