import { lazy, type RefObject, Suspense } from 'react';
import { language } from '../../../i18n/language.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { ChooseButton } from '../../../shared/ChooseButton.tsx';
import { FailureNotice } from '../../../shared/FailureNotice.tsx';
import type { CheckState } from '../state.ts';
import { Progress } from './Progress.tsx';

/** Evidence, maps and sharing are much, and nothing of them is needed before there is a result. */
export const loadResult = async () =>
  (await Promise.all([import('./PictureResult.tsx'), language.need('verify', 'picture', 'share')]))[0];
const PictureResult = lazy(async () => ({ default: (await loadResult()).PictureResult }));

interface OneCheckProps {
  readonly headingRef: RefObject<HTMLHeadingElement | null>;
  readonly check: CheckState;
  readonly onFiles: (files: readonly File[]) => void;
  readonly onRetry: (check: CheckState) => void;
  readonly onCancel: () => void;
  /** Back to all of them; null if it is the only one. */
  readonly onAll: (() => void) | null;
}

/** One picture: under way, judged, or why not. */
export function OneCheck({ headingRef, check, onFiles, onRetry, onCancel, onAll }: OneCheckProps) {
  const t = useTranslate();
  const backToAll = onAll && (
    <button type="button" className="button" onClick={onAll}>
      {t('checks.back')}
    </button>
  );
  const again = (label: string, isFirst: boolean) => (
    <ChooseButton label={label} className={isFirst ? 'button button-primary' : 'button'} multiple onFiles={onFiles} />
  );
  if (check.state === 'done')
    return (
      <Suspense fallback={<p className="small">{t('query.loading')}</p>}>
        <PictureResult headingRef={headingRef} file={check.file} result={check.result}>
          <div className="buttons">
            {again(t('verdict.again'), true)}
            {backToAll}
          </div>
        </PictureResult>
      </Suspense>
    );
  if (check.state === 'failed')
    return (
      <FailureNotice failure={check.failure} level={1} headingRef={headingRef}>
        {check.file && check.failure.canRetry && (
          <button type="button" className="button button-primary" onClick={() => onRetry(check)}>
            {t('failure.retry')}
          </button>
        )}
        {again(t('failure.again'), !check.file || !check.failure.canRetry)}
        {backToAll}
      </FailureNotice>
    );
  return (
    <Progress headingRef={headingRef} check={check}>
      <button type="button" className="button" onClick={onCancel}>
        {t('busy.cancel')}
      </button>
      {backToAll}
    </Progress>
  );
}
