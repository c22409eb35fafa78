import { Link } from '@tanstack/react-router';
import { ADDRESS } from '../addresses.ts';
import { useTranslate } from '../i18n/translate.ts';

/** Before the first account there is nothing to sign in with, so the first visitor is told where to begin. */
export function NewServiceNotice({ next }: { next: string }) {
  const t = useTranslate();
  return (
    <section className="note">
      <h2>{t('firstVisit.title')}</h2>
      <p>{t('firstVisit.text')}</p>
      <div className="buttons">
        <Link className="button button-primary" to={ADDRESS.register} search={{ next }}>
          {t('firstVisit.begin')}
        </Link>
      </div>
    </section>
  );
}
