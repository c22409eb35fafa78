/** The port `Traces`: origins are always carried; spans are made where somebody collects them. @module */
import { AppError } from '@assay/core/errors';
import type { BegunSpan, Origin, SpanFacts, Traces } from '../../app/ports/runtime/traces.ts';
import { currentOrigin, withinOrigin } from './currentOrigin.ts';

export interface StartedSpan extends Pick<BegunSpan, 'end'> {
  readonly traceparent: string;
}

/** Whoever makes spans and sends them somewhere. */
export interface SpanSource {
  /** @param parent a `traceparent`, or null for a trace of its own */
  start(
    name: string,
    kind: Parameters<Traces['begin']>[1],
    parent: string | null,
    requestId: string | null,
  ): StartedSpan;
}

/** Refusals that a caller may read are findings and no faults, but for those that say so of ourselves. */
const isFault = (cause: unknown): boolean =>
  !(cause instanceof AppError) || cause.code === 'PROCESSING_FAILED' || cause.code === 'SERVICE_UNAVAILABLE';

/** @param source null: nobody collects; what a request brought along goes on unchanged */
export function createTraces(source: SpanSource | null): Traces {
  const begin: Traces['begin'] = (name, kind, from) => {
    if (source === null) return { origin: from, end: () => {} };
    const span = source.start(name, kind, from.traceparent, from.requestId);
    return { origin: { ...from, traceparent: span.traceparent }, end: span.end };
  };
  async function inSpan<T>(
    name: string,
    kind: 'consumer' | 'internal',
    from: Origin,
    work: () => Promise<T>,
    factsOf: (result: T) => SpanFacts = () => ({}),
  ): Promise<T> {
    const { origin, end } = begin(name, kind, from);
    try {
      const result = await withinOrigin(origin, work);
      end({ isFault: false, facts: factsOf(result) });
      return result;
    } catch (cause) {
      end({ isFault: isFault(cause), facts: { 'error.type': errorType(cause) } });
      throw cause;
    }
  }
  return {
    current: currentOrigin,
    within: withinOrigin,
    begin,
    step: (name, work) => (source === null ? work() : inSpan(name, 'internal', currentOrigin(), work)),
    resume: (name, from, work, factsOf) => inSpan(name, 'consumer', from, work, factsOf),
  };
}

const errorType = (cause: unknown): string =>
  cause instanceof AppError ? cause.code : cause instanceof Error ? cause.name : 'unknown';
