import type { Connection, RequestSpec } from '@assay/sdk/connection';
import { AssayError } from '@assay/sdk/errors';
import { expect, test } from 'vitest';
import { Session } from '../../src/session/session.ts';

type Reply = { readonly token: string } | 204 | 401 | 503;

const refusal = (status: number) =>
  new AssayError({
    code: status === 401 ? 'INVALID_TOKEN' : 'SERVICE_UNAVAILABLE',
    status,
    detail: 'd',
    attempted: 'a',
  });

/** A connection that answers in this order, and what was asked of it. */
function connectionWith(...replies: Reply[]) {
  const asked: RequestSpec[] = [];
  const answer: Connection['answer'] = async (spec) => {
    asked.push(spec);
    const reply = replies.shift() ?? 204;
    if (reply === 401 || reply === 503) throw refusal(reply);
    const body = reply === 204 ? '' : JSON.stringify({ access_token: reply.token, expires_in: 3600 });
    return { status: reply === 204 ? 204 : 200, headers: new Headers(), body: new Blob([body]) };
  };
  const json: Connection['json'] = async (spec) => JSON.parse(await (await answer(spec)).body.text());
  return { asked, connection: { answer, json } };
}

test('a cookie of a session signs the page in; every request carries the header that only pages send', async () => {
  const { asked, connection } = connectionWith({ token: 'a' });
  const session = new Session(connection);
  expect(session.state()).toEqual({ state: 'asking' });
  const [first, second] = await Promise.all([session.known(), session.known()]);
  expect([first, second, session.accessToken()]).toEqual([{ state: 'signedIn' }, { state: 'signedIn' }, 'a']);
  await session.signOut();
  expect(session.state()).toEqual({ state: 'nobody', ended: false });
  expect(session.accessToken()).toBeNull();
  expect(asked.map(({ method, headers }) => [method, headers])).toEqual([
    ['POST', { 'x-assay-page': '1' }],
    ['DELETE', { 'x-assay-page': '1' }],
  ]);
});

test('no cookie is nobody; the cookie of a session that is over says that it has ended', async () => {
  expect(await new Session(connectionWith(204).connection).known()).toEqual({ state: 'nobody', ended: false });
  expect(await new Session(connectionWith(401).connection).known()).toEqual({ state: 'nobody', ended: true });
});

test('a service that does not answer leaves it open, and is asked again', async () => {
  const session = new Session(connectionWith(503, { token: 'a' }).connection);
  await expect(session.known()).rejects.toThrow();
  expect(session.state()).toEqual({ state: 'asking' });
  expect(await session.known()).toEqual({ state: 'signedIn' });
});

test('calls that find their token expired at once share one refresh, since the cookie is replaced by it', async () => {
  const { asked, connection } = connectionWith({ token: 'a' }, { token: 'b' });
  const session = new Session(connection);
  await session.known();
  expect(await Promise.all([session.renew(), session.renew(), session.renew()])).toEqual(['b', 'b', 'b']);
  expect(asked).toHaveLength(2);
});

test('a refresh that is refused ends the session and tells whoever listens, once', async () => {
  const session = new Session(connectionWith({ token: 'a' }, 401).connection);
  await session.known();
  const heard: string[] = [];
  session.subscribe(() => heard.push(session.state().state));
  await expect(session.renew()).rejects.toMatchObject({ status: 401 });
  session.ended();
  expect(session.state()).toEqual({ state: 'nobody', ended: true });
  expect(heard).toEqual(['nobody']);
});

test('a refresh that fails for another reason ends nothing', async () => {
  const session = new Session(connectionWith({ token: 'a' }, 503).connection);
  await session.known();
  await expect(session.renew()).rejects.toMatchObject({ status: 503 });
  expect(session.state()).toEqual({ state: 'signedIn' });
});
