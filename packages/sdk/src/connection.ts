/**
 * Requests to one service: address, credentials, time limit, retries, and every failure as a typed error.
 * @module
 */
import { AssayError, errorFromAnswer, NetworkError, UnexpectedAnswerError } from './errors.ts';
import { DEFAULT_RETRY, type RetryNotice, type RetryPolicy, withRetry } from './retry.ts';
import { defaultTransport, type Transport, type UploadProgress } from './transport.ts';
import type { RefreshedTokens } from './types.ts';

/**
 * Longest time for one attempt. The largest picture (50 MiB) takes 7 min at 1 Mbit/s, so 10 min stops only what hangs.
 */
const TIMEOUT_MS = 600_000;

export interface ConnectionOptions {
  /** Where the service lives, without `/v1`: `http://127.0.0.1:8080`. In a page: `window.location.origin`. */
  readonly baseUrl: string;
  /** A JWT access token; `login` sets one too. */
  readonly token?: string;
  readonly refreshToken?: string;
  /** Where a page keeps its session outside of the client: a fresh access token in place of an expired one. */
  readonly renewToken?: () => Promise<string>;
  /** Sent as `X-API-Key` while there is no token. */
  readonly apiKey?: string;
  readonly retry?: Partial<RetryPolicy>;
  /** For one attempt; default 10 minutes. */
  readonly timeoutMs?: number;
  readonly transport?: Transport;
  /** Told whenever the tokens change, for a program that keeps them; undefined after a logout. */
  readonly onTokens?: (token: string | undefined, refreshToken: string | undefined) => void;
}

/** What every call of the client takes besides its own options. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Told before each wait that precedes another attempt. */
  readonly onRetry?: ((notice: RetryNotice) => void) | undefined;
}

export interface RequestSpec extends CallOptions {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Beginning with a slash, below the base address. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly json?: unknown;
  readonly form?: FormData;
  /** POSTs that create send the same Idempotency-Key on every attempt, so none creates twice. */
  readonly creates?: boolean;
  /** That key, where the caller chose it. */
  readonly idempotencyKey?: string | undefined;
  /** Beside those that every request has. */
  readonly headers?: Readonly<Record<string, string>>;
  /** False for login and refresh, which bring their own credential. */
  readonly authorized?: boolean;
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined;
  /** Reads a 2xx answer that comes bit by bit; default to its end. */
  readonly read?: ((response: Response) => Promise<Blob>) | undefined;
}

