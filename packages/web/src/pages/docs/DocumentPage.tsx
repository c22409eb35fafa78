import { Link, useLoaderData } from '@tanstack/react-router';
import { ADDRESS } from '../../addresses.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { PageHeading } from '../../shared/PageHeading.tsx';
import { DocumentText } from './parts/DocumentText.tsx';

/** A document of the repository, as it was when this service was built. */
export function DocumentPage() {
  const t = useTranslate();
  const { title, body } = useLoaderData({ from: ADDRESS.document });
  return (
    <article className="docs document">
      <div lang="en" dir="ltr">
        <PageHeading title={title} />
      </div>
      <p className="small">
        <Link to={ADDRESS.docs}>{t('docs.title')}</Link>
        {!t.locale.startsWith('en') && ` · ${t('docs.inEnglish')}`}
      </p>
      <div lang="en" dir="ltr">
        <DocumentText nodes={body} />
      </div>
    </article>
  );
}
