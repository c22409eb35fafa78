import type { ReachedStage } from '@assay/sdk/types';
import type { ReactNode, Ref } from 'react';
import { useTranslate } from '../../../i18n/translate.ts';
import { useObjectUrl } from '../../../shared/useObjectUrl.ts';
import { percentText } from '../select.ts';
import type { RunningCheck } from '../state.ts';

interface ProgressProps {
  readonly headingRef: Ref<HTMLHeadingElement>;
  readonly check: RunningCheck;
  /** What can be done meanwhile. */
  readonly children: ReactNode;
}

export function Progress({ headingRef, check, children }: ProgressProps) {
  const t = useTranslate();
  const previewUrl = useObjectUrl(check.file);
  return (
    <section className="busy" aria-labelledby="busy-heading">
      {previewUrl && <img className="busy-preview" src={previewUrl} alt="" />}
      <div className="busy-words">
        <h1 id="busy-heading" ref={headingRef} tabIndex={-1}>
          {t('busy.heading', { name: check.file.name })}
        </h1>
        <ProgressBar check={check} />
        <div className="buttons">{children}</div>
      </div>
    </section>
  );
}

const STAGES = ['read', 'searched', 'compared', 'judged'] as const satisfies readonly ReachedStage['stage'][];

/** What is done, what was not needed, and what is still to come. */
function Stages({ reached }: { reached: readonly ReachedStage[] }) {
  const t = useTranslate();
  return (
    <ol className="stages" aria-live="polite">
      {STAGES.map((stage) => {
        const done = reached.find((one) => one.stage === stage);
        const state = done === undefined ? 'open' : done.skipped ? 'skipped' : 'done';
        return (
          <li key={stage} data-state={state}>
            {t(`stage.${stage}`)} <span className="small">{t(`stage.state.${state}`)}</span>
          </li>
        );
      })}
    </ol>
  );
}

/** How far it is, as a bar and in words. */
export function ProgressBar({ check }: { check: RunningCheck }) {
  const t = useTranslate();
  switch (check.state) {
    case 'queued':
      return <p>{t('busy.queued')}</p>;
    case 'sending':
      return (
        <>
          <progress aria-label={t('busy.sending')} value={check.sentFraction} max={1} />
          <p>{t('busy.sent', { percent: percentText(check.sentFraction, t) })}</p>
        </>
      );
    case 'judging':
      return (
        <>
          <progress aria-label={t('busy.judging')} />
          <p>
            <strong>{t('busy.judging')}.</strong> {t('busy.judgingText')}
          </p>
          {check.reached.length > 0 && <Stages reached={check.reached} />}
        </>
      );
    case 'waiting':
      return (
        <>
          <progress aria-label={t('busy.sending')} value={0} max={1} />
          <p>{t.plural(`busy.waiting.${check.reason}`, Math.ceil(check.delayS))}</p>
        </>
      );
  }
}
