/** Debian's redis-server on a free loopback port, for tests that run on a real one. @module */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../process/serviceProcess.ts';

const BINARY = process.env['ASSAY_REDIS_SERVER'] || '/usr/bin/redis-server';

/** Null when the binary is there; else the reason that the report shows. */
export const whyNoRedis: string | null = existsSync(BINARY) ? null : `skipped: no ${BINARY}`;

export interface RedisServer {
  readonly url: string;
  /** Ends the process; the port stays for `start`. */
  stop(): Promise<void>;
  start(): Promise<void>;
  remove(): Promise<void>;
}

export async function startRedisServer(): Promise<RedisServer> {
  const port = await freePort();
  const folder = await mkdtemp(path.join(tmpdir(), 'assay-redis-'));
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'no'];
  let child: ChildProcess | null = null;
  const start = async (): Promise<void> => {
    const started = spawn(BINARY, settings, { stdio: ['ignore', 'pipe', 'pipe'] });
    child = started;
    await new Promise<void>((resolve, reject) => {
      let said = '';
      started.stdout.on('data', (chunk: Buffer) => {
        said += chunk.toString();
        if (/ready to accept connections/i.test(said)) resolve();
      });
      started.once('exit', () => reject(new Error(`redis-server ended: ${said}`)));
    });
  };
  const stop = async (): Promise<void> => {
    const running = child;
    child = null;
    if (!running || running.exitCode !== null) return;
    running.kill('SIGTERM');
    await once(running, 'exit');
  };
  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    start,
    stop,
    async remove() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
