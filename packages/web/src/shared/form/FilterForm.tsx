import { type ReactNode, useId, useState } from 'react';
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
  /** How many of the fields narrow the list now. */
  readonly active: number;
  readonly onFilter: (fields: Readonly<Record<string, string>>) => void;
  readonly children: ReactNode;
}

/**
 * What a list is filtered by. A form, so that Enter searches and nothing changes while one types. Where the window is narrow a
 * button unfolds it, which says how many filters there are: otherwise they would fill it before the list begins.
 */
export function FilterForm({ days, outOfOrder, active, onFilter, children }: FilterFormProps) {
  const t = useTranslate();
  const id = useId();
  const problemOf = (span: DaySpan): Problems => (isInOrder(span) ? {} : { to: outOfOrder });
  // What is wrong with an address is said at the field.
  const [isOpen, setOpen] = useState(!isInOrder(days));
  const form = useForm({ check: problemOf, send: async (fields) => onFilter(fields) });
  return (
    <search>
      <button
        type="button"
        className="button filters-toggle"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {active > 0 ? t('filters.active', { count: active }) : t('filters.title')}
      </button>
      <form id={id} className={isOpen ? 'filters' : 'filters filters-folded'} onSubmit={form.onSubmit}>
        <ProblemsContext value={{ ...problemOf(days), ...form.problems }}>{children}</ProblemsContext>
        <button type="submit" className="button button-primary">
          {t('gallery.find')}
        </button>
      </form>
    </search>
  );
}
