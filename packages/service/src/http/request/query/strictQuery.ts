/**
 * Below /v1 a query parameter that the operation does not know is refused: a misspelt filter that is passed over answers
 * more than was asked for, and nobody notices (docs/spec/api.md#query-parameters).
 * @module
 */
import type { FieldError } from '@assay/core/errors';
import type { FastifySchemaCompiler } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { App } from '../../httpDeps.ts';
import { validationError } from '../../reply/errorReply.ts';
import { failures } from '../../schemas/common.ts';
import { nearestName } from './nearestName.ts';

/** Each repeats the parameters that there are; an address has room for thousands of names. */
const TOLD_MAX = 10;

/** C2PA's interface is not ours: its next edition may have parameters, which its clients send to every repository alike. */
const isStrict = (url: string): boolean => url.startsWith('/v1/') && !url.startsWith('/v1/c2pa/');

/** Says that a schema takes whatever comes, as those of addresses do that others make longer: `OpenQuery`. */
const takesAll = (schema: z.ZodObject): boolean => schema.def.catchall !== undefined;

function sentenceOn(sent: string, known: readonly string[]): string {
  if (known.length === 0) return 'is not known; this operation takes no query parameters';
  const meant = nearestName(sent, known);
  return `is not known${meant === null ? '.' : `; did you mean ${meant}?`} This operation takes ${known.join(', ')}`;
}

const unknownIn = (sent: object, known: readonly string[]): FieldError[] =>
  Object.keys(sent)
    .filter((name) => !known.includes(name))
    .slice(0, TOLD_MAX)
    .map((field) => ({ field, location: 'query', code: 'unknown_parameter', message: sentenceOn(field, known) }));

const wrongIn = (issues: readonly z.core.$ZodIssue[]): FieldError[] =>
  issues.map(({ path, code, message }) => ({ field: path.join('.') || 'query', location: 'query', code, message }));

/** For the application: everything but our queries is left to the library. */
export const compileValidator: FastifySchemaCompiler<z.ZodType> = (route) => {
  const { schema, httpPart, url } = route;
  if (httpPart !== 'querystring' || !isStrict(url ?? '')) return validatorCompiler(route);
  if (!(schema instanceof z.ZodObject)) throw new TypeError(`the query of ${url} must be an object of parameters`);
  if (takesAll(schema)) return validatorCompiler(route);
  const known = Object.keys(schema.shape);
  return (sent: object) => {
    const result = schema.safeParse(sent);
    const errors = [...unknownIn(sent, known), ...wrongIn(result.error?.issues ?? [])];
    return errors.length > 0 ? { error: validationError(errors) } : { value: result.data };
  };
};

/** Operations without parameters refuse them too, and say so in the description. Must be called before the routes are added. */
export function registerStrictQuery(app: App): void {
  app.addHook('onRoute', (route) => {
    const { schema } = route;
    if (!isStrict(route.url) || schema?.querystring) return;
    const refusal = failures('VALIDATION_ERROR')[422];
    const { response } = (schema ?? {}) as { response?: object };
    route.schema = { ...schema, querystring: z.object({}), response: { 422: refusal, ...response } };
  });
}
