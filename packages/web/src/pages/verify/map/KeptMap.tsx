import { lazy, type ReactNode, Suspense } from 'react';
import type { ShownResult } from '../../../api/types.ts';
import { language } from '../../../i18n/language.ts';
import { isExactFile } from '../evidenceRows.ts';

/** Few results have one: whoever opens another loads nothing of it. */
const MapAlone = lazy(async () => {
  const [{ MapAlone: part }] = await Promise.all([import('./MapAlone.tsx'), language.need('picture')]);
  return { default: part };
});

/** The map that the service kept of a picture that is not at hand; null where there is none to look at. */
export function keptMap(result: ShownResult): ReactNode {
  // Of an exact file the service draws an empty one.
  if (result.tamper_map === null || isExactFile(result)) return null;
  return (
    <Suspense fallback={null}>
      <MapAlone base64={result.tamper_map} result={result} />
    </Suspense>
  );
}
