/** What the routes share that work through a mailbox. @module */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Ports } from '../../../app/ports/ports.ts';
import { sendPage } from '../../pages/html.ts';
import { type MailForm, refusedPage } from '../../pages/mailPages.ts';
import { asAppError, sendError } from '../../reply/errorReply.ts';
import { HTTP_STATUS } from '../../reply/errorTable.ts';
import { messageOf } from '../../reply/message.ts';
import { EXAMPLE_MESSAGE, messageBody } from '../../schemas/common.ts';

const ACCEPTED = 'If there is such an account, a mail is on its way.';
export const AcceptedBody = messageBody(z.object({}))
  .describe(ACCEPTED)
  .meta({ id: 'MailAccepted', example: { ...EXAMPLE_MESSAGE, data: {}, message: ACCEPTED } });

/** The same to everybody: whether there is such an account, only its mailbox learns. */
export const accepted = (ports: Pick<Ports, 'clock'>, request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  reply.code(202).send(messageOf(ports, request, ACCEPTED, {}));

export const pageAnswer = {
  description: 'A page with one form.',
  content: { 'text/html': { schema: z.any().meta({ type: 'string' }) } },
};

/** A browser that sent the form of one of our pages wants a page again. */
export const fromPage = (request: FastifyRequest): boolean =>
  /^application\/x-www-form-urlencoded/i.test(request.headers['content-type'] ?? '');

/** The failure as the sender reads it: a page with its status, or the body of every other failure. */
export function sendFailure(
  request: FastifyRequest,
  reply: FastifyReply,
  thrown: unknown,
  kind: MailForm,
): FastifyReply {
  const error = asAppError(thrown);
  if (!fromPage(request) || HTTP_STATUS[error.code] >= 500) return sendError(request, reply, thrown);
  return sendPage(reply, refusedPage(request, kind, error), HTTP_STATUS[error.code]);
}
