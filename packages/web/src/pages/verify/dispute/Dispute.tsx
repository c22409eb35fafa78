import type { VerificationResult } from '@assay/sdk/types';
import { lazy, Suspense, useState } from 'react';
import { language } from '../../../i18n/language.ts';
import { useTranslate } from '../../../i18n/translate.ts';

/** Few say that a verdict is wrong, so nobody else loads how. */
const DisputePanel = lazy(async () => {
  const [{ DisputePanel: panel }] = await Promise.all([import('./DisputePanel.tsx'), language.need('dispute')]);
  return { default: panel };
});

interface DisputeProps {
  readonly id: string;
  readonly result: VerificationResult;
  /** Null where it is not at hand: the service keeps none. */
  readonly file: File | null;
}

/** Says that the verdict is wrong, and what became of it. */
export function Dispute({ id, result, file }: DisputeProps) {
  const t = useTranslate();
  const [open, setOpen] = useState(result.disputed || result.corrected_verdict !== null);
  return (
    <section className="dispute" aria-labelledby="dispute-heading">
      <h2 id="dispute-heading">{t('result.wrong.heading')}</h2>
      {open ? (
        <Suspense fallback={<p className="small">{t('query.loading')}</p>}>
          <DisputePanel id={id} verdict={result.verdict} file={file} />
        </Suspense>
      ) : (
        <>
          <p>{t('result.wrong.text')}</p>
          <button type="button" className="button" onClick={() => setOpen(true)}>
            {t('result.wrong.open')}
          </button>
        </>
      )}
    </section>
  );
}
