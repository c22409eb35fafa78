import type { ReactNode, Ref } from 'react';
import { type Translate, useTranslate } from '../i18n/translate.ts';
import type { Failure } from './failure.ts';
import { comingText } from './format.ts';
import { NoticeIcon } from './icons.tsx';

interface FailureNoticeProps {
  readonly failure: Failure;
  /** 1 where the notice is all that the page has to say. */
  readonly level: 1 | 2;
  readonly headingRef?: Ref<HTMLHeadingElement>;
  /** The ways on. */
  readonly children?: ReactNode;
}

/** What went wrong, and first of all what to do. */
export function FailureNotice({ failure, level, headingRef, children }: FailureNoticeProps) {
  const t = useTranslate();
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <section className="failure" role={level === 2 ? 'alert' : undefined}>
      <NoticeIcon />
      <div>
        <Heading ref={headingRef} tabIndex={-1}>
          {t(`failure.${failure.kind}.title`)}
        </Heading>
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
        {children && <div className="buttons">{children}</div>}
      </div>
    </section>
  );
}

function retryAt(afterS: number, t: Translate): string {
  const at = Date.now() + afterS * 1000;
  return t('failure.retryAt', { time: comingText(at, Date.now(), t.locale) });
}
