import { lazy, type ReactNode, Suspense } from 'react';
import type { ShownResult } from '../../../api/types.ts';
import { language } from '../../../i18n/language.ts';
import { isExactFile } from '../evidenceRows.ts';

/** Few results have such things: whoever opens another loads nothing of them. */
const KeptFindings = lazy(async () => {
  const [{ KeptFindings: part }] = await Promise.all([import('./KeptFindings.tsx'), language.need('picture')]);
  return { default: part };
});

/** What a picture that is not at hand leaves to look at: its map, where one was kept, and traces of removal; else null. */
export function keptFindings(result: ShownResult): ReactNode {
  // Of an exact file the service draws an empty map.
  const map = isExactFile(result) ? null : result.tamper_map;
  if (map === null && result.mark_removal === null) return null;
  return (
    <Suspense fallback={null}>
      <KeptFindings map={map} result={result} />
    </Suspense>
  );
}
