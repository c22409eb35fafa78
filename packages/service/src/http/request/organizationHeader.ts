/** Which organization a request names: form or query first, then `X-Organization-Id` (docs/spec/api.md#acting-organization). @module */
import type { FastifyRequest } from 'fastify';
import { validationError } from '../reply/errorReply.ts';
import { IdInput } from '../schemas/common.ts';

const HEADER = 'x-organization-id';

/** @throws {AppError} VALIDATION_ERROR for a header that is no UUID */
export function organizationIdOf(request: FastifyRequest, named: string | undefined): string | null {
  if (named !== undefined) return named;
  const sent = request.headers[HEADER];
  if (sent === undefined) return null;
  const result = IdInput.safeParse(sent);
  if (result.success) return result.data;
  throw validationError([
    { field: 'X-Organization-Id', location: 'header', code: 'invalid_format', message: 'must be a UUID' },
  ]);
}
