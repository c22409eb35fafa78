/**
 * A login without a password on the machine (RFC 8628; docs/spec/accounts.md#login-on-a-device): the program shows a short
 * code, a person who is signed in elsewhere allows it, the program gets a session of its own.
 * @module
 */
import { AppError } from '@assay/core/errors';
import { newAudit, type Trace } from '../audit.ts';
import type { OpenDeviceLogin } from '../ports/accounts/deviceLogins.ts';
import type { Ports } from '../ports/ports.ts';
import type { Requester, UserCaller } from './caller.ts';
import { type LoggedIn, openSession } from './openSession.ts';

/** Time to open a browser, sign in and confirm. */
export const DEVICE_LOGIN_LIFETIME_S = 15 * 60;
/** RFC 8628, 3.5: the least pause between two polls where none is named; named all the same. */
export const POLL_PAUSE_S = 5;
/** The device's clock and the network are not exact; a program that waits 5 s must not be told that it did not. */
const POLL_SLACK_MS = 1000;

/** RFC 8628, 6.1: consonants alone, so no word appears, and nothing looks like a digit. */
const ALPHABET = 'BCDFGHJKLMNPQRSTVWXZ';
/** 20^8 codes: at ten tries a minute and address nobody meets one of a few that are open for a quarter of an hour. */
const USER_CODE_CHARS = 8;
export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

export interface DeviceCodes {
  /** For the program alone. */
  readonly deviceCode: string;
  /** For the person: `BCDF-GHJK`. */
  readonly userCode: string;
}

export const shownUserCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`;

/** As people type it: in any case, with or without the dash. Null if it cannot be a code. */
export function typedUserCode(text: string): string | null {
  const code = text.toUpperCase().replaceAll(/[\s\p{Pd}]/gu, '');
  return code.length === USER_CODE_CHARS && [...code].every((char) => ALPHABET.includes(char)) ? code : null;
}

/** 256 random bits as digits of base 20: the remainder favours no code by more than 2^-221. */
function freshUserCode({ oneTimeTokens }: Pick<Ports, 'oneTimeTokens'>): string {
  let bits = BigInt(`0x${oneTimeTokens.hash(oneTimeTokens.make())}`);
  let code = '';
  const base = BigInt(ALPHABET.length);
  for (; code.length < USER_CODE_CHARS; bits /= base) code += ALPHABET[Number(bits % base)];
  return code;
}

export async function startDeviceLogin(
  deps: Pick<Ports, 'deviceLogins' | 'oneTimeTokens' | 'clock' | 'ids'>,
  clientName: string | null,
  from: Requester,
): Promise<DeviceCodes> {
  const deviceCode = deps.oneTimeTokens.make();
  const createdAt = deps.clock.now();
  const login = {
    deviceCodeHash: deps.oneTimeTokens.hash(deviceCode),
    clientName,
    ...from,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + DEVICE_LOGIN_LIFETIME_S * 1000),
  };
  // A code that is taken is as rare as a guess that hits; the third in a row means that chance is broken.
  for (let attempt = 0; attempt < 3; attempt++) {
    const userCode = freshUserCode(deps);
    if (await deps.deviceLogins.create({ id: deps.ids.uuid(), userCode, ...login }))
      return { deviceCode, userCode: shownUserCode(userCode) };
  }
  throw new TypeError('startDeviceLogin: every new code is taken');
}

const gone = (): AppError =>
  new AppError(
    'GONE',
    'This code is not known, was answered already, or is older than 15 minutes. Let the device show a new one.',
  );

/** Who asks, for the person to recognize. @throws {AppError} GONE */
export async function deviceLoginOf(
  deps: Pick<Ports, 'deviceLogins' | 'clock'>,
  typed: string,
): Promise<OpenDeviceLogin> {
  const code = typedUserCode(typed);
  const login = code === null ? null : await deps.deviceLogins.findOpen(code, deps.clock.now());
  if (!login) throw gone();
  return login;
}

/** Tells the audit log of the person's own organization. @throws {AppError} GONE */
export async function decideDeviceLogin(
  deps: Pick<Ports, 'deviceLogins' | 'memberships' | 'clock' | 'ids'>,
  caller: UserCaller,
  trace: Trace,
  { typed, allowed }: { readonly typed: string; readonly allowed: boolean },
): Promise<void> {
  const login = await deviceLoginOf(deps, typed);
  const { organization } = await deps.memberships.personal(caller.user.id);
  const audit = newAudit(deps, caller, trace, {
    action: allowed ? 'device_login.allowed' : 'device_login.refused',
    target: ['device_login', login.id],
    details: { client_name: login.clientName, device_ip: login.ip },
  });
  const decision = {
    userId: caller.user.id,
    allowed,
    at: deps.clock.now(),
    organizationId: organization.id,
    audit,
  };
  if (!(await deps.deviceLogins.decide(login.id, decision))) throw gone();
}

/** The words of RFC 8628, 3.5 beside our own code, so that OAuth libraries understand them. */
const refusal = (error: string, detail: string): AppError =>
  new AppError('BAD_REQUEST', detail, { extra: { error, error_description: detail } });

const REFUSALS = {
  waiting: ['authorization_pending', 'Nobody has answered yet. Ask again after the pause.'],
  early: ['slow_down', `Wait ${POLL_PAUSE_S} s between two requests.`],
  refused: ['access_denied', 'The person refused this login.'],
  expired: ['expired_token', 'The code is older than 15 minutes. Begin again.'],
  gone: ['invalid_grant', 'This device code is not known, or has given its session already. Begin again.'],
} as const satisfies Record<string, readonly [error: string, detail: string]>;

/** @throws {AppError} BAD_REQUEST with the `error` of RFC 8628, 3.5, until the person has allowed it; then once a session */
export async function finishDeviceLogin(
  deps: Pick<Ports, 'deviceLogins' | 'oneTimeTokens' | 'users' | 'sessions' | 'tokens' | 'clock' | 'ids'>,
  { grantType, deviceCode }: { readonly grantType: string | null; readonly deviceCode: string | null },
  from: Requester,
): Promise<LoggedIn> {
  if (grantType === null || deviceCode === null)
    throw refusal('invalid_request', `Send grant_type=${DEVICE_GRANT} and the device_code.`);
  if (grantType !== DEVICE_GRANT)
    throw refusal(
      'unsupported_grant_type',
      `The only grant here is ${DEVICE_GRANT}; programs use /v1/auth/oauth/token.`,
    );
  const now = deps.clock.now();
  const hash = deps.oneTimeTokens.hash(deviceCode);
  const poll = await deps.deviceLogins.poll(hash, now, POLL_PAUSE_S * 1000 - POLL_SLACK_MS);
  const user = poll.state === 'allowed' ? await deps.users.find(poll.userId) : null;
  if (!user) {
    const [error, detail] = REFUSALS[poll.state === 'allowed' ? 'gone' : poll.state];
    throw refusal(error, detail);
  }
  return openSession(deps, user, from, deps.ids.uuid());
}
