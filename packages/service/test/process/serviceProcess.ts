/** The service as a process of its own on a data folder, for what only a process can show: crashes, signals, locks. @module */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const service = path.resolve(import.meta.dirname, '../..');
/** By its address: the process may start in a folder from which no package is found. */
export const TSX = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;

/**
 * Runs the sources, so that no stale build can be tested by mistake; `npm test` has just built and says so, which saves
 * seconds at every start.
 */
export const COMMAND =
  process.env.ASSAY_TEST_BUILT === '1'
    ? [path.join(service, 'program/serve.js')]
    : ['--import', TSX, '--conditions=assay-source', path.join(service, 'src/serve.ts')];

/** Longest start that is waited for: cold, on a busy machine. */
const START_MAX_MS = 120_000;

export interface ServiceProcess {
  readonly url: string;
  readonly pid: number;
  /** Everything the process wrote so far. */
  output(): string;
  /** Ends at once, as a crash does. Resolves when the process is gone. */
  kill(): Promise<void>;
  /** SIGTERM. @returns exit code and time until the process was gone */
  terminate(): Promise<{ readonly exitCode: number | null; readonly ms: number }>;
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** More than any test asks for. */
const MANY = '1000000';

/**
 * Starts without waiting. Quotas and rates are raised: tests of crashes upload more than a free month. No delivered picture is
 * attacked behind its upload, which costs as much as a dozen verifications; what asks how much a mark survives sets it.
 */
export function spawnService(
  dataDir: string,
  port: number,
  environment: Readonly<Record<string, string>> = {},
  // Not the root: a developer's own settings may lie there in `.env`.
  cwd = import.meta.dirname,
): { readonly child: ChildProcess; output(): string } {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, COMMAND, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH,
      PORT: String(port),
      HOST: '127.0.0.1',
      ASSAY_DATA_DIR: dataDir,
      ASSAY_LOG_LEVEL: 'warn',
      ASSAY_ROBUSTNESS_SCORE: '0',
      ASSAY_FREE_UPLOADS_PER_MONTH: MANY,
      ASSAY_FREE_VERIFICATIONS_PER_DAY: MANY,
      ASSAY_RATE_PER_MINUTE: MANY,
      ASSAY_RATE_PER_HOUR: MANY,
      ASSAY_RATE_PER_DAY: MANY,
      ...environment,
    },
  });
  // A test that fails between start and clean-up must not leave a service behind.
  const killWithUs = () => child.kill('SIGKILL');
  process.once('exit', killWithUs);
  child.once('exit', () => process.removeListener('exit', killWithUs));
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (text += String(chunk)));
  return { child, output: () => text };
}

/** Starts and waits until /health answers 200. @throws {Error} with the output if it ends or does not become healthy */
export async function startServiceProcess(
  dataDir: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<ServiceProcess> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const { child, output } = spawnService(dataDir, port, environment);
  const gone = once(child, 'exit');
  const deadline = performance.now() + START_MAX_MS;
  while (!(await isHealthy(url))) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`the service ended with ${child.exitCode ?? child.signalCode} at its start:\n${output()}`);
    if (performance.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(`the service was not healthy within ${START_MAX_MS} ms:\n${output()}`);
    }
    await sleep(50);
  }
  return {
    url,
    pid: child.pid as number,
    output,
    async kill() {
      if (child.exitCode === null) child.kill('SIGKILL');
      await gone;
    },
    async terminate() {
      const startMs = performance.now();
      child.kill('SIGTERM');
      await gone;
      return { exitCode: child.exitCode, ms: performance.now() - startMs };
    },
  };
}

async function isHealthy(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/health`, { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    return false;
  }
}

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
