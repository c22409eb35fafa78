/**
 * Who is signed in in this browser. The access token lives in this module's memory alone and the refresh token in a cookie
 * that no script reads, so nothing that could be stolen lies in the browser's storage: docs/spec/accounts.md#sessions-of-browsers.
 * @module
 */
import type { Connection } from '@assay/sdk/connection';
import { AssayError, AuthenticationError } from '@assay/sdk/errors';
import type { BrowserSession } from '@assay/sdk/types';
import { PAGE_HEADERS, REFRESH_PATH, SESSION_PATH } from '../ahead/refreshRequest.ts';

export type SessionState =
  /** The service is being asked; pages that everybody may see do not wait for it. */
  | { readonly state: 'asking' }
  /** @property ended there was a session until now, or the cookie of one */
  | { readonly state: 'nobody'; readonly ended: boolean }
  | { readonly state: 'signedIn' };

export type SignIn = { readonly email: string; readonly password: string } | { readonly code: string };

const isRefusal = (error: unknown): boolean => error instanceof AssayError && error.status === 401;

export class Session {
  readonly #connection: Pick<Connection, 'json' | 'answer'>;
  readonly #listeners = new Set<() => void>();
  #state: SessionState = { state: 'asking' };
  #accessToken: string | null = null;
  #asking: Promise<SessionState> | null = null;
  #renewing: Promise<string | null> | null = null;

  constructor(connection: Pick<Connection, 'json' | 'answer'>) {
    this.#connection = connection;
  }

  readonly state = (): SessionState => this.#state;

  accessToken(): string | null {
    return this.#accessToken;
  }

  /** @returns ends it */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Asks the service once, and again after a failure. @throws {AssayError} if it does not answer */
  known(): Promise<SessionState> {
    if (this.#state.state !== 'asking') return Promise.resolve(this.#state);
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = null;
    });
    return this.#asking;
  }

  /** @param language in which the person reads pages, for mails */
  async signIn(how: SignIn, language: string): Promise<void> {
    const opened = await this.#connection.json<BrowserSession>({
      method: 'POST',
      path: SESSION_PATH,
      json: how,
      headers: { ...PAGE_HEADERS, 'accept-language': language },
      authorized: false,
    });
    this.#become({ state: 'signedIn' }, opened.access_token);
  }

  async signOut(): Promise<void> {
    await this.#connection.answer({ method: 'DELETE', path: SESSION_PATH, headers: PAGE_HEADERS, authorized: false });
    this.#nobody(false);
  }

  /** A fresh access token. @throws {AssayError} if there is none to be had; where it is refused, the session has ended */
  async renew(): Promise<string> {
    const { state } = await this.#ask();
    if (state === 'signedIn' && this.#accessToken !== null) return this.#accessToken;
    const facts = {
      code: 'UNAUTHENTICATED',
      status: 401,
      attempted: SESSION_PATH,
      detail: 'Nobody is signed in here.',
    };
    throw new AuthenticationError(facts);
  }

  /** The service said that the session is over. */
  ended(): void {
    if (this.#state.state === 'signedIn') this.#nobody(true);
  }

  async #ask(): Promise<SessionState> {
    const wasSignedIn = this.#state.state === 'signedIn';
    try {
      const accessToken = await this.#exchange();
      if (accessToken === null) return this.#nobody(wasSignedIn);
      return this.#become({ state: 'signedIn' }, accessToken);
    } catch (error) {
      if (isRefusal(error)) return this.#nobody(true);
      throw error;
    }
  }

  /** Null: nobody is signed in here. Calls at the same time share one exchange, since it replaces the cookie. */
  #exchange(): Promise<string | null> {
    this.#renewing ??= this.#connection
      .answer({ method: 'POST', path: REFRESH_PATH, headers: PAGE_HEADERS, authorized: false })
      .then(async ({ status, body }) =>
        status === 204 ? null : (JSON.parse(await body.text()) as BrowserSession).access_token,
      )
      .finally(() => {
        this.#renewing = null;
      });
    return this.#renewing;
  }

  #nobody(ended: boolean): SessionState {
    return this.#become({ state: 'nobody', ended }, null);
  }

  #become(state: SessionState, accessToken: string | null): SessionState {
    const isSame = this.#state.state === state.state && this.#accessToken === accessToken;
    [this.#state, this.#accessToken] = [state, accessToken];
    if (!isSame) for (const listener of this.#listeners) listener();
    return state;
  }
}
