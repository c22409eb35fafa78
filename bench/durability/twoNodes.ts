/**
 * Two service processes on one PostgreSQL and one shared folder, under uploads through both, while each in turn is restarted,
 * gracefully and by SIGKILL. A client whose node goes away asks the other one, with the same `Idempotency-Key`.
 * @module
 */
import { createHash, randomUUID } from 'node:crypto';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ServiceProcess, startServiceProcess } from '../../packages/service/test/process/serviceProcess.ts';
import { type AssetView, settledAssets } from './assetList.ts';
import { makePictures } from './pictures.ts';

export interface TwoNodesOptions {
  /** Empty, and gone afterwards. */
  readonly databaseUrl: string;
  readonly redisUrl: string | null;
  /** Holds the data folders of both and the store that they share. */
  readonly folder: string;
  /** How the nodes end, in turn: the first entry is the first node's, the second the second's, and so on. */
  readonly restarts: readonly ('graceful' | 'kill')[];
  readonly clients: number;
  /** Uploads that are answered between two restarts. */
  readonly answersBetween: number;
  readonly seed: number;
  readonly note?: (line: string) => void;
}

export interface TwoNodesReport {
  readonly restarts: number;
  /** Uploads answered 201. */
  readonly acknowledged: number;
  /** Requests that were sent again, since a node went away or was draining. */
  readonly repeated: number;
  /** One sentence for each acknowledged upload that is not completed and whole. */
  readonly lost: readonly string[];
  /** Names of uploads that made more than one asset. */
  readonly duplicated: readonly string[];
  /** One sentence for each stored file that is not what its row says. */
  readonly differing: readonly string[];
  /** Assets that were not completed in the end. */
  readonly unfinished: readonly string[];
}

const PASSWORD = 'seventeen frogs';
const SECRET = 'of both nodes, at least 32 characters long';
/** Longest time until what a dead node left is finished by the other; a lease is 30 s. */
const FINISHED_MAX_MS = 120_000;

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

class Nodes {
  readonly #running: (ServiceProcess | null)[] = [null, null];
  readonly #options: TwoNodesOptions;

  constructor(options: TwoNodesOptions) {
    this.#options = options;
  }

  async start(index: number): Promise<void> {
    const { databaseUrl, redisUrl, folder } = this.#options;
    this.#running[index] = await startServiceProcess(path.join(folder, `node-${index}`), {
      DATABASE_URL: databaseUrl,
      ASSAY_STORAGE_URL: `file://${path.join(folder, 'store')}`,
      ASSAY_JWT_SECRET: `jwt ${SECRET}`,
      ASSAY_WATERMARK_KEY: `watermark ${SECRET}`,
      ASSAY_KEY_ENCRYPTION_KEY: `sealing ${SECRET}`,
      ...(redisUrl === null ? {} : { REDIS_URL: redisUrl }),
    });
  }

  async end(index: number, how: 'graceful' | 'kill'): Promise<void> {
    const node = this.#running[index];
    this.#running[index] = null;
    if (how === 'kill') await node?.kill();
    else await node?.terminate();
  }

  /** That node, or the other one while it is away. */
  url(preferred: number): string | null {
    return (this.#running[preferred % 2] ?? this.#running[(preferred + 1) % 2])?.url ?? null;
  }
}

