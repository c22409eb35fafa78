/** A collector that forgets nothing and sends nothing. */
import type { SpanSource } from '../../../src/adapters/traces/createTraces.ts';
import type { SpanFacts } from '../../../src/app/ports/runtime/traces.ts';

export interface RecordedSpan {
  readonly name: string;
  readonly kind: string;
  /** As it was told: that of the row, if it came from one. */
  readonly parent: string | null;
  readonly requestId: string | null;
  /** Of what is done inside it. */
  readonly traceparent: string;
  end: { readonly isFault: boolean; readonly name?: string; readonly facts?: SpanFacts } | null;
}

export function recordedSpans(): SpanSource & { readonly spans: RecordedSpan[] } {
  const spans: RecordedSpan[] = [];
  return {
    spans,
    start(name, kind, parent, requestId) {
      const traceId = parent?.split('-')[1] ?? '0'.repeat(32);
      const traceparent = `00-${traceId}-${String(spans.length + 1).padStart(16, '0')}-01`;
      const span: RecordedSpan = { name, kind, parent, requestId, traceparent, end: null };
      spans.push(span);
      return { traceparent, end: (end) => void (span.end ??= end) };
    },
  };
}
