/**
 * What API keys and sessions have to answer, as a model without a database: a state, and a step that says whether an
 * answer is right in it. All times are seconds of the test's clock.
 * Sources: docs/spec/accounts.md#refresh (rotation, 30 s of grace), docs/spec/accounts.md#logout (at once),
 * docs/spec/accounts.md#tokens (leeway of 30 s), docs/spec/api-keys.md#revoking-a-key,
 * docs/spec/api-keys.md#rotating-a-key.
 * @module
 */
export interface KeyState {
  readonly secret: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly active: boolean;
  readonly revoked: boolean;
  readonly replaced: boolean;
}

interface SessionState {
  readonly ended: boolean;
  readonly expiresAt: number;
}

interface TokenState {
  readonly sessionId: string;
  readonly expiresAt: number;
}

interface RefreshState extends TokenState {
  readonly successor: { readonly token: string; readonly at: number } | null;
}

export interface AccessState {
  readonly keys: Readonly<Record<string, KeyState>>;
  readonly sessions: Readonly<Record<string, SessionState>>;
  readonly accessTokens: Readonly<Record<string, TokenState>>;
  readonly refreshTokens: Readonly<Record<string, RefreshState>>;
}

export const NOTHING: AccessState = { keys: {}, sessions: {}, accessTokens: {}, refreshTokens: {} };

/** A request; `id` is that of a key or a session, `token` the text of a token. */
export type Operation =
  | { readonly do: 'makeKey'; readonly days: number | null }
  | { readonly do: 'useKey' | 'rotateKey' | 'revokeKey'; readonly id: string }
  | { readonly do: 'switchKey'; readonly id: string; readonly on: boolean }
  | { readonly do: 'logIn' }
  | { readonly do: 'useToken' | 'logOut'; readonly token: string }
  | { readonly do: 'refresh'; readonly token: string; readonly rotate: boolean }
  | { readonly do: 'endSession'; readonly id: string };

export interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

const DAY_S = 24 * 3600;
const ACCESS_S = 3600;
const REFRESH_S = 30 * DAY_S;
const LEEWAY_S = 30;
const GRACE_S = 30;
const OVERLAP_S = DAY_S;

export const sessionIdOf = (token: unknown): string =>
  (JSON.parse(Buffer.from(String(token).split('.')[1] ?? '', 'base64url').toString()) as { sid: string }).sid;

/** @returns the state after the operation; null when the answer is wrong in `state` */
export function step(state: AccessState, operation: Operation, answer: Answer, now: number): AccessState | null {
  const says = (status: number, next: AccessState = state): AccessState | null =>
    answer.status === status ? next : null;
  switch (operation.do) {
    case 'makeKey': {
      const expiresAt = operation.days === null ? Infinity : now + operation.days * DAY_S;
      return says(201, withNewKey(state, answer, { createdAt: now, expiresAt }));
    }
    case 'useKey':
      return says(works(keyIn(state, operation.id), now) ? 200 : 401);
    case 'revokeKey':
      return says(204, withKey(state, operation.id, { revoked: true }));
    case 'switchKey':
      return keyIn(state, operation.id).revoked
        ? says(409)
        : says(200, withKey(state, operation.id, { active: operation.on }));
    case 'rotateKey':
      return afterRotation(state, operation.id, answer, now);
    case 'logIn':
      return says(200, withSession(state, answer, now));
    case 'useToken':
      return says(tokenWorks(state, operation.token, now) ? 200 : 401);
    case 'logOut':
      return tokenWorks(state, operation.token, now)
        ? says(204, ended(state, found(state.accessTokens, operation.token).sessionId))
        : says(401);
    case 'refresh':
      return afterRefresh(state, operation, answer, now);
    case 'endSession':
      return afterEnd(state, operation.id, answer, now);
  }
}

function found<T>(all: Readonly<Record<string, T>>, name: string): T {
  const one = all[name];
  if (one === undefined) throw new RangeError(`the model does not know ${name}`);
  return one;
}

const keyIn = (state: AccessState, id: string): KeyState => found(state.keys, id);
const works = ({ active, revoked, expiresAt }: KeyState, now: number): boolean => active && !revoked && now < expiresAt;
const lives = ({ ended: over, expiresAt }: SessionState, now: number): boolean => !over && now < expiresAt;
const expired = ({ expiresAt }: TokenState, now: number): boolean => now - LEEWAY_S >= expiresAt;

function tokenWorks(state: AccessState, text: string, now: number): boolean {
  const token = found(state.accessTokens, text);
  return !expired(token, now) && lives(found(state.sessions, token.sessionId), now);
}

const withKey = (state: AccessState, id: string, change: Partial<KeyState>): AccessState => ({
  ...state,
  keys: { ...state.keys, [id]: { ...keyIn(state, id), ...change } },
});

function withNewKey(
  state: AccessState,
  { body }: Answer,
  times: Pick<KeyState, 'createdAt' | 'expiresAt'>,
): AccessState {
  const key = { secret: String(body['key']), active: true, revoked: false, replaced: false, ...times };
  return { ...state, keys: { ...state.keys, [String(body['id'])]: key } };
}

