/**
 * The port `ReportPrinter` in a thread of its own: laying out and embedding fonts takes half a second, in which the thread that
 * answers everybody would answer nobody. The thread starts with the first report.
 * @module
 */
import { AppError } from '@assay/core/errors';
import { once } from '@assay/core/once';
import { timestampTokenOf } from '@assay/core/timestamp/timestamp';
import type { TimestampAuthority } from '../../app/ports/ledger/transparencyKeeping.ts';
import type { ReportDocument, ReportPrinter } from '../../app/ports/verify/reportPrinter.ts';
import { createWorkerPool, type WorkerPool } from '../engine/workerPool.ts';
import { currentTenant } from '../runtime/currentTenant.ts';
import { currentWork } from '../runtime/currentWork.ts';
import { stampable } from './timestampPlace.ts';

const ENTRY = new URL(`./reportWorker${import.meta.url.slice(import.meta.url.lastIndexOf('.'))}`, import.meta.url);

/** Reports that wait, and the longest that one may take: fifty times what the longest takes, ms. */
const QUEUE_MAX = 32;
const PRINT_MS_MAX = 30_000;
/** Of their pictures; four of the largest that is kept, bytes. */
const QUEUE_BYTES_MAX = 64 * 1024 * 1024;

interface PrintJob {
  readonly report: ReportDocument;
}

const pictureBytes = ({ blocks }: ReportDocument): number =>
  blocks
    .flatMap((block) => (block.kind === 'pictures' ? block.pictures : []))
    .reduce((sum, { bytes }) => sum + bytes.length, 0);

export interface ThreadedPrinter extends ReportPrinter {
  close(): Promise<void>;
}

/** @param authority stamps what is taken away; null: nobody does */
export function createReportPrinter(authority: Pick<TimestampAuthority, 'stamp'> | null = null): ThreadedPrinter {
  let started: WorkerPool | null = null;
  const pool = once(() => {
    started = createWorkerPool({
      tenantOf: currentTenant.name,
      signalOf: currentWork.signal,
      entry: ENTRY,
      workerData: null,
      threads: 1,
      queueMax: QUEUE_MAX,
      queueBytesMax: QUEUE_BYTES_MAX,
      inputBytesOf: (job) => pictureBytes((job as unknown as PrintJob).report),
      jobMsMax: { report: PRINT_MS_MAX },
    });
    return started;
  });
  const print = (report: ReportDocument, hasTimestampPlace: boolean): Promise<Uint8Array> =>
    pool().run<Uint8Array>({ kind: 'report', report, hasTimestampPlace });
  return {
    pdf: (report) => print(report, false),
    stampedPdf: async (report) => (authority ? stamped(authority, await print(report, true)) : print(report, false)),
    close: async () => started?.close(),
  };
}

/** The next try may find the authority again, s. */
const RETRY_AFTER_S = 30;

async function stamped(authority: Pick<TimestampAuthority, 'stamp'>, pdf: Uint8Array): Promise<Uint8Array> {
  const { signed, filled } = stampable(pdf);
  try {
    return filled(timestampTokenOf((await authority.stamp(signed)).response));
  } catch (cause) {
    const detail = 'The time-stamp authority of this service does not answer. Try again, or take the report as HTML.';
    throw new AppError('SERVICE_UNAVAILABLE', detail, { cause, retryAfterS: RETRY_AFTER_S });
  }
}
