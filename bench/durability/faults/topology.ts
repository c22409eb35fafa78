/**
 * Everything that a service of many machines consists of, as real processes on loopback: two api and two worker processes over a
 * PostgreSQL with a streaming replica, Redis and an S3 store (OpenStack Swift), HAProxy in front. Between nodes and stores lie lines
 * that can be made bad; the first api and the first worker have lines of their own to the database.
 * @module
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { openS3Store } from '../../../packages/service/src/adapters/storage/s3Store.ts';
import { freePort } from '../../../packages/service/test/process/serviceProcess.ts';
import { type FaultProxy, startFaultProxy, type Target } from '../../../packages/service/test/support/faultProxy.ts';
import { type RedisServer, startRedisServer } from '../../../packages/service/test/support/redisServer.ts';
import { NODE_NAMES, type NodeName, placeNodes } from './nodes.ts';
import { startParts } from './startParts.ts';

const tools = path.resolve(import.meta.dirname, '../../../tools');
type S3Place = Parameters<typeof openS3Store>[0];
type S3Keys = Parameters<typeof openS3Store>[1];
const run = promisify(execFile);
const BUCKET = 'assay';
const SECRET = 'of all processes, at least 32 characters';

/** Of every process. */
const COMMON = {
  ASSAY_JWT_SECRET: `jwt ${SECRET}`,
  ASSAY_WATERMARK_KEY: `watermark ${SECRET}`,
  ASSAY_KEY_ENCRYPTION_KEY: `sealing ${SECRET}`,
  ASSAY_PUBLIC_BASE_URL: 'http://127.0.0.1:1',
  ASSAY_TRUST_PROXY: '127.0.0.1',
  ASSAY_WORKERS: '1',
};

const targetOf = (url: string): Target => ({ host: new URL(url).hostname, port: Number(new URL(url).port) });
const through = (url: string, line: FaultProxy): string =>
  Object.assign(new URL(url), { host: `127.0.0.1:${line.port}` }).href;

