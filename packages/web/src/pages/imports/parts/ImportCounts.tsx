import type { Import } from '../../../api/types.ts';
import { useTranslate } from '../../../i18n/translate.ts';

/** How far it is, as a bar while it goes on and in words. */
export function ImportCounts({ given }: { given: Import }) {
  const t = useTranslate();
  const number = new Intl.NumberFormat(t.locale);
  const { done, total, created, duplicates, failed, state } = given;
  const goesOn = state === 'waiting' || state === 'running' || state === 'paused';
  return (
    <>
      {goesOn && <progress aria-label={t('imports.progress')} value={done} max={Math.max(total, 1)} />}
      <p>
        {t('imports.counts', {
          done: number.format(done),
          total: number.format(total),
          created: number.format(created),
          duplicates: number.format(duplicates),
          failed: number.format(failed),
        })}
      </p>
    </>
  );
}
