/** Figures of what is done without a request: runs of jobs, what was taken from queues, and what lies in them. @module */
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { JOB_RUNS, type JobRun } from '../jobs/repeat.ts';

/** Upper bounds, s: from a look at an empty queue to a sweep of the store. */
const RUN_SECONDS = [0.01, 0.1, 1, 10, 60, 600];

/** As `readQueueFigures` gives them. */
export type ReadQueues = () => Promise<
  readonly {
    readonly queue: string;
    readonly waiting: number;
    readonly oldestSeconds: number;
    readonly dead: number;
  }[]
>;

export interface JobFigures {
  readonly taken: Counter<'kind' | 'outcome'>;
  readonly watchQueues: (read: ReadQueues) => void;
  close(): void;
}

export function countJobs(registry: Registry): JobFigures {
  const registers = [registry];
  const runs = new Histogram({
    name: 'assay_job_run_duration_seconds',
    help: 'Runs of the jobs that this process repeats.',
    // Prometheus has a label `job` of its own.
    labelNames: ['name', 'outcome'],
    buckets: RUN_SECONDS,
    registers,
  });
  const onRun = (message: unknown): void => {
    const { job, outcome, seconds } = message as JobRun;
    runs.observe({ name: job, outcome }, seconds);
  };
  JOB_RUNS.subscribe(onRun);
  const taken = new Counter({
    name: 'assay_queue_taken_total',
    help: 'Uploads, mails and deliveries by what became of an attempt.',
    labelNames: ['kind', 'outcome'],
    registers,
  });
  return {
    taken,
    watchQueues: countQueues(registry),
    close: () => void JOB_RUNS.unsubscribe(onRun),
  };
}

/** All processes on a database tell the same of its queues: ask one of them, or take the largest. */
function countQueues(registry: Registry): JobFigures['watchQueues'] {
  let read: ReadQueues | null = null;
  // Each waits for the same look: the registry asks all of them at once, and whoever did not wait would tell the look before.
  const collect = (): Promise<void> | undefined => (read === null ? undefined : look(read));
  const gauge = (name: string, help: string) =>
    new Gauge({ name, help, labelNames: ['queue'], registers: [registry], collect });
  const waiting = gauge('assay_queue_waiting', 'Rows that wait or are worked on.');
  const oldest = gauge('assay_queue_oldest_seconds', 'Since the row that has been due for longest was due.');
  const dead = gauge('assay_queue_dead', 'Rows that were given up and are kept for whoever looks after them.');
  const isReadable = new Gauge({
    name: 'assay_queue_readable',
    help: '1 if the database told of its queues at the last look, else 0.',
    // A process that never looks has nothing to say: 0 would read as a database that is away.
    registers: [],
    collect,
  });
  let looking: Promise<void> | null = null;
  const look = (ask: ReadQueues): Promise<void> =>
    (looking ??= lookOnce(ask).finally(() => {
      looking = null;
    }));
  async function lookOnce(ask: ReadQueues): Promise<void> {
    try {
      for (const { queue, ...figure } of await ask()) {
        waiting.set({ queue }, figure.waiting);
        oldest.set({ queue }, figure.oldestSeconds);
        dead.set({ queue }, figure.dead);
      }
      isReadable.set(1);
    } catch {
      // Old numbers would look like a queue that stands still.
      for (const one of [waiting, oldest, dead]) one.reset();
      isReadable.set(0);
    }
  }
  return (from) => {
    if (read === null) registry.registerMetric(isReadable);
    read = from;
  };
}
