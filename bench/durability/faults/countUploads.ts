/** What became of each upload that was acknowledged. @module */
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AssetView } from '../assetList.ts';
import type { Acknowledged, Load } from './load.ts';
import type { Refusal } from './sending.ts';

export interface UploadCounts {
  readonly acknowledged: number;
  readonly lost: number;
  readonly duplicated: number;
  /** Bytes that the store does not give back as they were sent. */
  readonly differing: number;
  /** Refusals that trying again does not mend. */
  readonly refused: number;
  readonly repeated: Readonly<Record<string, number>>;
}

/** @param assets all that there are when the load is over */
export async function countUploads(
  url: string,
  headers: Record<string, string>,
  load: Load,
  assets: readonly AssetView[],
): Promise<{ readonly counts: UploadCounts; readonly findings: readonly Refusal[] }> {
  const titles = new Map<string, number>();
  for (const { title } of assets) titles.set(title, (titles.get(title) ?? 0) + 1);
  const known = new Map(assets.map((asset) => [asset.id, asset]));
  const isLost = ({ id, sha256 }: Acknowledged): boolean => {
    const asset = known.get(id);
    return asset?.processing_status !== 'completed' || asset.content_hash !== sha256;
  };
  const lost = load.acknowledged.filter(isLost);
  const duplicated = load.acknowledged.filter(({ title }) => (titles.get(title) ?? 0) > 1);
  const differing = await differ(url, headers, load.acknowledged);
  const told = (what: string) => (one: Acknowledged) => ({
    atMs: one.answeredMs,
    said: `${one.title}, ${one.id}, ${what}; in the list it is ${known.get(one.id)?.processing_status ?? 'missing'}`,
  });
  return {
    counts: {
      acknowledged: load.acknowledged.length,
      lost: lost.length,
      duplicated: duplicated.length,
      differing: differing.length,
      refused: load.refused.length,
      repeated: Object.fromEntries(load.repeated),
    },
    findings: [
      ...load.refused,
      ...lost.map(told('is lost')),
      ...duplicated.map(told('is there twice')),
      ...differing.map(told('has other bytes')),
    ],
  };
}

async function differ(
  url: string,
  headers: Record<string, string>,
  acknowledged: readonly Acknowledged[],
): Promise<Acknowledged[]> {
  const others: Acknowledged[] = [];
  for (const one of acknowledged) {
    const answer = await whole(`${url}/v1/assets/${one.id}/download?variant=original`, headers);
    const found = createHash('sha256')
      .update(new Uint8Array(await answer.arrayBuffer()))
      .digest('hex');
    if (found !== one.sha256) others.push(one);
  }
  return others;
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
