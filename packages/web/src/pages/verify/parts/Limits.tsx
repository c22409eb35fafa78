import { useTranslate } from '../../../i18n/translate.ts';

/** What a verdict does not say; stands under every state of the page. */
export function Limits() {
  const t = useTranslate();
  return (
    <section className="limits" aria-labelledby="limits-heading">
      <h2 id="limits-heading">{t('limits.heading')}</h2>
      <ul>
        {(['truth', 'unknown', 'who', 'context'] as const).map((limit) => (
          <li key={limit}>{t(`limits.${limit}`)}</li>
        ))}
      </ul>
    </section>
  );
}
