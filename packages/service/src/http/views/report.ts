/** A verification as a report that can be kept and checked. @module */
import { canonicalJson, type Json } from '@assay/core/encoding/canonicalJson';
import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { ToldVerification } from '../../app/verify/verification.ts';
import type { ReportBody } from '../schemas/verify/verify.ts';
import { verificationView } from './verification.ts';

const STATEMENT =
  'This report states what the service found when it compared the file with the pictures registered with it at that ' +
  'time. "unknown" means that no registered original was found, never that the picture is false. The digest shows ' +
  'accidental changes of this report; it is no signature.';

export function reportView(done: ToldVerification, version: string, now: Date): z.output<typeof ReportBody> {
  const report = {
    report_version: 1 as const,
    generated_at: now.toISOString(),
    service: { name: 'Assay' as const, version, model_version: done.modelVersion },
    verification: verificationView(done),
    threshold: done.description.threshold,
    fired_rules: [...done.firedRules],
    statement: STATEMENT,
  };
  return {
    ...report,
    digest: createHash('sha256')
      .update(canonicalJson(report as unknown as Json))
      .digest('hex'),
  };
}
