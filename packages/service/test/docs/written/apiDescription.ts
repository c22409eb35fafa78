/** The checked-in description of the API, as far as documents are written from it. @module */
import { readFileSync } from 'node:fs';

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly [string];
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly description?: string;
    readonly schema: Schema;
  }[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, { readonly description: string } & Content>>;
}

const file = new URL('../../../../../docs/reference/openapi.json', import.meta.url);
const description = JSON.parse(readFileSync(file, 'utf8')) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Omit<Operation, 'method' | 'path'>>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

export const SCHEMAS = description.components.schemas;

export const OPERATIONS: readonly Operation[] = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
);

export const refName = (schema: Schema | undefined): string | null => schema?.$ref?.split('/').at(-1) ?? null;

/** As GitHub makes anchors of headings. */
export const slug = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');

/** The query of every list; described once, in docs/spec/api.md#lists. */
export const PAGING: ReadonlySet<string> = new Set(['page', 'page_size']);

/** A list of something else: answered in the shape of every page. */
export function pageItem(schema: Schema): Schema | null {
  const { items, total, page, pages } = schema.properties ?? {};
  return items && total && page && pages ? (items.items ?? null) : null;
}
