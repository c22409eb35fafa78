/** Answers that say a sentence (docs/spec/api.md#message-answers). @module */
import type { FastifyRequest } from 'fastify';
import type { Ports } from '../../app/ports/ports.ts';

interface Message<Data> {
  readonly data: Data;
  readonly message: string;
  readonly timestamp: string;
  readonly request_id: string;
}

export const messageOf = <Data extends object>(
  { clock }: Pick<Ports, 'clock'>,
  request: FastifyRequest,
  message: string,
  data: Data,
): Message<Data> => ({ data, message, timestamp: clock.now().toISOString(), request_id: request.id });
