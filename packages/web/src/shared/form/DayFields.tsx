import type { DaySpan } from '../days.ts';
import { Field } from './Field.tsx';

interface DayFieldsProps {
  readonly span: DaySpan;
  /** Of the first day and of the last one: which days they are differs from list to list. */
  readonly labels: readonly [from: string, to: string];
}

/** The first and the last day of a span. */
export function DayFields({ span, labels: [from, to] }: DayFieldsProps) {
  return (
    <>
      <Field label={from} name="from" type="date" defaultValue={span.from ?? ''} />
      <Field label={to} name="to" type="date" defaultValue={span.to ?? ''} />
    </>
  );
}