/** A 2xx answer, read to its end, so that a connection that breaks half-way is a `NetworkError` like any other. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Blob;
}

export class Connection {
  readonly #base: URL;
  readonly #apiKey: string | undefined;
  readonly #retry: RetryPolicy;
  readonly #timeoutMs: number;
  readonly #transport: Transport;
  readonly #onTokens: ConnectionOptions['onTokens'];
  readonly #renewToken: (() => Promise<string>) | undefined;
  #token: string | undefined;
  #refreshToken: string | undefined;
  #organizationId: string | undefined;
  #refreshing: Promise<RefreshedTokens> | null = null;

  /** @throws {TypeError} if `baseUrl` is no http(s) address, or holds a user name or password. */
  constructor(options: ConnectionOptions) {
    this.#base = parseBase(options.baseUrl);
    this.#apiKey = options.apiKey;
    this.#token = options.token;
    this.#refreshToken = options.refreshToken;
    this.#retry = { ...DEFAULT_RETRY, ...options.retry };
    this.#timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
    this.#transport = options.transport ?? defaultTransport;
    this.#renewToken = options.renewToken;
    this.#onTokens = options.onTokens;
  }

  setTokens(token: string | undefined, refreshToken: string | undefined): void {
    this.#token = token;
    this.#refreshToken = refreshToken;
    this.#onTokens?.(token, refreshToken);
  }

  /** In which organization every request with a credential acts from now on; undefined: the key's or the personal one. */
  setOrganization(organizationId: string | undefined): void {
    this.#organizationId = organizationId;
  }

  /** The parsed JSON of a 2xx answer. */
  async json<T>(spec: RequestSpec): Promise<T> {
    return this.parsed<T>(await this.answer(spec), attemptOf(spec));
  }

  /** The JSON of an answer; null if it has no body. @throws {UnexpectedAnswerError} */
  async parsed<T>(answer: Answer, attempted: string): Promise<T> {
    if (answer.body.size === 0) return null as T;
    try {
      return JSON.parse(await answer.body.text()) as T;
    } catch (cause) {
      throw new UnexpectedAnswerError({
        code: 'UNEXPECTED_ANSWER',
        status: answer.status,
        attempted,
        detail: 'The answer is not JSON; is this the address of the service?',
        cause,
      });
    }
  }

  /** A 2xx answer. An expired access token is replaced once, if that is possible. */
  async answer(spec: RequestSpec): Promise<Answer> {
    const idempotencyKey = spec.creates ? (spec.idempotencyKey ?? newIdempotencyKey()) : null;
    const options = {
      policy: this.#retry,
      repeatable: spec.method !== 'POST' || idempotencyKey !== null,
      signal: spec.signal,
      onRetry: spec.onRetry,
    };
    const send = () => withRetry(() => this.#exchange(spec, idempotencyKey), options);
    try {
      return await send();
    } catch (error) {
      const isExpired = error instanceof AssayError && error.code === 'TOKEN_EXPIRED';
      if (!isExpired || spec.authorized === false || !(await this.#renew())) throw error;
      return await send();
    }
  }

  /** False if there is nothing to get another access token with. */
  async #renew(): Promise<boolean> {
    if (this.#renewToken) this.#token = await this.#renewToken();
    else if (this.#refreshToken !== undefined) await this.refresh();
    else return false;
    return true;
  }

  /** Exchanges the refresh token; calls at the same time share one exchange, since rotation allows only one. */
  refresh(): Promise<RefreshedTokens> {
    this.#refreshing ??= this.#exchangeRefreshToken().finally(() => {
      this.#refreshing = null;
    });
    return this.#refreshing;
  }

  async #exchangeRefreshToken(): Promise<RefreshedTokens> {
    const tokens = await this.json<RefreshedTokens>({
      method: 'POST',
      path: '/v1/auth/refresh',
      json: { refresh_token: this.#refreshToken, rotate: true },
      authorized: false,
    });
    this.setTokens(tokens.access_token, tokens.refresh_token ?? this.#refreshToken);
    return tokens;
  }

  async #exchange(spec: RequestSpec, idempotencyKey: string | null): Promise<Answer> {
    spec.signal?.throwIfAborted();
    const timeout = AbortSignal.timeout(this.#timeoutMs);
    const signal = spec.signal ? AbortSignal.any([spec.signal, timeout]) : timeout;
    const body = spec.form ?? (spec.json === undefined ? null : JSON.stringify(spec.json));
    const headers = this.#headers(spec, idempotencyKey);
    const request = { method: spec.method, url: this.#url(spec), headers, body, signal, onProgress: spec.onProgress };
    let isOk: boolean;
    let answer: Answer;
    try {
      const response = await this.#transport(request);
      isOk = response.ok;
      const body = await (isOk && spec.read ? spec.read(response) : response.blob());
      answer = { status: response.status, headers: response.headers, body };
    } catch (cause) {
      if (spec.signal?.aborted) throw spec.signal.reason;
      throw this.#networkError(spec, cause, timeout.aborted);
    }
    if (isOk) return answer;
    throw errorFromAnswer(answer.status, answer.headers, await answer.body.text(), attemptOf(spec));
  }

  #headers(spec: RequestSpec, idempotencyKey: string | null): Headers {
    const headers = new Headers({ accept: 'application/json', ...spec.headers });
    if (spec.json !== undefined) headers.set('content-type', 'application/json');
    if (idempotencyKey) headers.set('idempotency-key', idempotencyKey);
    if (spec.authorized === false) return headers;
    if (this.#organizationId !== undefined) headers.set('x-organization-id', this.#organizationId);
    if (this.#token !== undefined) headers.set('authorization', `Bearer ${this.#token}`);
    else if (this.#apiKey !== undefined) headers.set('x-api-key', this.#apiKey);
    return headers;
  }

  #url(spec: RequestSpec): string {
    const url = new URL(this.#base);
    url.pathname = this.#base.pathname.replace(/\/$/, '') + spec.path;
    for (const [name, value] of Object.entries(spec.query ?? {}))
      if (value !== undefined) url.searchParams.set(name, String(value));
    return url.href;
  }

  #networkError(spec: RequestSpec, cause: unknown, timedOut: boolean): NetworkError {
    // The reason, where there is one, stays in the cause: Node hides its code in that of a "fetch failed".
    const why = timedOut ? `No answer within ${this.#timeoutMs / 1000} s` : 'Could not reach the server';
    return new NetworkError({
      code: 'NETWORK_ERROR',
      status: 0,
      attempted: attemptOf(spec),
      detail: `${why}; tried ${this.#base.origin}`,
      cause,
    });
  }
}

/** 128 random bits. Not randomUUID, which browsers keep from pages that came over plain http from another host. */
function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function parseBase(baseUrl: string): URL {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new TypeError('baseUrl must be an http(s) address such as http://127.0.0.1:8080');
  // Such an address would end up in logs and messages.
  if (url.username || url.password) throw new TypeError('baseUrl must not hold a user name or password');
  return url;
}

function attemptOf(spec: RequestSpec): string {
  return `${spec.method} ${spec.path}`;
}
