/** Any operation of the API by its name: what the methods of the client do not cover, and what they are made of. @module */
import type { CallOptions, Connection, RequestSpec } from './connection.ts';
import type { Operations } from './generated/operations.ts';
import { appendImage, type ImageInput } from './image.ts';
import type { UploadProgress } from './transport.ts';
import type { Page } from './types.ts';

export type OperationName = keyof Operations;
export type OperationInput<Name extends OperationName> = Operations[Name]['input'];
export type OperationAnswer<Name extends OperationName> = Operations[Name]['answer'];

/** The operations that answer a page. */
export type ListName = {
  [Name in OperationName]: OperationAnswer<Name> extends Page<unknown> ? Name : never;
}[OperationName];

/** What a request may hold, as the description of the API names it. */
interface Input {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: RequestSpec['query'];
  readonly json?: unknown;
  readonly form?: Readonly<Record<string, unknown>>;
}

export interface OperationOptions extends CallOptions {
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined;
  /** Of a POST, when the caller's own attempts shall count as one; default a new one for each call. */
  readonly idempotencyKey?: string | undefined;
}

/**
 * Calls an operation; its answer is the JSON of the description, null if there is none.
 * @throws {AssayError}
 */
export async function callOperation<Name extends OperationName>(
  connection: Connection,
  name: Name,
  input: OperationInput<Name>,
  options: OperationOptions = {},
): Promise<OperationAnswer<Name>> {
  const { path = {}, query, json, form } = input as Input;
  // With the first call, so that a page which makes none does not carry the addresses of all operations.
  const { OPERATIONS } = await import('./generated/operations.ts');
  const [method, template] = OPERATIONS[name].split(' ') as [RequestSpec['method'], string];
  const answer = await connection.answer({
    method,
    path: template.replace(/\{(\w+)\}/g, (_, member: string) => encodeURIComponent(path[member] ?? '')),
    ...(query === undefined ? {} : { query }),
    ...(json === undefined ? {} : { json }),
    ...(form === undefined ? {} : { form: await formOf(form) }),
    creates: method === 'POST',
    ...options,
  });
  return connection.parsed<OperationAnswer<Name>>(answer, OPERATIONS[name]);
}

const isPlain = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value);

/** Pictures come last, so that a server that streams knows the other fields when the bytes arrive. */
const PICTURES: ReadonlySet<string> = new Set(['file', 'files', 'a', 'b']);

async function formOf(fields: Readonly<Record<string, unknown>>): Promise<FormData> {
  const form = new FormData();
  const given = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null);
  for (const [name, value] of given) if (!PICTURES.has(name)) form.set(name, textOf(value));
  for (const [name, value] of given) {
    if (!PICTURES.has(name)) continue;
    for (const picture of (Array.isArray(value) ? value : [value]) as ImageInput[])
      await appendImage(form, name, picture);
  }
  return form;
}

const textOf = (value: unknown): string =>
  isPlain(value) ? String(value) : Array.isArray(value) ? value.join(',') : JSON.stringify(value);
