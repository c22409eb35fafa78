import type { Ref } from 'react';
import { useTranslate } from '../../../i18n/translate.ts';
import { ChooseButton } from '../../../shared/ChooseButton.tsx';
import type { Failure } from '../../../shared/failure.ts';
import { FailureNotice } from '../../../shared/FailureNotice.tsx';

interface VerifyFailureProps {
  readonly headingRef: Ref<HTMLHeadingElement>;
  readonly failure: Failure;
  readonly onFiles: (files: readonly File[]) => void;
  /** Null if another try with the same file is useless. */
  readonly onRetry: (() => void) | null;
}

export function VerifyFailure({ headingRef, failure, onFiles, onRetry }: VerifyFailureProps) {
  const t = useTranslate();
  return (
    <FailureNotice failure={failure} level={1} headingRef={headingRef}>
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
    </FailureNotice>
  );
}
