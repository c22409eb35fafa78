import { useEffect, useRef } from 'react';
import type { Comparison } from '../../api/types.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { useObjectUrl } from '../../shared/useObjectUrl.ts';
import { changeText } from '../verify/changes.ts';
import { ComparePictures } from '../verify/parts/ComparePictures.tsx';
import { PicturePanel } from '../verify/parts/PicturePanel.tsx';
import { percentText } from '../verify/select.ts';

interface ComparisonResultProps {
  readonly a: File;
  readonly b: File;
  readonly comparison: Comparison;
}

const findingOf = ({ identical, same_picture: same, tamper_regions: regions }: Comparison) => {
  if (identical) return 'identical';
  if (same !== true) return 'different';
  return regions.length > 0 ? 'edited' : 'same';
};

/** What two pictures have in common and what differs, first as a sentence. */
export function ComparisonResult({ a, b, comparison }: ComparisonResultProps) {
  const t = useTranslate();
  const other = useObjectUrl(b);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [comparison]);
  const changes = comparison.modifications;
  const picture = { ...comparison, tamper_source: null };
  return (
    <section className="comparison" aria-labelledby="comparison-heading">
      <h2 id="comparison-heading" ref={heading} tabIndex={-1}>
        {t(`comparePage.${findingOf(comparison)}`)}
      </h2>
      <div className="result">
        <PicturePanel file={a} result={picture} noMap={t('comparePage.noMap')} />
        <div className="result-side">
          <Numbers comparison={comparison} />
          <div>
            <h3>{t('comparePage.changes')}</h3>
            {changes.length === 0 ? (
              <p>{t('comparePage.noChanges')}</p>
            ) : (
              <ul className="evidence-lines">
                {changes.map((change) => (
                  <li key={JSON.stringify(change)}>{changeText(change, t)}</li>
                ))}
              </ul>
            )}
          </div>
          {other && (
            <ComparePictures
              file={a}
              original={other}
              names={[t('comparePage.a'), t('comparePage.b')]}
              title={t('comparePage.beside')}
              changes={changes}
            />
          )}
        </div>
      </div>
    </section>
  );
}

function Numbers({ comparison }: { comparison: Comparison }) {
  const t = useTranslate();
  const { registration, coverage, changed_fraction: changed, similarity } = comparison;
  const facts = [
    [t('comparePage.similarity'), percentText(similarity.average, t)],
    ...(registration
      ? [[t('comparePage.points'), new Intl.NumberFormat(t.locale).format(registration.inliers)] as const]
      : []),
    ...(coverage === null ? [] : [[t('comparePage.overlap'), percentText(coverage, t)] as const]),
    ...(changed === null ? [] : [[t('comparePage.changed'), percentText(changed, t)] as const]),
  ] as const;
  return (
    <div>
      <h3>{t('comparePage.result')}</h3>
      <dl className="facts">
        {facts.map(([label, text]) => (
          <div key={label} className="facts-line">
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
