/** Beside the days themselves, which come with the script of all pages: a file that only lists fetch. @module */
import type { DaySpan } from './days.ts';

/** Whether the service would take it: days of this form sort as text. */
export const isInOrder = ({ from, to }: DaySpan): boolean => !from || !to || from <= to;
