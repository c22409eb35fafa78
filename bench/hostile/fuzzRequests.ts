/**
 * Requests that no client of ours would send: every operation of the API description with values of the wrong kind, missing and
 * surplus fields, broken bodies, foreign methods and credentials. No answer may be a fault of the service, show its inside,
 * or be missing. Run after `npm run build`:
 *
 *     node --import tsx --conditions=assay-source bench/hostile/fuzzRequests.ts [--count 100000] [--seed 1]
 *
 * Writes bench/results/hostile/fuzz-requests.json; ends with 1 when anything was found. A found request is told by its number:
 * the same seed asks the same.
 * @module
 */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startServiceProcess } from '../../packages/service/test/process/serviceProcess.ts';
import { saveResult } from '../machine.ts';
import { seededRandom } from '../verdict/random.ts';
import { type Credential, type Description, type FuzzedRequest, fuzzedRequest, operationsOf } from './fuzzedRequest.ts';

const { values } = parseArgs({
  options: { count: { type: 'string', default: '100000' }, seed: { type: 'string', default: '1' } },
});
const count = Number(values.count);
const seed = Number(values.seed);

/** Some requests end the session or the account that they are asked with; so often there are new ones. */
const RENEWED_EVERY = 50;
/** Requests under way at once. */
const AT_ONCE = 12;
const ANSWER_MS_MAX = 60_000;
/** Faults of the service; 503 says that it is busy and 501 that a part is switched off. */
const isFault = (status: number): boolean => status >= 500 && status !== 503 && status !== 501;
/** What an answer shows of the inside when it should not. */
const INSIDE = /node_modules|\bat [\w.<>]+ \(|\.ts:\d+|drizzle|PGlite|syntax error at|violates \w+ constraint|ECONN/;
const FINDINGS_MAX = 100;

interface Finding {
  readonly number: number;
  readonly what: string;
  readonly request: string;
  readonly answer: string;
}

const description = JSON.parse(
  readFileSync(path.resolve(import.meta.dirname, '../../docs/reference/openapi.json'), 'utf8'),
) as Description;
const operations = operationsOf(description);
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

function ask(url: string, { method, path: target, headers, body }: FuzzedRequest): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const asked = request(
      { hostname, port, method, path: target, headers, agent, timeout: ANSWER_MS_MAX },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('error', reject);
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            type: answer.headers['content-type'] ?? '',
            text: Buffer.concat(parts).toString('utf8', 0, 65_536),
          }),
        );
      },
    );
    asked.on('timeout', () => asked.destroy(new Error('nothing was answered within a minute')));
    asked.on('error', reject);
    asked.end(body);
  });
}

/** An account with a key; every so many requests its credentials are used. */
async function credentialsOf(url: string, email: string): Promise<[Credential, Credential]> {
  const post = async (target: string, body: object, headers: Record<string, string> = {}): Promise<unknown> => {
    const answer = await fetch(`${url}${target}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${target} answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
  const password = 'seventeen frogs';
  await post('/v1/auth/register', { email, password });
  const account = (await post('/v1/auth/login', { email, password })) as { access_token: string };
  const bearer = { authorization: `Bearer ${account.access_token}` };
  const key = (await post('/v1/api-keys/', { name: 'fuzz', scopes: ['read', 'write', 'delete'] }, bearer)) as {
    key: string;
  };
  return [bearer, { 'x-api-key': key.key }];
}

function problemOf({ status, type, text }: Answer): string | null {
  if (isFault(status)) return `status ${status}`;
  if (INSIDE.test(text)) return 'shows the inside';
  if (status < 400 || !type.includes('json') || text === '') return null;
  try {
    const body = JSON.parse(text) as { error_code?: unknown };
    return typeof body.error_code === 'string' ? null : 'an error without error_code';
  } catch {
    return 'an error that is no JSON';
  }
}

const dataDir = await mkdtemp(path.join(tmpdir(), 'assay-fuzz-'));
const service = await startServiceProcess(dataDir, { ASSAY_JWT_ACCESS_MINUTES: '600', ASSAY_ROBUSTNESS_SCORE: '1' });
const findings: Finding[] = [];
const byStatus: Record<string, number> = {};
const startMs = performance.now();
let slowestMs = 0;
try {
  let credentials: Credential[] = [];
  let renewal: Promise<void> = Promise.resolve();
  const renew = async (number: number): Promise<void> => {
    const [session, key] = await credentialsOf(service.url, `fuzz${number}@example.org`);
    credentials = [session, session, key, key, key, { authorization: 'Bearer nonsense' }, {}];
  };
  let next = 0;
  const asker = async (): Promise<void> => {
    while (next < count && findings.length < FINDINGS_MAX) {
      const number = next++;
      if (number % RENEWED_EVERY === 0) renewal = renew(number);
      await renewal;
      const made = fuzzedRequest(operations, description, credentials, seededRandom(seed * 10_000_019 + number));
      const began = performance.now();
      const answer = await ask(service.url, made).catch((error: NodeJS.ErrnoException) => error);
      slowestMs = Math.max(slowestMs, performance.now() - began);
      const status = 'status' in answer ? String(answer.status) : (answer.code ?? answer.message);
      byStatus[status] = (byStatus[status] ?? 0) + 1;
      const what = 'status' in answer ? problemOf(answer) : made.breaksConnection ? null : status;
      if (what !== null)
        findings.push({
          number,
          what,
          request: `${made.method} ${made.path} ${String(made.body ?? '').slice(0, 300)}`,
          answer: 'text' in answer ? answer.text.slice(0, 500) : '',
        });
      if (number % 10_000 === 9_999)
        console.log(number + 1, Math.round((performance.now() - startMs) / 1000), 's', JSON.stringify(byStatus));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, asker));
} finally {
  agent.destroy();
  await service.kill();
  await rm(dataDir, { recursive: true, force: true });
}
const asked = Object.values(byStatus).reduce((sum, n) => sum + n, 0);
const result = {
  asked,
  seed,
  operations: operations.length,
  seconds: Math.round((performance.now() - startMs) / 1000),
  slowestMs: Math.round(slowestMs),
  byStatus: Object.fromEntries(Object.entries(byStatus).sort()),
  findings,
};
console.log(saveResult('hostile/fuzz-requests', result));
console.log(JSON.stringify({ asked, findings: findings.length, byStatus: result.byStatus }));
for (const finding of findings.slice(0, 20)) console.log(JSON.stringify(finding));
process.exitCode = findings.length > 0 ? 1 : 0;
