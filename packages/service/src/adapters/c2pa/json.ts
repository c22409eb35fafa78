/** JSON of the library: what it holds is a file's, so nothing of its form is taken for granted. @module */

export type Json = Readonly<Record<string, unknown>>;

export const asJson = (value: unknown): Json =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Json) : {};
export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
