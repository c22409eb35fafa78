/** Reads a body that is one file, as it is. @module */
import { AppError } from '@assay/core/errors';
import { joining } from '@assay/core/steps';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { inBodySteps } from './bodySteps.ts';
import type { BodyMemory, MemoryBudget } from './bodies/memoryBudget.ts';
import { fileTooLarge } from './receiveForm.ts';
import { stopReading } from './unreadBody.ts';

/** Hands the bytes to `use`; the memory counts against `budget` until `use` has ended. @throws {AppError} FILE_TOO_LARGE, SERVICE_UNAVAILABLE */
export async function receiveBytes<T>(
  budget: MemoryBudget,
  [request, reply]: readonly [FastifyRequest, FastifyReply],
  bytesMax: number,
  use: (bytes: Uint8Array) => Promise<T>,
): Promise<T> {
  let memory: BodyMemory | null = null;
  try {
    if (Number(request.headers['content-length'] ?? 0) > bytesMax) throw fileTooLarge(bytesMax);
    memory = budget.open(request);
    const bytes = await Promise.race([readAll(request.raw, memory, bytesMax), memory.tooSlow]);
    memory.arrived();
    await request.server.beginIdempotentForm(request, {
      fields: new Map(),
      files: [{ field: 'body', sentName: null, bytes }],
    });
    return await use(bytes);
  } catch (error) {
    // What is left of the body is not read, so the connection cannot be used again.
    if (!request.raw.readableEnded) stopReading(request, reply);
    if (error instanceof AppError || request.raw.readableEnded) throw error;
    throw new AppError('BAD_REQUEST', 'The body was cut off.', { cause: error });
  } finally {
    memory?.release();
  }
}

async function readAll(raw: IncomingMessage, memory: BodyMemory, bytesMax: number): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let length = 0;
  // The usual iterator would destroy the connection with the refusal on it.
  for await (const chunk of raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > bytesMax) throw fileTooLarge(bytesMax);
    memory.take(chunk.length);
    await memory.pace(chunk.length);
    chunks.push(chunk);
  }
  return inBodySteps(joining(chunks));
}
