/** The public page: one picture in, a verdict with its evidence out. @module */
import { useEffect, useRef } from 'react';
import { apiClient } from '../../api/api.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { DropVeil } from '../../shared/DropVeil.tsx';
import { useIsNew } from '../../session/useService.ts';
import { NewServiceNotice } from '../../shared/NewServiceNotice.tsx';
import { Limits } from './parts/Limits.tsx';
import { Progress } from './parts/Progress.tsx';
import { Result } from './parts/Result.tsx';
import { Start } from './parts/Start.tsx';
import { VerifyFailure } from './parts/VerifyFailure.tsx';
import { announcement, documentTitle } from './select.ts';
import { isRunning } from './state.ts';
import { usePageFiles } from '../../shared/usePageFiles.ts';
import { useVerification } from './useVerification.ts';

export function VerifyPage() {
  const t = useTranslate();
  const isNew = useIsNew();
  const { state, start, retry, reset } = useVerification(apiClient);
  const dragging = usePageFiles(start);
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    document.title = documentTitle(state, t);
  }, [state, t]);

  // The control that had the focus is gone after these changes, so the new part's heading takes it.
  const part = isRunning(state) ? 'running' : state.state;
  const previousPart = useRef(part);
  useEffect(() => {
    if (previousPart.current !== part) heading.current?.focus();
    previousPart.current = part;
  }, [part]);

  return (
    <>
      <p role="status" className="visually-hidden">
        {announcement(state, t)}
      </p>
      <DropVeil isShown={dragging} words={t('start.drop')} />
      {state.state === 'idle' && isNew && <NewServiceNotice next="/" />}
      {state.state === 'idle' && <Start headingRef={heading} onFiles={start} />}
      {isRunning(state) && <Progress headingRef={heading} state={state} onCancel={reset} />}
      {state.state === 'failed' && (
        <VerifyFailure
          headingRef={heading}
          failure={state.failure}
          onFiles={start}
          onRetry={state.picked && state.failure.canRetry ? retry.bind(null, state.picked) : null}
        />
      )}
      {state.state === 'done' && (
        <Result headingRef={heading} picked={state.picked} result={state.result} onFiles={start} />
      )}
      <Limits />
    </>
  );
}
