/** Questions to a service, and answers that can be held against others. @module */
import { createHash } from 'node:crypto';
import type { Answer, Made, Question } from './release.ts';
import { OWNER, VIEWER } from './settings.ts';

export type Asker = Question['as'];
export type Json = Record<string, unknown>;

/** How each of them says who it is. */
export type Credentials = Readonly<Record<Asker, Readonly<Record<string, string>>>>;

/** @throws {Error} with the answer, unless it is one of success */
export async function told(url: string, path: string, headers: object, body?: object | FormData): Promise<Json> {
  const isForm = body instanceof FormData;
  const response = await fetch(`${url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { ...headers, ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
  return (text === '' ? {} : JSON.parse(text)) as Json;
}

export const signIn = async (url: string, { email, password }: typeof OWNER): Promise<Record<string, string>> => ({
  authorization: `Bearer ${String((await told(url, '/v1/auth/login', {}, { email, password })).access_token)}`,
});

export const credentialsOf = async (url: string, { key }: Made): Promise<Credentials> => ({
  owner: await signIn(url, OWNER),
  viewer: await signIn(url, VIEWER),
  key: { 'x-api-key': String(key) },
  nobody: {},
});

/** Of whom the service has an answer, JSON or bytes. */
export async function answerTo(url: string, { as, path }: Question, credentials: Credentials): Promise<Answer> {
  const response = await fetch(`${url}${path}`, {
    headers: { accept: 'application/json, */*;q=0.5', ...credentials[as] },
    redirect: 'manual',
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  return /json/.test(response.headers.get('content-type') ?? '')
    ? { status: response.status, body: lasting(path, JSON.parse(bytes.toString()) as Json) }
    : { status: response.status, sha256: createHash('sha256').update(bytes).digest('hex') };
}

/** Where the present answer is another one. A later version may say more of a thing, and nothing else of it. */
export function differences(then: unknown, now: unknown, place: string): string[] {
  const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null;
  if (!isNested(then) || !isNested(now) || Array.isArray(then) !== Array.isArray(now))
    return Object.is(then, now) ? [] : [`${place} ${JSON.stringify(then)} is ${JSON.stringify(now)} now`];
  if (Array.isArray(then) && then.length !== (now as unknown[]).length)
    return [`${place} ${then.length} items are ${(now as unknown[]).length} now`];
  return Object.entries(then).flatMap(([name, value]) =>
    differences(value, (now as Record<string, unknown>)[name], `${place}/${name}`),
  );
}

/** What is of the moment of the question, in answers at such a path. */
const DRAWN: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\/report\.json$/, ['generated_at', 'service', 'digest']],
  [/^\/v1\/blockchain\/verify\//, ['verified_at']],
  // Who asks has signed in.
  [/^\/v1\/auth\/me$/, ['last_login_at']],
];
/** Signed for a quarter of an hour. */
const SIGNED = /\/v1\/storage\/signed\/[^"?\s]+/g;

/** Of a refusal the code is promised, its sentence is not. */
function lasting(path: string, body: Json): Json {
  if ('error_code' in body) return { error_code: body.error_code };
  const drawn = DRAWN.flatMap(([place, names]) => (place.test(path) ? names : []));
  const kept = Object.entries(body).filter(([name]) => !drawn.includes(name));
  return masked(Object.fromEntries(kept)) as Json;
}

function masked(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(SIGNED, '/v1/storage/signed/*');
  if (Array.isArray(value)) return value.map(masked);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, masked(one)]));
}
