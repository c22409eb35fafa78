/** Entry of the thread that prints reports. @module */
import type { ReportDocument } from '../../app/ports/verify/reportPrinter.ts';
import { answerJob } from '../engine/jobAnswer.ts';
import { type DeskedJob, tellBegun } from '../engine/jobDesk.ts';
import { standBack } from '../runtime/priority.ts';
import { printReport } from './printReport.ts';
import type { Place } from './signaturePlace.ts';

standBack();

export default async function work({
  desk,
  report,
  place,
}: { readonly report: ReportDocument; readonly place: Place | null } & DeskedJob): Promise<unknown> {
  tellBegun(desk ? { desk } : {});
  return answerJob(() => printReport(report, place));
}
