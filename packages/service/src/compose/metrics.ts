/** The part of the composition root that counts, where somebody asked for it. @module */
import type { FastifyBaseLogger } from 'fastify';
import { createMetrics, type Metrics } from '../adapters/metrics/metrics.ts';
import { serveMetrics } from '../adapters/metrics/metricsServer.ts';
import { observedEngine, observedVerifications } from '../adapters/metrics/observed.ts';
import type { Ports } from '../app/ports/ports.ts';
import type { Engine } from '../app/ports/verify/engine.ts';
import type { Config } from '../config/config.ts';
import { VERSION } from './ports.ts';

export interface OpenMetrics {
  readonly engine: (engine: Engine) => Engine;
  readonly ports: (ports: Ports) => Ports;
  /** Absent: nobody counts. */
  readonly requestDone: { readonly requestDone?: Metrics['requestDone'] };
  close(): Promise<void>;
}

/** @throws {Error} naming the setting, if the port cannot be had */
export async function openMetrics(
  { metricsPort, metricsHost }: Pick<Config, 'metricsPort' | 'metricsHost'>,
  log: Pick<FastifyBaseLogger, 'info'>,
): Promise<OpenMetrics> {
  if (metricsPort === null)
    return { engine: (engine) => engine, ports: (ports) => ports, requestDone: {}, close: async () => {} };
  const metrics = createMetrics(VERSION);
  const server = await serveMetrics(metrics, { host: metricsHost, port: metricsPort }).catch((cause: unknown) => {
    throw new Error(
      `ASSAY_METRICS_PORT: ${metricsHost}:${metricsPort} cannot be listened on. Choose a free port, or leave it empty.`,
      { cause },
    );
  });
  log.info({ port: server.port }, 'figures for Prometheus are at /metrics of this port');
  return {
    engine: (engine) => observedEngine(engine, metrics),
    ports: (ports) => ({ ...ports, verifications: observedVerifications(ports.verifications, metrics) }),
    requestDone: { requestDone: metrics.requestDone },
    close: server.close,
  };
}
