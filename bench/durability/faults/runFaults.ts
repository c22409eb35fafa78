/** Lets faults befall a service under load, and counts what was acknowledged, lost and made twice. @module */
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { makePictures } from '../pictures.ts';
import type { Fault } from './faults.ts';
import { type Acknowledged, type Load, startLoad } from './load.ts';
import { startTopology, type Topology } from './topology.ts';

export interface FaultOptions {
  readonly folder: string;
  /** Tells this run's cluster from others'. */
  readonly name: string;
  readonly faults: readonly Fault[];
  readonly clients: number;
  /** Under load before a fault, and how long one lasts that has to be mended, ms. */
  readonly beforeMs: number;
  readonly holdMs: number;
  readonly note?: (line: string) => void;
}

export interface FaultRow {
  readonly fault: string;
  readonly acknowledged: number;
  readonly lost: number;
  readonly duplicated: number;
  /** Bytes that the store does not give back as they were sent. */
  readonly differing: number;
  /** Refusals that trying again does not mend. */
  readonly refused: number;
  readonly repeated: Readonly<Record<string, number>>;
  readonly lastedSeconds: number;
  /** From the fault's end until uploads that began after it were acknowledged by every client. */
  readonly recoverySeconds: number;
  /** The longest time in which nobody was acknowledged, from before the fault to after it. */
  readonly silenceSeconds: number;
  /** From the end of the load until nothing was pending or in work. */
  readonly drainedSeconds: number;
  readonly faultLines: number;
}

const RECOVERED_MS_MAX = 180_000;
const DRAINED_MS_MAX = 300_000;
const seconds = (ms: number): number => Math.round(ms / 100) / 10;

export async function runFaults(options: FaultOptions): Promise<FaultRow[]> {
  const note = options.note ?? (() => undefined);
  const topology = await startTopology(options.folder, options.name);
  try {
    const headers = await openAccount(topology.url);
    const pictures = await makePictures(16, 5, 0);
    const rows: FaultRow[] = [];
    for (const fault of options.faults) {
      const load = startLoad(topology.url, headers, pictures, options.clients);
      const row = await oneFault(topology, headers, load, fault, options);
      note(JSON.stringify(row));
      rows.push(row);
    }
    return rows;
  } finally {
    await topology.close();
  }
}

async function openAccount(url: string): Promise<Record<string, string>> {
  const body = JSON.stringify({ email: 'faults@example.org', password: 'seventeen frogs in a row' });
  const post = (address: string) =>
    fetch(`${url}${address}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  await post('/v1/auth/register');
  const { access_token: token } = (await (await post('/v1/auth/login')).json()) as { access_token: string };
  return { authorization: `Bearer ${token}` };
}

async function oneFault(
  topology: Topology,
  headers: Record<string, string>,
  load: Load,
  fault: Fault,
  { beforeMs, holdMs, clients }: FaultOptions,
): Promise<FaultRow> {
  const faultsBefore = topology.faults().length;
  await until(() => load.acknowledged.length >= clients, RECOVERED_MS_MAX);
  await sleep(beforeMs);
  const startMs = performance.now();
  await fault.befall(topology, holdMs);
  const endMs = performance.now();
  // Each client has one on its way: as many that began afterwards are everybody's.
  const since = () => load.acknowledged.filter(({ begunMs }) => begunMs > endMs);
  await until(() => since().length >= clients || load.refused.length > 0, RECOVERED_MS_MAX);
  const recovered = since()
    .map(({ answeredMs }) => answeredMs)
    .sort((a, b) => a - b)[clients - 1];
  await load.stop();
  const stoppedMs = performance.now();
  const assets = await drained(topology.url, headers);
  const drainedSeconds = seconds(performance.now() - stoppedMs);
  const titles = new Map<string, number>();
  for (const { title } of assets) titles.set(title, (titles.get(title) ?? 0) + 1);
  const known = new Map(assets.map((asset) => [asset.id, asset]));
  const lost = load.acknowledged.filter(({ id, sha256 }) => {
    const asset = known.get(id);
    return asset?.processing_status !== 'completed' || asset.content_hash !== sha256;
  });
  return {
    fault: fault.name,
    acknowledged: load.acknowledged.length,
    lost: lost.length,
    duplicated: load.acknowledged.filter(({ title }) => (titles.get(title) ?? 0) > 1).length,
    differing: await differing(topology.url, headers, load.acknowledged),
    refused: load.refused.length,
    repeated: Object.fromEntries(load.repeated),
    lastedSeconds: seconds(endMs - startMs),
    recoverySeconds: recovered === undefined ? Number.POSITIVE_INFINITY : seconds(recovered - endMs),
    silenceSeconds: seconds(longestSilence(load.acknowledged, startMs)),
    drainedSeconds,
    faultLines: topology.faults().length - faultsBefore,
  };
}

async function until(isSo: () => boolean, msMax: number): Promise<void> {
  const deadline = performance.now() + msMax;
  while (!isSo() && performance.now() < deadline) await sleep(50);
}

/** Between two answers of which the second came after `startMs`. */
function longestSilence(acknowledged: readonly Acknowledged[], startMs: number): number {
  const times = acknowledged.map(({ answeredMs }) => answeredMs).sort((a, b) => a - b);
  return Math.max(0, ...times.map((time, at) => (time > startMs && at > 0 ? time - (times[at - 1] as number) : 0)));
}

interface AssetView {
  readonly id: string;
  readonly title: string;
  readonly content_hash: string;
  readonly processing_status: string;
}

async function allAssets(url: string, headers: Record<string, string>): Promise<AssetView[]> {
  const assets: AssetView[] = [];
  for (let page = 1; ; page++) {
    const answer = await fetch(`${url}/v1/assets/?page=${page}&page_size=100`, { headers });
    if (!answer.ok) throw new Error(`the list of assets answers ${answer.status}: ${await answer.text()}`);
    const { items } = (await answer.json()) as { items: AssetView[] };
    assets.push(...items);
    if (items.length < 100) return assets;
  }
}

async function drained(url: string, headers: Record<string, string>): Promise<AssetView[]> {
  const deadline = performance.now() + DRAINED_MS_MAX;
  for (;;) {
    const assets = await allAssets(url, headers);
    const isOpen = assets.some(({ processing_status: status }) => status === 'pending' || status === 'processing');
    if (!isOpen || performance.now() > deadline) return assets;
    await sleep(500);
  }
}

async function differing(
  url: string,
  headers: Record<string, string>,
  acknowledged: readonly Acknowledged[],
): Promise<number> {
  let count = 0;
  for (const { id, sha256 } of acknowledged) {
    const answer = await whole(`${url}/v1/assets/${id}/download?variant=original`, headers);
    const found = createHash('sha256')
      .update(new Uint8Array(await answer.arrayBuffer()))
      .digest('hex');
    if (found !== sha256) count += 1;
  }
  return count;
}

/** A node or the balancer may be busy for a moment: what a file's bytes are is asked until there is an answer. */
async function whole(address: string, headers: Record<string, string>): Promise<Response> {
  for (let tries = 0; ; tries++) {
    const answer = await fetch(address, { headers });
    if (answer.status < 429 || tries === 40) return answer;
    await answer.arrayBuffer();
    await sleep(250);
  }
}
