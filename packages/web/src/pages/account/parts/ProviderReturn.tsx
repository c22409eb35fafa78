import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { session } from '../../../api/api.ts';
import { language } from '../../../i18n/language.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { PageHeading } from '../../../shared/PageHeading.tsx';

interface ProviderReturnProps {
  /** Worth a session, once; undefined if the provider or the service refused. */
  readonly code: string | undefined;
  readonly error: string | undefined;
  readonly onAgain: () => void;
}

/** What the service says of a sign-in that came to nothing, where a reader can do something about it. */
const KNOWN = ['EMAIL_ALREADY_EXISTS', 'EMAIL_NOT_VERIFIED'] as const;
const reasonOf = (error: string | undefined) => KNOWN.find((code) => code === error) ?? 'other';

/** The way back from Google or GitHub. */
export function ProviderReturn({ code, error, onAgain }: ProviderReturnProps) {
  const t = useTranslate();
  const exchange = useMutation({ mutationFn: (given: string) => session.signIn({ code: given }, language.current()) });
  const { mutate } = exchange;
  const reason = reasonOf(error);
  const isSent = useRef(false); // a code works once, and React may run an effect twice
  useEffect(() => {
    if (code === undefined || isSent.current) return;
    isSent.current = true;
    mutate(code);
  }, [code, mutate]);
  if (error === undefined && !exchange.isError)
    return (
      <div className="narrow-page">
        <PageHeading title={t('login.title')} />
        <p role="status">{t('login.almost')}</p>
      </div>
    );
  return (
    <div className="narrow-page">
      <PageHeading title={t('login.providerFailed.title')} />
      <p className="lead">{t(`login.providerFailed.${reason}`)}</p>
      <div className="buttons">
        <button type="button" className="button button-primary" onClick={onAgain}>
          {t('login.providerFailed.again')}
        </button>
      </div>
    </div>
  );
}