export interface Topology {
  /** HAProxy's. */
  readonly url: string;
  readonly lines: {
    readonly database: FaultProxy;
    /** Of `api-1` and `worker-1` alone. */
    readonly ownDatabase: FaultProxy;
    readonly store: FaultProxy;
  };
  readonly redis: RedisServer;
  /** The address of one that answers requests, past the balancer. */
  nodeUrl(name: NodeName): string;
  end(name: NodeName, how: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  /** @param settings besides its own */
  start(name: NodeName, settings?: Readonly<Record<string, string>>): Promise<void>;
  /** The primary ends at once and comes back. */
  restartDatabase(): Promise<void>;
  /** The primary is killed, the replica takes over, and the lines lead there. */
  failOver(): Promise<void>;
  /** Lines of all processes that tell of a fault of the service. */
  faults(): readonly string[];
  /** Ends everything, the last that began first. */
  close(): Promise<void>;
}

/** How each part begins; a test gives others. */
export interface Parts {
  /** @returns what the command wrote */
  run(script: string, words: readonly string[], env: NodeJS.ProcessEnv): Promise<string>;
  makeBucket(place: S3Place, keys: S3Keys): Promise<void>;
  startRedisServer(): Promise<RedisServer>;
  startFaultProxy(target: Target): Promise<FaultProxy>;
  placeNodes: typeof placeNodes;
  placeBalancer: typeof placeBalancer;
}

const PARTS: Parts = { run: runScript, makeBucket, startRedisServer, startFaultProxy, placeNodes, placeBalancer };

/** What began is ended when a later part does not start: databases and servers would stay behind on the machine. */
export const startTopology = (folder: string, name: string, parts: Parts = PARTS): Promise<Topology> =>
  startParts(async (endLater) => {
    await mkdir(folder, { recursive: true });
    const postgres = (word: string) => parts.run('testPostgres.sh', ['pair', word, name], process.env);
    endLater(() => postgres('stop'));
    const [primary = '', replica = ''] = (await postgres('start')).trim().split(' ');
    const swiftEnvironment = { ...process.env, ASSAY_SWIFT_FOLDER: path.join(folder, 'swift') };
    const swift = (word: string) => parts.run('testSwift.sh', [word], swiftEnvironment);
    endLater(() => swift('stop'));
    const [endpoint = '', accessKeyId = '', secretAccessKey = ''] = (await swift('start')).trim().split(' ');
    const place = { bucket: BUCKET, prefix: '', endpoint, region: 'us-east-1' };
    await parts.makeBucket(place, { accessKeyId, secretAccessKey });
    const redis = await parts.startRedisServer();
    endLater(() => redis.remove());
    const lineTo = async (url: string): Promise<FaultProxy> => {
      const line = await parts.startFaultProxy(targetOf(url));
      endLater(() => line.close());
      return line;
    };
    const lines = {
      database: await lineTo(primary),
      ownDatabase: await lineTo(primary),
      store: await lineTo(endpoint),
    };
    const nodes = await parts.placeNodes(folder, (node) => ({
      ...COMMON,
      ASSAY_ROLE: node.startsWith('api') ? 'api' : 'worker',
      DATABASE_URL: through(primary, node.endsWith('1') ? lines.ownDatabase : lines.database),
      ASSAY_STORAGE_URL: `s3://${BUCKET}?endpoint=http://127.0.0.1:${lines.store.port}`,
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
      REDIS_URL: redis.url,
    }));
    endLater(() => Promise.all(NODE_NAMES.map((node) => nodes.end(node, 'SIGKILL'))));
    for (const node of NODE_NAMES) await nodes.start(node);
    const balancer = await parts.placeBalancer(folder, [nodes.ports['api-1'], nodes.ports['api-2']]);
    endLater(() => balancer.end());
    await balancer.start();
    return {
      url: balancer.url,
      lines,
      redis,
      nodeUrl: (node: NodeName) => `http://127.0.0.1:${nodes.ports[node]}`,
      start: nodes.start,
      end: nodes.end,
      restartDatabase: async () => void (await postgres('restart')),
      async failOver() {
        await postgres('promote');
        for (const line of [lines.database, lines.ownDatabase]) line.aim(targetOf(replica));
      },
      faults: nodes.faults,
    };
  });

async function runScript(script: string, words: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  return (await run(path.join(tools, script), words, { env })).stdout;
}

/** The servers behind the store's front come up one after the other. */
async function makeBucket(place: S3Place, keys: S3Keys): Promise<void> {
  const store = openS3Store(place, keys);
  for (let tries = 0; ; tries++)
    try {
      return void (await store.createBucket());
    } catch (cause) {
      if (tries > 60) throw cause;
      await sleep(500);
    }
}

interface Balancer {
  readonly url: string;
  start(): Promise<void>;
  end(): void;
}

/** Asks `/health/ready` twice a second, and lets nobody see a node that does not answer if another does. */
async function placeBalancer(folder: string, ports: readonly number[]): Promise<Balancer> {
  const port = await freePort();
  const file = path.join(folder, 'haproxy.cfg');
  const servers = ports.map((one, at) => `  server api-${at + 1} 127.0.0.1:${one} check inter 500ms fall 2 rise 1`);
  await writeFile(
    file,
    `defaults
  mode http
  timeout connect 2s
  timeout check 2s
  timeout client 120s
  timeout server 120s
  option redispatch
  retries 2
frontend front
  bind 127.0.0.1:${port}
  default_backend nodes
backend nodes
  balance roundrobin
  option httpchk GET /health/ready
  http-check expect status 200
${servers.join('\n')}
`,
  );
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | null = null;
  return {
    url,
    async start() {
      child = spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' });
      for (let tries = 0; (await fetch(`${url}/health/ready`).catch(() => null))?.status !== 200; tries++) {
        if (tries > 100) throw new Error('HAProxy does not answer');
        await sleep(100);
      }
    },
    end: () => void child?.kill('SIGKILL'),
  };
}
