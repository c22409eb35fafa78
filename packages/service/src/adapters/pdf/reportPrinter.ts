/**
 * The port `ReportPrinter` in a thread of its own: laying out and embedding fonts takes half a second, in which the thread that
 * answers everybody would answer nobody. The thread starts with the first report.
 * @module
 */
import { once } from '@assay/core/once';
import type { ReportDocument, ReportPrinter } from '../../app/ports/verify/reportPrinter.ts';
import { createWorkerPool, type WorkerPool } from '../engine/workerPool.ts';
import { currentTenant } from '../runtime/currentTenant.ts';
import { currentWork } from '../runtime/currentWork.ts';
import { NOBODY, type ReportSeal } from './reportSeal.ts';
import type { Place } from './signaturePlace.ts';

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

/** @param seal what is taken away is signed and stamped by it */
export function createReportPrinter(seal: ReportSeal = NOBODY): ThreadedPrinter {
  let started: WorkerPool | null = null;
  const pool = once(() => {
    started = createWorkerPool({
      tenantOf: currentTenant.name,
      networkOf: currentTenant.network,
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
  const print = (report: ReportDocument, place: Place | null): Promise<Uint8Array> =>
    pool().run<Uint8Array>({ kind: 'report', report, place });
  return {
    pdf: (report) => print(report, null),
    signedPdf: (report, organizationId) => seal.over((place) => print(report, place), organizationId),
    close: async () => started?.close(),
  };
}
