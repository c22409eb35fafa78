/** The assets that a service lists. @module */
import { setTimeout as sleep } from 'node:timers/promises';

export interface AssetView {
  readonly id: string;
  readonly title: string;
  readonly processing_status: string;
  readonly content_hash: string;
  readonly watermarked_content_hash: string | null;
}

export async function allAssets(url: string, headers: Record<string, string>): Promise<AssetView[]> {
  const assets: AssetView[] = [];
  for (let page = 1; ; page++) {
    const answer = await fetch(`${url}/v1/assets/?page=${page}&page_size=100`, { headers });
    if (!answer.ok) throw new Error(`the list of assets answers ${answer.status}: ${await answer.text()}`);
    const { items } = (await answer.json()) as { items: AssetView[] };
    assets.push(...items);
    if (items.length < 100) return assets;
  }
}

const isOpen = ({ processing_status: status }: AssetView): boolean => status === 'pending' || status === 'processing';

/** All assets, once nothing is pending or in work, or that took longer. */
export async function settledAssets(url: string, headers: Record<string, string>, msMax: number): Promise<AssetView[]> {
  const deadline = performance.now() + msMax;
  for (;;) {
    const assets = await allAssets(url, headers);
    if (!assets.some(isOpen) || performance.now() > deadline) return assets;
    await sleep(500);
  }
}
