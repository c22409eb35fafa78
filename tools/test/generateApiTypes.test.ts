import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const TOOL = path.join(import.meta.dirname, '../generateApiTypes.mjs');

/** What the tool prints for one component named `Thing`, without the file's header. */
async function printed(schema: object): Promise<string> {
  const { typesOf } = (await import(TOOL)) as { typesOf: (document: object) => string };
  return typesOf({ components: { schemas: { Thing: schema } } })
    .replace(/^\/\*\*[\s\S]*?\*\/\n/, '')
    .trim();
}

test('the SDK’s wire types are those of the checked-in API description', async () => {
  await promisify(execFile)(process.execPath, [TOOL, '--check']);
});

test('required, optional, nullable and described members', async () => {
  const schema = {
    type: 'object',
    description: 'A thing.',
    properties: {
      id: { type: 'string', format: 'uuid' },
      'x-size': { type: ['integer', 'null'], description: 'In bytes */ or so.' },
      kind: { anyOf: [{ enum: ['a', 'b'] }, { type: 'null' }] },
    },
    required: ['id', 'kind'],
    additionalProperties: false,
  };
  expect(await printed(schema)).toBe(
    [
      '/** A thing. */',
      'export interface Thing {',
      '  readonly id: string;',
      '  /** In bytes *\\/ or so. */',
      '  readonly "x-size"?: number | null;',
      '  readonly kind: "a" | "b" | null;',
      '}',
    ].join('\n'),
  );
});

test('lists of unions are bracketed, open objects stay open, references keep their names', async () => {
  expect(await printed({ type: 'array', items: { type: ['string', 'null'] } })).toBe(
    'export type Thing = readonly (string | null)[];',
  );
  expect(await printed({ type: 'object', additionalProperties: { $ref: '#/components/schemas/Thing' } })).toBe(
    'export type Thing = {\n  readonly [member: string]: Thing;\n};',
  );
  expect(await printed({ type: 'object', properties: { a: { type: 'boolean' } }, additionalProperties: {} })).toBe(
    'export interface Thing {\n  readonly a?: boolean;\n  readonly [member: string]: unknown;\n}',
  );
});

test('a schema without a rule is refused instead of losing its meaning', async () => {
  await expect(printed({ not: { type: 'string' } })).rejects.toThrow('no rule for {"not"');
});

test('the table of tracks is a constant, in the names of the language', async () => {
  const { tracksOf } = (await import(TOOL)) as { tracksOf: (document: object) => string };
  const row = { id: 'd', label: 'Track D', domain: 'toy', method: 'It’s a toy.', default_strength: 0.5 };
  expect(tracksOf({ 'x-watermark-tracks': [row] })).toContain(
    'export const TRACKS = [\n  {"id":"d","label":"Track D","domain":"toy","method":"It’s a toy.","defaultStrength":0.5},\n] as const;',
  );
});
