/** What the watermark tracks say, once each named asset or recipient copy was looked up. @module */
import type { TrackEvidence } from '@assay/core/verdict/evidence';
import type { Asset, VerificationScope } from '../ports/assets/assets.ts';
import type { RecipientCopy } from '../ports/assets/copies.ts';
import type { TrackFinding } from '../ports/verify/engine.ts';
import type { Ports } from '../ports/ports.ts';

export interface Marks {
  /** One for each track that was searched. A payload that leads to no live asset is no detection. */
  readonly tracks: readonly TrackEvidence[];
  /** Assets that tracks name, the one with most tracks first; equal numbers go by confidence. */
  readonly named: readonly Asset[];
  /** The copies that tracks name, in the same order; each belongs to one of `named`. */
  readonly copies: readonly RecipientCopy[];
  /** Of an earlier mark, over which that of the first of `named` was laid; null if there is none. */
  readonly beneath: Asset | null;
}

/** Where a payload leads: to an asset, by way of the copy if it is that of one. */
interface Lead {
  readonly asset: Asset;
  readonly copy: RecipientCopy | null;
}

type Deps = Pick<Ports, 'assets' | 'copies'>;

export async function readMarks(
  deps: Deps,
  findings: readonly TrackFinding[],
  scope: VerificationScope,
): Promise<Marks> {
  const payloads = new Set(findings.flatMap(({ detected, assetId }) => (detected && assetId ? [assetId] : [])));
  const leads = new Map<string, Lead>();
  for (const payload of payloads) {
    const lead = await follow(deps, payload, scope);
    if (lead) leads.set(payload, lead);
  }
  const leadOf = ({ detected, assetId }: TrackFinding): Lead | undefined =>
    detected && assetId !== null ? leads.get(assetId) : undefined;
  const tracks = findings.map((finding) => {
    const lead = leadOf(finding);
    const { track, confidence } = finding;
    return lead
      ? { track, detected: true, assetId: lead.asset.id, confidence }
      : { track, detected: false, assetId: null, confidence: 0 };
  });
  // A track is a vote, for the asset and for the copy alike; confidence only parts equal numbers.
  const votesFor = (id: string): number =>
    findings.reduce((sum, finding) => {
      const lead = leadOf(finding);
      return lead && (lead.asset.id === id || lead.copy?.id === id) ? sum + 1 + finding.confidence / 100 : sum;
    }, 0);
  const byVotes = <Item extends { readonly id: string }>(items: Iterable<Item>): Item[] =>
    [...new Map([...items].map((item) => [item.id, item])).values()].sort(
      (a, b) => votesFor(b.id) - votesFor(a.id) || (a.id < b.id ? -1 : 1),
    );
  const all = [...leads.values()];
  const named = byVotes(all.map(({ asset }) => asset));
  return {
    tracks,
    named,
    copies: byVotes(all.flatMap(({ copy }) => copy ?? [])),
    beneath: await markedOver(deps, findings, named, scope),
  };
}

/** Another asset than those that the marks on top name. */
async function markedOver(
  deps: Deps,
  findings: readonly TrackFinding[],
  named: readonly Asset[],
  scope: VerificationScope,
): Promise<Asset | null> {
  for (const payload of new Set(findings.flatMap(({ beneathAssetId }) => beneathAssetId ?? []))) {
    const asset = (await follow(deps, payload, scope))?.asset;
    if (asset && named.every(({ id }) => id !== asset.id)) return asset;
  }
  return null;
}

async function follow(deps: Deps, payload: string, scope: VerificationScope): Promise<Lead | null> {
  const asset = await deps.assets.findLive(payload, scope);
  if (asset) return { asset, copy: null };
  const copy = await deps.copies.findAny(payload);
  const source = copy && (await deps.assets.findLive(copy.assetId, scope));
  return source && { asset: source, copy };
}
