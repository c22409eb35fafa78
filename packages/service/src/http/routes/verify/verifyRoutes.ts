/** Verification, its history and reports, disputes, comparison. @module */
import type { Route } from '../../httpDeps.ts';
import { compareRoute } from './compare.ts';
import { disputeVerificationRoute } from './disputeVerification.ts';
import { getDisputeRoute } from './getDispute.ts';
import { getVerificationRoute } from './getVerification.ts';
import { verificationEventsRoute } from './verificationEvents.ts';
import { verificationEvidenceRoute } from './verificationEvidence.ts';
import { verificationHistoryRoute } from './verificationHistory.ts';
import { verificationReportRoute } from './verificationReport.ts';
import { verificationReportPageRoute } from './verificationReportPage.ts';
import { verificationReportPdfRoute } from './verificationReportPdf.ts';
import { verifyRoute } from './verify.ts';
import { verifyBatchRoute } from './verifyBatch.ts';

export const verifyRoutes: readonly Route[] = [
  verifyRoute,
  verifyBatchRoute,
  getVerificationRoute,
  verificationEventsRoute,
  verificationHistoryRoute,
  compareRoute,
  verificationReportRoute,
  verificationReportPdfRoute,
  verificationReportPageRoute,
  verificationEvidenceRoute,
  disputeVerificationRoute,
  getDisputeRoute,
];
