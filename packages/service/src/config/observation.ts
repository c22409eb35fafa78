/** Settings of what a service tells of itself to those who watch it. @module */
import { z } from 'zod';
import { integer, number, orNull, setting, text, url } from './setting.ts';

export const OBSERVATION_SETTINGS = {
  metricsPort: setting(
    'ASSAY_METRICS_PORT',
    '',
    'Port of GET /metrics for Prometheus, beside the one above, and of /health/live and /health/ready, for workers too; 0 takes any free one. Empty: no figures are kept.',
    orNull(integer(0, 65535)),
  ),
  metricsHost: setting(
    'ASSAY_METRICS_HOST',
    '127.0.0.1',
    'Address that it listens on. Whoever reaches it may read the figures.',
    text,
  ),
  otlpEndpoint: setting(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    '',
    'Collector of OpenTelemetry that spans are sent to over OTLP/HTTP, such as http://127.0.0.1:4318. Empty: no spans are made. See docs/guides/monitoring.md.',
    orNull(url('http:', 'https:')),
  ),
  traceShare: setting(
    'ASSAY_TRACE_SHARE',
    '1',
    'Share of requests whose spans are sent, from 0 to 1.',
    number(z.number().min(0).max(1), 'must be a number from 0 to 1'),
  ),
} as const;
