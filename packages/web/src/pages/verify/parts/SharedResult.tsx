import { useEffect } from 'react';
import type { ShownResult } from '../../../api/types.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { LinkTools } from '../../../shared/share/LinkTools.tsx';
import { keptFindings } from '../map/lazyFindings.tsx';
import { ResultParts } from './ResultParts.tsx';

/** A result as its maker shows it to everybody. */
export function SharedResult({ result, url }: { result: ShownResult; url: string }) {
  const t = useTranslate();
  useEffect(() => {
    document.title = t('title.page', { title: t(`verdict.${result.verdict}`) });
  }, [result, t]);
  return (
    <ResultParts name={null} result={result} picture={keptFindings(result)}>
      <section className="share" aria-labelledby="share-heading">
        <h2 id="share-heading">{t('share.heading')}</h2>
        <LinkTools url={url} />
      </section>
    </ResultParts>
  );
}
