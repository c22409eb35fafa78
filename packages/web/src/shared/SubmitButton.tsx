import type { ReactNode } from 'react';
import { useTranslate } from '../i18n/translate.ts';

/** Says that it works, and stays in the tab order meanwhile: a disabled button would lose the focus. */
export function SubmitButton({ isBusy, children }: { isBusy: boolean; children: ReactNode }) {
  const t = useTranslate();
  return (
    <button type="submit" className="button button-primary" aria-disabled={isBusy || undefined}>
      {isBusy ? t('form.busy') : children}
    </button>
  );
}
