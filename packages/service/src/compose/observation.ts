/** The part of the composition root that counts and traces, where somebody asked for it. @module */
import type { FastifyBaseLogger } from 'fastify';
import type { Ports } from '../app/ports/ports.ts';
import type { Traces } from '../app/ports/runtime/traces.ts';
import type { Engine } from '../app/ports/verify/engine.ts';
import type { Config } from '../config/config.ts';
import type { Metrics } from '../adapters/metrics/metrics.ts';
import { serveMetrics } from '../adapters/metrics/metricsServer.ts';
import {
  observedAssets,
  observedEngine,
  observedFiles,
  observedMails,
  observedVerifications,
} from '../adapters/metrics/observed.ts';
import { newProcessId } from '../adapters/runtime/processId.ts';
import { createTraces } from '../adapters/traces/createTraces.ts';
import { type Stage, stagedEngine, stagedFiles, stagedPorts } from '../adapters/traces/staged.ts';
import type { PictureStore } from './assetFiles.ts';
import { VERSION } from './ports.ts';

type Settings = Pick<Config, 'metricsPort' | 'metricsHost' | 'otlpEndpoint' | 'traceShare' | 'role'>;

export interface Observation {
  readonly traces: Traces;
  readonly engine: (engine: Engine) => Engine;
  readonly store: (store: PictureStore) => PictureStore;
  readonly ports: (ports: Ports) => Ports;
  /** Null: nobody counts. */
  readonly metrics: Metrics | null;
  /** Until it is told, nobody who asks at the port of the figures hears that the process is ready. */
  readonly readyWhen: (isReady: () => Promise<boolean>) => void;
  close(): Promise<void>;
}

/** @throws {Error} naming the setting, if the port of the figures cannot be had */
export async function openObservation(settings: Settings, log: Pick<FastifyBaseLogger, 'info'>): Promise<Observation> {
  const spans = await openSpans(settings);
  const traces = createTraces(spans);
  let ready = async (): Promise<boolean> => false;
  const readyWhen = (isReady: () => Promise<boolean>): void => void (ready = isReady);
  const figures = await openFigures(settings, log, () => ready());
  const closeAll = async (): Promise<void> => {
    await figures?.close();
    await spans?.close();
  };
  if (figures === null && spans === null)
    return { traces, engine: asIs, store: asIs, ports: asIs, metrics: null, readyWhen, close: closeAll };
  const metrics = figures?.metrics ?? null;
  const stage: Stage = (name, work) => traces.step(name, metrics === null ? work : () => timed(metrics, name, work));
  return {
    traces,
    metrics,
    readyWhen,
    engine: (engine) => stagedEngine(metrics === null ? engine : observedEngine(engine, metrics), stage),
    store: (store) => ({
      ...store,
      files: stagedFiles(metrics === null ? store.files : observedFiles(store.files, metrics), stage),
    }),
    ports: (ports) => stagedPorts(metrics === null ? ports : counted(ports, metrics), stage),
    close: closeAll,
  };
}

const asIs = <T>(part: T): T => part;

const counted = (ports: Ports, metrics: Metrics): Ports => ({
  ...ports,
  assets: observedAssets(ports.assets, metrics),
  mails: observedMails(ports.mails, metrics),
  verifications: observedVerifications(ports.verifications, metrics),
});

async function timed<T>({ stageDone }: Metrics, name: string, work: () => Promise<T>): Promise<T> {
  const startMs = performance.now();
  try {
    return await work();
  } finally {
    stageDone(name, (performance.now() - startMs) / 1000);
  }
}

async function openSpans({ otlpEndpoint: endpoint, traceShare: share, role }: Settings) {
  if (endpoint === null) return null;
  const { createOtlpSpans } = await import('../adapters/traces/otlpSpans.ts');
  const name = role === 'all' ? 'assay' : `assay-${role}`;
  return createOtlpSpans({ endpoint, share, service: { name, version: VERSION, instance: newProcessId() } });
}

async function openFigures(
  { metricsPort, metricsHost }: Settings,
  log: Pick<FastifyBaseLogger, 'info'>,
  isReady: () => Promise<boolean>,
) {
  if (metricsPort === null) return null;
  const { createMetrics } = await import('../adapters/metrics/metrics.ts');
  const metrics = createMetrics(VERSION);
  const server = await serveMetrics(metrics, { host: metricsHost, port: metricsPort }, isReady).catch(
    (cause: unknown) => {
      throw new Error(
        `ASSAY_METRICS_PORT: ${metricsHost}:${metricsPort} cannot be listened on. Choose a free port, or leave it empty.`,
        { cause },
      );
    },
  );
  log.info({ port: server.port }, 'figures for Prometheus are at /metrics of this port');
  return {
    metrics,
    async close() {
      metrics.close();
      await server.close();
    },
  };
}
