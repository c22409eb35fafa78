import { useRouter } from '@tanstack/react-router';
import { useTranslate } from '../i18n/translate.ts';
import { failureOf } from '../shared/failure.ts';
import { FailureNotice } from '../shared/FailureNotice.tsx';

/** A page that could not be opened at all: the service is down, or its file did not arrive. */
export function RouteFailure({ error }: { error: unknown }) {
  const t = useTranslate();
  const router = useRouter();
  // A browser tells a file that did not come from a faulty one by nothing but the class.
  const failure = failureOf(error);
  return (
    <FailureNotice failure={failure} level={1}>
      <button type="button" className="button button-primary" onClick={() => void router.invalidate()}>
        {t('failure.retry')}
      </button>
    </FailureNotice>
  );
}
