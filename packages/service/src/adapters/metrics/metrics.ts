/**
 * Figures of the running service for Prometheus: rate, errors and duration of every route, jobs of the engine by kind and outcome,
 * verdicts and whether marks were read, and the process itself. Labels hold route patterns and words of ours, never an id or an address.
 * @module
 */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { type ConnectionFigures, countConnections } from './connectionFigures.ts';
import { countJobs, type ReadQueues } from './jobFigures.ts';

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

const STORE_CALLS = ['put', 'read', 'open'] as const;
export type StoreCall = (typeof STORE_CALLS)[number];

export interface Metrics {
  readonly requestDone: (facts: RequestFacts) => void;
  /** @returns to be called when the job has ended */
  readonly jobBegun: (kind: string) => (outcome: JobOutcome) => void;
  /** A picture job waited so long for a thread. */
  readonly turnCame: (kind: string, waitSeconds: number) => void;
  readonly stageDone: (stage: string, seconds: number) => void;
  /** A call to the store of pictures that gave no answer. */
  readonly storeFailed: (call: StoreCall) => void;
  /** From the first of these on it is told whether Redis answers; a service without one tells nothing. */
  readonly redisIs: (isUp: boolean) => void;
  readonly verified: (verdict: string, isMarkRead: boolean) => void;
  /** A mark that was embedded, and whether it was read back from the delivered file. */
  readonly marked: (track: string, isRead: boolean) => void;
  /** What was taken from a queue, and what became of it. */
  readonly queued: (kind: 'upload' | 'mail' | 'delivery', outcome: 'completed' | 'failed' | 'postponed') => void;
  /** From now on the queues are read when somebody asks for the figures. */
  readonly watchQueues: (read: ReadQueues) => void;
  /** The same of connections to PostgreSQL. Once. */
  readonly watchConnections: (read: () => ConnectionFigures) => void;
  /** Counts no more. */
  readonly close: () => void;
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
  const { taken, watchQueues, close } = countJobs(registry);
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
  const { waits, stages, marks, verdicts } = countPictures(registers);
  const { storeFailures, redisUp } = countOutside(registers);
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
    turnCame: (kind, waitSeconds) => waits.observe({ kind }, waitSeconds),
    stageDone: (stage, seconds) => stages.observe({ stage }, seconds),
    storeFailed: (call) => storeFailures.inc({ call }),
    redisIs(isUp) {
      registry.registerMetric(redisUp);
      redisUp.set(isUp ? 1 : 0);
    },
    marked: (track, isRead) => marks.inc({ track, outcome: isRead ? 'read' : 'lost' }),
    queued: (kind, outcome) => taken.inc({ kind, outcome }),
    watchQueues,
    watchConnections: countConnections(registry),
    close,
    verified: (verdict, isMarkRead) => verdicts.inc({ verdict, mark: isMarkRead ? 'read' : 'none' }),
    exposition: async () => ({ type: registry.contentType, text: await registry.metrics() }),
  };
}

/** What pictures wait for, what is done to them, and what came of it. */
function countPictures(registers: Registry[]) {
  const waits = new Histogram({
    name: 'assay_engine_wait_seconds',
    help: 'Of picture jobs, until a thread was free.',
    labelNames: ['kind'],
    buckets: JOB_SECONDS,
    registers,
  });
  const stages = new Histogram({
    name: 'assay_stage_duration_seconds',
    help: 'Stages of uploads and verifications: engine, store, database, search, credentials.',
    labelNames: ['stage'],
    buckets: REQUEST_SECONDS,
    registers,
  });
  const marks = new Counter({
    name: 'assay_marks_total',
    help: 'Marks by track, and whether they were read back from the delivered file.',
    labelNames: ['track', 'outcome'],
    registers,
  });
  const verdicts = new Counter({
    name: 'assay_verifications_total',
    help: 'Verifications by their verdict, and whether a track of the watermark was read.',
    labelNames: ['verdict', 'mark'],
    registers,
  });
  return { waits, stages, marks, verdicts };
}

/** Outside things that may be away. */
function countOutside(registers: Registry[]) {
  const storeFailures = new Counter({
    name: 'assay_store_failed_total',
    help: 'Calls to the store of pictures that failed.',
    labelNames: ['call'],
    registers,
  });
  // From the start on, so that the first failure is a rise.
  for (const call of STORE_CALLS) storeFailures.inc({ call }, 0);
  const redisUp = new Gauge({
    name: 'assay_redis_up',
    help: '1 while requests are counted in Redis, 0 while each process counts for itself.',
    registers: [],
  });
  return { storeFailures, redisUp };
}
