/** Fields of multipart forms: every value is text, and may come more than once. @module */
import type { FieldError } from '@assay/core/errors';
import { z } from 'zod';
import { validationError } from '../reply/errorReply.ts';

const WORDS: Readonly<Record<string, boolean>> = {
  true: true,
  '1': true,
  yes: true,
  on: true,
  false: false,
  '0': false,
  no: false,
  off: false,
};

/** A switch of a form or a query, as people and programs spell it: docs/spec/api.md#form-fields. */
export const formBoolean = (defaultValue: boolean, description: string) =>
  z
    .string()
    .trim()
    .toLowerCase()
    .refine((word) => word in WORDS, 'must be one of true, false, 1, 0, yes, no, on, off')
    .transform((word) => WORDS[word] as boolean)
    .default(defaultValue)
    .meta({ formBoolean: true, preset: defaultValue, description });

/** The file part itself; read by `receiveForm`, here for the description of the API. */
export const filePart = (description: string) => z.file().meta({ description });

/**
 * Reads the text fields by their schema. The last value counts where one is wanted; names in `lists` keep all.
 * @throws {AppError} VALIDATION_ERROR that names every bad field
 */
export function parseFields<Schema extends z.ZodObject>(
  schema: Schema,
  fields: ReadonlyMap<string, readonly string[]>,
  lists: readonly string[] = [],
): z.output<Schema> {
  const values = [...fields].map(([name, all]) => [name, lists.includes(name) ? all : all.at(-1)]);
  const result = schema.safeParse(Object.fromEntries(values));
  if (result.success) return result.data;
  throw validationError(
    result.error.issues.map(
      ({ path, code, message }): FieldError => ({ field: String(path[0] ?? 'body'), location: 'body', code, message }),
    ),
  );
}
