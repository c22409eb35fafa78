import { useTranslate } from '../../../i18n/translate.ts';
import { type MarkRemoval, removalText } from './removalText.ts';

/** The mark of a member's picture is missing where honest copies keep it: for people to judge, apart from what decided. */
export function RemovalTrace({ found }: { found: MarkRemoval }) {
  const t = useTranslate();
  return (
    <section className="presence" aria-labelledby="removal-heading">
      <h2 id="removal-heading">{t('evidence.removal.label')}</h2>
      <p>{removalText(found, t)}</p>
      <p className="small">{t('evidence.removal.how')}</p>
    </section>
  );
}
