/** Where work came from, so that what many processes do for one request can be followed: W3C Trace Context, and the id of the request. @module */

/** What goes with a job to whichever process does it. */
export interface Origin {
  /** Of the request that began it; null for work that the service began by itself. */
  readonly requestId: string | null;
  /** `00-<trace id>-<parent id>-<flags>` (W3C Trace Context, 3.2); null where nobody traces. */
  readonly traceparent: string | null;
}

export const NO_ORIGIN: Origin = { requestId: null, traceparent: null };

/** Facts of a span; text is cut at 200 characters, and nothing secret may be in it. */
export type SpanFacts = Readonly<Record<string, string | number | boolean>>;

export interface BegunSpan {
  /** Of what is done inside it. */
  readonly origin: Origin;
  /** Once; a second call does nothing. @param name if it is known only now */
  end(outcome: { readonly isFault: boolean; readonly name?: string; readonly facts?: SpanFacts }): void;
}

/** Never throws and never waits, whatever becomes of the collector. */
export interface Traces {
  /** Of the work in progress. */
  current(): Origin;
  /** `current` answers `origin` in the work and in all that it starts. */
  within<T>(origin: Origin, work: () => T): T;
  /** `server`: a request that comes in; `consumer`: a job out of the queue; `internal`: a step of either. */
  begin(name: string, kind: 'server' | 'consumer' | 'internal', from: Origin): BegunSpan;
  /** A step of the work in progress. */
  step<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** Goes on with what began in another process or before. @param factsOf of what came of it, where that is told by no failure */
  resume<T>(name: string, from: Origin, work: () => Promise<T>, factsOf?: (result: T) => SpanFacts): Promise<T>;
}
