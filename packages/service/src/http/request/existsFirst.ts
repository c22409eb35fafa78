/** A thing is looked for before anything is said of the body: docs/spec/api.md#order-of-checks. @module */
import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { IdInput } from '../schemas/common.ts';

/**
 * @param parameter of the path; a malformed id is left to the schema of the route
 * @param find throws if the caller may not see or do it
 */
export const existsFirst = (
  parameter: string,
  find: (request: FastifyRequest, id: string) => Promise<unknown>,
): onRequestAsyncHookHandler =>
  async function findFirst(request) {
    const id = IdInput.safeParse((request.params as Record<string, unknown>)[parameter]);
    if (id.success) await find(request, id.data);
  };
