/**
 * Spans by the OpenTelemetry SDK, sent over OTLP/HTTP as JSON. Loaded where an address of a collector is set, and nowhere else: the
 * packages take a tenth of a second of every start. Only its span processor and exporter are used; which span is whose parent is said
 * by `traceparent` texts, so nothing of it is global and two services of one process keep apart.
 * @module
 */
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, TraceFlags } from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  TracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace';
import type { SpanSource } from './createTraces.ts';

export interface OtlpSettings {
  /** Of the collector, without `/v1/traces` (OTLP specification, "OTLP/HTTP Request"). */
  readonly endpoint: string;
  /** Of traces that begin here, 0..1. */
  readonly share: number;
  readonly service: { readonly name: string; readonly version: string; readonly instance: string };
}

/** How long spans may wait for company, ms; also the longest that a process that is killed loses. */
const SEND_EVERY_MS = 2_000;
/** Longest wait for the collector, ms: within the drain of 20 s. */
const SEND_MS_MAX = 5_000;
const TEXT_CHARS_MAX = 200;

const KINDS = { server: SpanKind.SERVER, consumer: SpanKind.CONSUMER, internal: SpanKind.INTERNAL } as const;

export interface OtlpSpans extends SpanSource {
  /** Sends what waits. Never rejects. */
  close(): Promise<void>;
}

export function createOtlpSpans({ endpoint, share, service }: OtlpSettings): OtlpSpans {
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: SEND_MS_MAX });
  const own = new TraceIdRatioBasedSampler(share);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': service.name,
      'service.version': service.version,
      'service.instance.id': service.instance,
    }),
    // A stranger's flag must not make us record more than our share: his traces are drawn like our own.
    sampler: new ParentBasedSampler({ root: own, remoteParentSampled: own }),
    spanProcessors: [
      new BatchSpanProcessor({ exporter, scheduledDelayMillis: SEND_EVERY_MS, exportTimeoutMillis: SEND_MS_MAX }),
    ],
  });
  const tracer = provider.getTracer('assay', service.version);
  return {
    start(name, kind, parent, requestId) {
      const from = parent === null ? null : parseTraceParent(parent);
      const context = from
        ? trace.setSpanContext(ROOT_CONTEXT, { ...from, isRemote: kind !== 'internal' })
        : ROOT_CONTEXT;
      const span = tracer.startSpan(name, { kind: KINDS[kind] }, context);
      if (requestId !== null) span.setAttribute('assay.request_id', requestId);
      const { traceId, spanId, traceFlags } = span.spanContext();
      return {
        traceparent: `00-${traceId}-${spanId}-${traceFlags === TraceFlags.SAMPLED ? '01' : '00'}`,
        end({ isFault, name: late, facts = {} }) {
          if (late !== undefined) span.updateName(late);
          for (const [key, value] of Object.entries(facts))
            span.setAttribute(key, typeof value === 'string' ? value.slice(0, TEXT_CHARS_MAX) : value);
          if (isFault) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    // A collector that is gone is nobody's fault here.
    close: () => provider.shutdown().catch(() => undefined),
  };
}