/** Only a key that works and was not replaced has a successor. */
function afterRotation(state: AccessState, id: string, answer: Answer, now: number): AccessState | null {
  const key = keyIn(state, id);
  if (!works(key, now) || key.replaced) return answer.status === 409 ? state : null;
  if (answer.status !== 201) return null;
  const old = { replaced: true, expiresAt: Math.min(key.expiresAt, now + OVERLAP_S) };
  const times = { createdAt: now, expiresAt: now + (key.expiresAt - key.createdAt) };
  return withNewKey(withKey(state, id, old), answer, times);
}

const ended = (state: AccessState, id: string): AccessState => ({
  ...state,
  sessions: { ...state.sessions, [id]: { ...found(state.sessions, id), ended: true } },
});

function withSession(state: AccessState, answer: Answer, now: number): AccessState {
  if (answer.status !== 200) return state;
  const { access_token, refresh_token } = answer.body;
  const sessionId = sessionIdOf(access_token);
  const session = { ended: false, expiresAt: now + REFRESH_S };
  const refresh = { sessionId, expiresAt: now + REFRESH_S, successor: null };
  const refreshTokens = { ...state.refreshTokens, [String(refresh_token)]: refresh };
  const next = { ...state, refreshTokens, sessions: { ...state.sessions, [sessionId]: session } };
  return withAccess(next, access_token, sessionId, now);
}

const withAccess = (state: AccessState, token: unknown, sessionId: string, now: number): AccessState => ({
  ...state,
  accessTokens: { ...state.accessTokens, [String(token)]: { sessionId, expiresAt: now + ACCESS_S } },
});

function afterRefresh(
  state: AccessState,
  { token, rotate }: Extract<Operation, { do: 'refresh' }>,
  { status, body }: Answer,
  now: number,
): AccessState | null {
  const shown = found(state.refreshTokens, token);
  const { sessionId } = shown;
  if (expired(shown, now)) return status === 401 && body['error_code'] === 'TOKEN_EXPIRED' ? state : null;
  // Of two requests that show a copy, each may call it one: no code is demanded once the session has ended.
  if (!lives(found(state.sessions, sessionId), now)) return status === 401 ? state : null;
  if (shown.successor && now - shown.successor.at > GRACE_S)
    return status === 401 && body['error_code'] === 'TOKEN_REUSED' ? ended(state, sessionId) : null;
  if (status !== 200) return null;
  const accepted = withAccess(state, body['access_token'], sessionId, now);
  const next = body['refresh_token'];
  if (!rotate) return next === undefined ? accepted : null;
  if (typeof next !== 'string') return null;
  if (shown.successor) return next === shown.successor.token ? accepted : null;
  // A first rotation makes a token that nobody has seen.
  if (next in state.refreshTokens) return null;
  const expiresAt = now + REFRESH_S;
  return {
    ...accepted,
    sessions: { ...state.sessions, [sessionId]: { ended: false, expiresAt } },
    refreshTokens: {
      ...state.refreshTokens,
      [token]: { ...shown, successor: { token: next, at: now } },
      [next]: { sessionId, expiresAt, successor: null },
    },
  };
}

function afterEnd(state: AccessState, id: string, { status }: Answer, now: number): AccessState | null {
  const session = found(state.sessions, id);
  if (session.ended) return status === 404 ? state : null;
  // One that came to its end by itself may be there still, or be gone.
  const fits = status === 204 || (status === 404 && !lives(session, now));
  return fits ? ended(state, id) : null;
}

/** What ends or changes later than `now`, with the operation that shows on which side of the limit the service is. */
export function limitsAhead(state: AccessState, now: number): { readonly at: number; readonly operation: Operation }[] {
  const endOf = ({ sessionId }: TokenState): number => found(state.sessions, sessionId).expiresAt;
  const limits = [
    ...Object.entries(state.keys).map(([id, { expiresAt }]) => ({
      at: expiresAt,
      operation: { do: 'useKey', id } as const,
    })),
    ...Object.entries(state.accessTokens).flatMap(([token, one]) =>
      [one.expiresAt + LEEWAY_S, endOf(one)].map((at) => ({ at, operation: { do: 'useToken', token } as const })),
    ),
    ...Object.entries(state.refreshTokens).flatMap(([token, one]) =>
      [one.successor ? one.successor.at + GRACE_S : Infinity, one.expiresAt + LEEWAY_S, endOf(one)].map((at) => ({
        at,
        operation: { do: 'refresh', token, rotate: true } as const,
      })),
    ),
  ];
  return limits.filter(({ at }) => Number.isFinite(at) && at > now + 1).sort((a, b) => a.at - b.at);
}

/** The states that some order of the operations leads to, if each answer is right in that order: none = not linearizable. */
export function statesAfter(
  from: readonly AccessState[],
  done: readonly { readonly operation: Operation; readonly answer: Answer }[],
  now: number,
): AccessState[] {
  if (done.length === 0) return [...from];
  const reached = done.flatMap(({ operation, answer }, index) => {
    const next = from.flatMap((state) => step(state, operation, answer, now) ?? []);
    return next.length === 0 ? [] : statesAfter(next, done.toSpliced(index, 1), now);
  });
  return [...new Map(reached.map((state) => [fingerprint(state), state])).values()];
}

/** Equal for states that differ only in the order in which things were noted. */
const fingerprint = (state: AccessState): string =>
  JSON.stringify(Object.values(state).map((all: object) => Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1))));
