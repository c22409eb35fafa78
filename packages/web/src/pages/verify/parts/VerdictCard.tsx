import type { Verdict } from '@assay/sdk/types';
import type { ReactNode, Ref } from 'react';
import type { ShownResult } from '../../../api/types.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { BrokenIcon, CheckIcon, UnknownIcon } from '../../../shared/icons.tsx';
import { reasonOf } from '../reason.ts';
import { checkedAtText, confidenceText } from '../select.ts';

export const VERDICT_ICONS: Readonly<Record<Verdict, () => ReactNode>> = {
  authentic: CheckIcon,
  forged: BrokenIcon,
  unknown: UnknownIcon,
};

interface VerdictCardProps {
  readonly headingRef?: Ref<HTMLHeadingElement> | undefined;
  /** Of the file; null where it is not known. */
  readonly name: string | null;
  readonly result: ShownResult;
  readonly children: ReactNode;
}

export function VerdictCard({ headingRef, name, result, children }: VerdictCardProps) {
  const t = useTranslate();
  const Icon = VERDICT_ICONS[result.verdict];
  const reason = reasonOf(result, t);
  return (
    <section className={`verdict verdict-${result.verdict}`} aria-labelledby="verdict-heading">
      <div className="verdict-mark">
        <Icon />
      </div>
      <div className="verdict-words">
        <p className="eyebrow">{t('verdict.label')}</p>
        <h1 id="verdict-heading" ref={headingRef} tabIndex={-1}>
          {t(`verdict.${result.verdict}`)}
        </h1>
        <p className="lead" lang={reason?.lang}>
          {reason?.text ?? t('verdict.noReason')}
        </p>
        {result.revoked && <p className="verdict-revoked">{t('verdict.revoked')}</p>}
        {result.corrected_verdict !== null && (
          <p className="verdict-revoked">
            {t('verdict.corrected', { verdict: t(`verdict.${result.corrected_verdict}`) })}
          </p>
        )}
        {result.verdict === 'unknown' && <p>{t('verdict.unknownNext')}</p>}
      </div>
      <div className="verdict-facts">
        <dl>
          <div>
            <dt>{t('verdict.confidence')}</dt>
            <dd>{confidenceText(result.confidence, t)}</dd>
          </div>
          <div>
            <dt>{t('verdict.checked')}</dt>
            <dd>
              <time dateTime={result.verified_at}>{checkedAtText(result.verified_at, t)}</time>
              <br />
              <span className="small">{t('verdict.canChange')}</span>
            </dd>
          </div>
          {name !== null && (
            <div>
              <dt>{t('verdict.file')}</dt>
              <dd>{name}</dd>
            </div>
          )}
        </dl>
        {children}
      </div>
    </section>
  );
}
