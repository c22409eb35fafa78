/** The two maps of a verification, grey PNG: what was changed, and where the mark is missing. Never stored. @module */
import type { Decision } from '@assay/core/verdict/decide';
import type { Ports } from '../ports/ports.ts';
import type { Gathered } from './gatherEvidence.ts';
import type { TamperSource, Verification, VerifyInput } from './verification.ts';

/** @param source what the tamper map shows: the mark's presence stands in where no stored picture is at hand */
export async function verificationMaps(
  deps: Pick<Ports, 'engine'>,
  { bytes, mapSideMax }: Pick<VerifyInput, 'bytes' | 'mapSideMax'>,
  { exact, candidates, inspected }: Pick<Gathered, 'exact' | 'candidates' | 'inspected'>,
  { assetId }: Decision,
  source: TamperSource | null,
): Promise<Pick<Verification, 'mapPng' | 'presencePng'>> {
  if (mapSideMax === null) return { mapPng: null, presencePng: null };
  const presencePng = inspected.presence?.mapPng ?? null;
  if (source === 'mark_presence') return { mapPng: presencePng, presencePng };
  if (!exact)
    return { mapPng: candidates.find(({ asset }) => asset.id === assetId)?.compared?.mapPng ?? null, presencePng };
  // Compared with itself, so that the map of a stored file is one of its size and shows no edit.
  const { mapPng } = await deps.engine.compare({ query: bytes, reference: bytes, mapSideMax });
  return { mapPng, presencePng };
}
