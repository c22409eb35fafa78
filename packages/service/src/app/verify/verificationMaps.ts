/** The two maps of a verification, grey PNG: what was changed, and where the mark is missing. Never stored. @module */
import type { Decision } from '@assay/core/verdict/decide';
import type { Ports } from '../ports/ports.ts';
import type { Gathered } from './gathered.ts';
import type { TamperSource, Verification, VerifyInput } from './verification.ts';

/** @param source what the tamper map shows: the mark's presence stands in where no stored picture is at hand */
export async function verificationMaps(
  deps: Pick<Ports, 'engine'>,
  { mapSideMax }: Pick<VerifyInput, 'mapSideMax'>,
  { exact, candidates, submitted }: Pick<Gathered, 'exact' | 'candidates' | 'submitted'>,
  { assetId }: Decision,
  source: TamperSource | null,
): Promise<Pick<Verification, 'mapPng' | 'presencePng'>> {
  if (mapSideMax === null) return { mapPng: null, presencePng: null };
  const presencePng = submitted.presence?.mapPng ?? null;
  if (source === 'mark_presence') return { mapPng: presencePng, presencePng };
  if (!exact)
    return { mapPng: candidates.find(({ asset }) => asset.id === assetId)?.compared?.mapPng ?? null, presencePng };
  return { mapPng: await deps.engine.emptyMap(exact, mapSideMax), presencePng };
}
