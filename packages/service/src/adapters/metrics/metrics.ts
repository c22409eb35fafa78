/**
 * Figures of the running service for Prometheus: rate, errors and duration of every route, jobs of the engine by kind and outcome,
 * verdicts and whether marks were read, and the process itself. Labels hold route patterns and words of ours, never an id or an address.
 * @module
 */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Upper bounds, s: from a stored answer to a large picture. */
const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const JOB_SECONDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

/** What became of a job: `busy` was refused before it began, `refused` is the picture's fault, `failed` ours. */
export type JobOutcome = 'done' | 'busy' | 'refused' | 'failed';

/** A request whose answer is out. */
interface RequestFacts {
  readonly method: string;
  /** Its pattern; null where no route fits. */
  readonly route: string | null;
  readonly status: number;
  readonly seconds: number;
}

export interface Metrics {
  readonly requestDone: (facts: RequestFacts) => void;
  /** @returns to be called when the job has ended */
  readonly jobBegun: (kind: string) => (outcome: JobOutcome) => void;
  readonly verified: (verdict: string, isMarkRead: boolean) => void;
  /** Text of the Prometheus exposition format. */
  readonly exposition: () => Promise<{ readonly type: string; readonly text: string }>;
}

/** Known methods; another one is anybody's word. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** @param version of the service, which `assay_build_info` tells */
export function createMetrics(version: string): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  new Gauge({ name: 'assay_build_info', help: 'Always 1.', labelNames: ['version'], registers }).set({ version }, 1);
  const requests = new Histogram({
    name: 'assay_http_request_duration_seconds',
    help: 'Requests from their headers to the last byte of the answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: REQUEST_SECONDS,
    registers,
  });
  const jobs = new Histogram({
    name: 'assay_engine_job_duration_seconds',
    help: 'Picture jobs with their wait for a worker.',
    labelNames: ['kind', 'outcome'],
    buckets: JOB_SECONDS,
    registers,
  });
  const underWay = new Gauge({
    name: 'assay_engine_jobs',
    help: 'Picture jobs that wait or run.',
    labelNames: ['kind'],
    registers,
  });
  const verdicts = new Counter({
    name: 'assay_verifications_total',
    help: 'Verifications by their verdict, and whether a track of the watermark was read.',
    labelNames: ['verdict', 'mark'],
    registers,
  });
  return {
    requestDone({ method, route, status, seconds }) {
      const labels = { method: METHODS.includes(method) ? method : 'other', route: route ?? 'none', status };
      requests.observe(labels, seconds);
    },
    jobBegun(kind) {
      const stop = jobs.startTimer({ kind });
      underWay.inc({ kind });
      return (outcome) => {
        underWay.dec({ kind });
        stop({ outcome });
      };
    },
    verified: (verdict, isMarkRead) => verdicts.inc({ verdict, mark: isMarkRead ? 'read' : 'none' }),
    exposition: async () => ({ type: registry.contentType, text: await registry.metrics() }),
  };
}
