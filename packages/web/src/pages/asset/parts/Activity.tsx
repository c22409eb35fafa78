import type { Asset, ProvenanceStep } from '@assay/sdk/types';
import { useTranslate } from '../../../i18n/translate.ts';
import { useMe } from '../../../session/useSession.ts';
import { timeText } from '../../../shared/format.ts';
import { QueryState } from '../../../shared/QueryState.tsx';
import { useProvenance } from '../useProvenance.ts';

/** What was done with the picture by whom, as a chain of hashes that is checked at every reading. */
export function Activity({ asset }: { asset: Asset }) {
  const t = useTranslate();
  const provenance = useProvenance(asset.id);
  return (
    <section aria-labelledby="activity-heading">
      <h2 id="activity-heading">{t('activity.title')}</h2>
      <QueryState query={provenance}>
        {({ entries, chain }) => (
          <>
            <p className={chain.valid ? undefined : 'field-problem'}>
              {chain.valid ? t('activity.holds') : t('activity.broken', { step: (chain.broken_at ?? 0) + 1 })}
            </p>
            <ol className="steps">
              {entries.map((step) => (
                <Step key={step.id} step={step} />
              ))}
            </ol>
          </>
        )}
      </QueryState>
    </section>
  );
}

function Step({ step }: { step: ProvenanceStep }) {
  const t = useTranslate();
  const isOwn = useMe().data?.id === step.actor_id;
  return (
    <li>
      <h3>{t(`activity.step.${step.action}`)}</h3>
      <p className="small">
        {timeText(step.created_at, t.locale)} · {t(isOwn ? 'activity.by.you' : `activity.by.${step.actor_kind}`)} ·{' '}
        {t(step.signature === null ? 'activity.unsigned' : 'activity.signed')}
      </p>
      <details className="more small">
        <summary>
          {t('activity.hash')}
          <span className="visually-hidden"> {t(`activity.step.${step.action}`)}</span>
        </summary>
        <code>{step.hash}</code>
      </details>
    </li>
  );
}
