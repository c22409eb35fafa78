import type { Ref } from 'react';
import { useTranslate } from '../../../i18n/translate.ts';
import { useObjectUrl } from '../../../shared/useObjectUrl.ts';
import { percentText } from '../select.ts';
import type { VerifyState } from '../state.ts';

type Running = Extract<VerifyState, { state: 'sending' | 'judging' | 'waiting' }>;

interface ProgressProps {
  readonly headingRef: Ref<HTMLHeadingElement>;
  readonly state: Running;
  readonly onCancel: () => void;
}

export function Progress({ headingRef, state, onCancel }: ProgressProps) {
  const t = useTranslate();
  const { picked } = state;
  const previewUrl = useObjectUrl(picked.file);
  return (
    <section className="busy" aria-labelledby="busy-heading">
      {previewUrl && <img className="busy-preview" src={previewUrl} alt="" />}
      <div className="busy-words">
        <h1 id="busy-heading" ref={headingRef} tabIndex={-1}>
          {t('busy.heading', { name: picked.file.name })}
        </h1>
        {state.state === 'sending' && (
          <>
            <progress aria-label={t('busy.sending')} value={state.sentFraction} max={1} />
            <p>{t('busy.sent', { percent: percentText(state.sentFraction, t) })}</p>
          </>
        )}
        {state.state === 'judging' && (
          <>
            <progress aria-label={t('busy.judging')} />
            <p>
              <strong>{t('busy.judging')}.</strong> {t('busy.judgingText')}
            </p>
          </>
        )}
        {state.state === 'waiting' && (
          <>
            <progress aria-label={t('busy.sending')} value={0} max={1} />
            <p>{t.plural(`busy.waiting.${state.reason}`, Math.ceil(state.delayS))}</p>
          </>
        )}
        {picked.ignoredCount > 0 && <p className="small">{t.plural('busy.ignored', picked.ignoredCount)}</p>}
        <button type="button" className="button" onClick={onCancel}>
          {t('busy.cancel')}
        </button>
      </div>
    </section>
  );
}
