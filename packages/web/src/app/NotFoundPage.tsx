import { Link } from '@tanstack/react-router';
import { ADDRESS } from '../addresses.ts';
import { useTranslate } from '../i18n/translate.ts';
import { PageHeading } from '../shared/PageHeading.tsx';

export function NotFoundPage() {
  const t = useTranslate();
  return (
    <section className="plain-page">
      <PageHeading title={t('notFound.title')} />
      <p className="lead">{t('notFound.text')}</p>
      <div className="buttons">
        <Link className="button button-primary" to={ADDRESS.verify}>
          {t('notFound.start')}
        </Link>
      </div>
    </section>
  );
}
