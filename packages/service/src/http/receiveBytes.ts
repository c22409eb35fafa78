/** Reads a body that is one file, as it is. @module */
import { AppError } from '@assay/core/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { MemoryBudget } from './memoryBudget.ts';
import { fileTooLarge } from './receiveForm.ts';

/** Hands the bytes to `use`; the memory counts against `budget` until `use` has ended. @throws {AppError} FILE_TOO_LARGE, SERVICE_UNAVAILABLE */
export async function receiveBytes<T>(
  budget: MemoryBudget,
  [request, reply]: readonly [FastifyRequest, FastifyReply],
  bytesMax: number,
  use: (bytes: Uint8Array) => Promise<T>,
): Promise<T> {
  let held = 0;
  try {
    const chunks: Buffer[] = [];
    if (Number(request.headers['content-length'] ?? 0) > bytesMax) throw fileTooLarge(bytesMax);
    for await (const chunk of request.raw as AsyncIterable<Buffer>) {
      if (held + chunk.length > bytesMax) throw fileTooLarge(bytesMax);
      budget.take(chunk.length);
      held += chunk.length;
      chunks.push(chunk);
    }
    const bytes = Buffer.concat(chunks);
    await request.server.beginIdempotentForm(request, {
      fields: new Map(),
      files: [{ field: 'body', sentName: null, bytes }],
    });
    return await use(bytes);
  } catch (error) {
    // What is left of the body is not read, so the connection cannot be used again.
    if (!request.raw.readableEnded) reply.header('connection', 'close');
    if (error instanceof AppError || request.raw.readableEnded) throw error;
    throw new AppError('BAD_REQUEST', 'The body was cut off.', { cause: error });
  } finally {
    budget.give(held);
  }
}