async function logIn(url: string): Promise<Record<string, string>> {
  const body = JSON.stringify({ email: 'bench@example.org', password: PASSWORD });
  const post = (route: string) =>
    fetch(`${url}${route}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  await post('/v1/auth/register');
  const { access_token: token } = (await (await post('/v1/auth/login')).json()) as { access_token: string };
  return { authorization: `Bearer ${token}` };
}

/** Asks until somebody answers for good. @returns status, and how often it was sent again */
async function uploadOnce(
  nodes: Nodes,
  client: number,
  headers: Record<string, string>,
  name: string,
  bytes: Uint8Array,
) {
  const key = randomUUID();
  for (let repeated = 0; ; repeated++) {
    const url = nodes.url(client + repeated);
    try {
      if (url === null) throw new Error('no node');
      const body = new FormData();
      body.append('file', new File([new Uint8Array(bytes)], `${name}.jpg`));
      body.append('title', name);
      const answer = await fetch(`${url}/v1/assets/`, {
        method: 'POST',
        headers: { ...headers, 'idempotency-key': key },
        body,
      });
      const text = await answer.text();
      // Draining, busy, or the first request's process has only just died.
      if (![409, 429, 502, 503].includes(answer.status)) return { status: answer.status, text, repeated };
    } catch {
      // It went away in the middle.
    }
    await sleep(200);
  }
}

async function differencesOf(url: string, headers: Record<string, string>, asset: AssetView): Promise<string[]> {
  const wanted = [
    ['original', asset.content_hash],
    ['watermarked', asset.watermarked_content_hash],
  ] as const;
  const faults: string[] = [];
  for (const [variant, hash] of wanted) {
    if (hash === null) continue;
    const answer = await fetch(`${url}/v1/assets/${asset.id}/download?variant=${variant}`, { headers });
    const found = answer.ok ? sha256(new Uint8Array(await answer.arrayBuffer())) : `status ${answer.status}`;
    if (found !== hash) faults.push(`${asset.id}: ${variant} is ${found}, not ${hash}`);
  }
  return faults;
}

export async function runTwoNodes(options: TwoNodesOptions): Promise<TwoNodesReport> {
  const note = options.note ?? (() => undefined);
  const nodes = new Nodes(options);
  const pictures = await makePictures(8, options.seed, 0);
  const acknowledged = new Map<string, string>();
  const refused: string[] = [];
  let repeated = 0;
  let isOver = false;
  await nodes.start(0);
  await nodes.start(1);
  const headers = await logIn(nodes.url(0) as string);
  const work = Array.from({ length: options.clients }, async (_, client) => {
    for (let turn = 0; !isOver; turn++) {
      const name = `upload ${client}-${turn}`;
      const bytes = pictures[(client + turn * options.clients) % pictures.length] as Uint8Array;
      const answer = await uploadOnce(nodes, client, headers, name, bytes);
      repeated += answer.repeated;
      if (answer.status === 201 || answer.status === 202)
        acknowledged.set((JSON.parse(answer.text) as AssetView).id, sha256(bytes));
      else refused.push(`${name}: ${answer.status} ${answer.text}`);
    }
  });
  try {
    for (const [index, how] of options.restarts.entries()) {
      const wanted = acknowledged.size + options.answersBetween;
      while (acknowledged.size < wanted && refused.length === 0) await sleep(20);
      await nodes.end(index % 2, how);
      await nodes.start(index % 2);
      note(`restart ${index + 1} (${how}): ${acknowledged.size} acknowledged, ${repeated} sent again`);
    }
    isOver = true;
    await Promise.all(work);
    const url = nodes.url(0) as string;
    const assets = await settledAssets(url, headers, FINISHED_MAX_MS);
    const differing: string[] = [];
    for (const asset of assets) differing.push(...(await differencesOf(url, headers, asset)));
    const known = new Map(assets.map((asset) => [asset.id, asset]));
    const lost = [...acknowledged].flatMap(([id, hash]) => {
      const asset = known.get(id);
      return asset?.processing_status === 'completed' && asset.content_hash === hash ? [] : [`asset ${id}`];
    });
    const titles = assets.map(({ title }) => title);
    return {
      restarts: options.restarts.length,
      acknowledged: acknowledged.size,
      repeated,
      lost: [...lost, ...refused],
      duplicated: [...new Set(titles.filter((title, at) => titles.indexOf(title) !== at))],
      differing,
      unfinished: assets.filter((one) => one.processing_status !== 'completed').map(({ id }) => id),
    };
  } finally {
    isOver = true;
    await Promise.all([nodes.end(0, 'kill'), nodes.end(1, 'kill')]);
  }
}
