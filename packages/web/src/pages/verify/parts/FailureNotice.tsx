import type { Ref } from 'react';
import { type Translate, useTranslate } from '../../../i18n/translate.ts';
import { NoticeIcon } from '../../../shared/icons.tsx';
import type { Failure } from '../failure.ts';
import { ChooseButton } from './ChooseButton.tsx';

interface FailureNoticeProps {
  readonly headingRef: Ref<HTMLHeadingElement>;
  readonly failure: Failure;
  readonly onFiles: (files: readonly File[]) => void;
  /** Null if another try with the same file is useless. */
  readonly onRetry: (() => void) | null;
}

/** What went wrong, and first of all what to do. */
export function FailureNotice({ headingRef, failure, onFiles, onRetry }: FailureNoticeProps) {
  const t = useTranslate();
  return (
    <section className="failure" aria-labelledby="failure-heading">
      <NoticeIcon />
      <div>
        <h1 id="failure-heading" ref={headingRef} tabIndex={-1}>
          {t(`failure.${failure.kind}.title`)}
        </h1>
        <p className="lead">
          {t(`failure.${failure.kind}.action`)} {failure.retryAfterS !== null && retryAt(failure.retryAfterS, t)}
        </p>
        {failure.detail && (
          <p className="small">
            {t('failure.serverSaid')} <q lang="en">{failure.detail}</q>
          </p>
        )}
        {failure.requestId && (
          <p className="small">
            {t('failure.requestId')} <code>{failure.requestId}</code>
          </p>
        )}
        <div className="buttons">
          {onRetry && (
            <button type="button" className="button button-primary" onClick={onRetry}>
              {t('failure.retry')}
            </button>
          )}
          <ChooseButton
            label={t('failure.again')}
            className={onRetry ? 'button' : 'button button-primary'}
            onFiles={onFiles}
          />
        </div>
      </div>
    </section>
  );
}

function retryAt(afterS: number, t: Translate): string {
  const clock = new Intl.DateTimeFormat(t.locale, { timeStyle: 'medium' });
  return t('failure.retryAt', { time: clock.format(Date.now() + afterS * 1000) });
}
