import type { Usage } from '@assay/sdk/types';
import { Link } from '@tanstack/react-router';
import { ADDRESS } from '../../../addresses.ts';
import { useTranslate } from '../../../i18n/translate.ts';

const STEPS = [
  ['upload', ADDRESS.upload],
  ['check', ADDRESS.verify],
  ['key', ADDRESS.keys],
] as const;

/** What to begin with, where nothing has happened yet. */
export function FirstSteps({ usage }: { usage: Usage }) {
  const t = useTranslate();
  if (usage.assets_count > 0 && usage.verifications_count > 0) return null;
  return (
    <section className="note" aria-labelledby="steps-heading">
      <h2 id="steps-heading">{t('steps.title')}</h2>
      <ol className="first-steps">
        {STEPS.map(([step, address]) => (
          <li key={step}>
            <Link to={address}>{t(`steps.${step}`)}</Link> {t(`steps.${step}Text`)}
          </li>
        ))}
      </ol>
    </section>
  );
}
