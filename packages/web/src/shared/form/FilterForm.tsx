import type { ReactNode } from 'react';
import { useTranslate } from '../../i18n/translate.ts';
import type { DaySpan } from '../days.ts';
import { isInOrder } from '../daysInOrder.ts';
import { ProblemsContext } from './Field.tsx';
import { type Problems, useForm } from './useForm.ts';

interface FilterFormProps {
  /** What the address asks for: somebody may have typed days into it that a form would have refused. */
  readonly days: DaySpan;
  /** What is said of a last day before the first. */
  readonly outOfOrder: string;
  readonly onFilter: (fields: Readonly<Record<string, string>>) => void;
  readonly children: ReactNode;
}

/** What a list is filtered by. A form, so that Enter searches and nothing changes while one types. */
export function FilterForm({ days, outOfOrder, onFilter, children }: FilterFormProps) {
  const t = useTranslate();
  const problemOf = (span: DaySpan): Problems => (isInOrder(span) ? {} : { to: outOfOrder });
  const form = useForm({ check: problemOf, send: async (fields) => onFilter(fields) });
  return (
    <search>
      <form className="filters" onSubmit={form.onSubmit}>
        <ProblemsContext value={{ ...problemOf(days), ...form.problems }}>{children}</ProblemsContext>
        <button type="submit" className="button button-primary">
          {t('gallery.find')}
        </button>
      </form>
    </search>
  );
}
