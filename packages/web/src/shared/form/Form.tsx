import type { ReactNode } from 'react';
import { useTranslate } from '../../i18n/translate.ts';
import { FailureNotice } from '../FailureNotice.tsx';
import { ProblemsContext } from './Field.tsx';
import type { Form as FormState } from './useForm.ts';

interface FormProps {
  readonly form: FormState;
  /** What pressing the button does, in its words. */
  readonly submit: string;
  readonly look?: 'primary' | 'danger';
  /** What is said once it was done; empty before. Left out where the page itself changes. */
  readonly done?: string;
  readonly children: ReactNode;
}

/**
 * Fields with their button, what went wrong above them and what was done below. Checked by us, so that what is wrong stands
 * as text beside its field, in the language of the page. The button stays in the tab order while it works: a disabled one
 * would lose the focus.
 */
export function Form({ form, submit, look = 'primary', done, children }: FormProps) {
  const t = useTranslate();
  return (
    <form className="form" noValidate onSubmit={form.onSubmit}>
      {form.failure && <FailureNotice failure={form.failure} level={2} />}
      <ProblemsContext value={form.problems}>{children}</ProblemsContext>
      <button type="submit" className={`button button-${look}`} aria-disabled={form.isBusy || undefined}>
        {form.isBusy ? t('form.busy') : submit}
      </button>
      {done !== undefined && (
        <p role="status" className="small">
          {done}
        </p>
      )}
    </form>
  );
}
