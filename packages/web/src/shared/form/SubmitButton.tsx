import type { ReactNode } from 'react';
import { useTranslate } from '../../i18n/translate.ts';

interface SubmitButtonProps {
  readonly isBusy: boolean;
  readonly look?: 'primary' | 'danger';
  readonly children: ReactNode;
}

/** Says that it works, and stays in the tab order meanwhile: a disabled button would lose the focus. */
export function SubmitButton({ isBusy, look = 'primary', children }: SubmitButtonProps) {
  const t = useTranslate();
  return (
    <button type="submit" className={`button button-${look}`} aria-disabled={isBusy || undefined}>
      {isBusy ? t('form.busy') : children}
    </button>
  );
}
