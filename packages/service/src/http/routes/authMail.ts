/** Routes that work through a mailbox: confirm an address, set a forgotten password. @module */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { forgotPassword, resetPassword } from '../../app/accounts/resetPassword.ts';
import { resendVerification, verifyEmail } from '../../app/accounts/verifyEmail.ts';
import { asAppError, sendError } from '../errorReply.ts';
import { HTTP_STATUS } from '../errorTable.ts';
import type { App, HttpDeps } from '../httpDeps.ts';
import { messagePage, resetPasswordPage, sendPage, verifyEmailPage } from '../pages/mailPages.ts';
import { EmailBody, MailLinkQuery, ResetPasswordBody, Verified, VerifyEmailBody } from '../schemas/account.ts';
import { failures } from '../schemas/common.ts';
import { NO_CREDENTIAL } from '../security.ts';

const tags = ['Accounts'];
const BODY = ['VALIDATION_ERROR', 'UNSUPPORTED_MEDIA_TYPE', 'PAYLOAD_TOO_LARGE'] as const;
const URL_FORM = { config: { urlForm: true } } as const;
const consumes = ['application/json', 'application/x-www-form-urlencoded'];
const ACCEPTED = z.undefined().describe('If there is such an account, a mail is on its way.');
const pageAnswer = {
  description: 'A page with one form.',
  content: { 'text/html': { schema: z.any().meta({ type: 'string' }) } },
};

/** A browser that sent the form of one of our pages wants a page again. */
const fromPage = (request: FastifyRequest): boolean =>
  /^application\/x-www-form-urlencoded/i.test(request.headers['content-type'] ?? '');

/** The failure as the sender reads it: a page with its status, or the body of every other failure. */
function sendFailure(request: FastifyRequest, reply: FastifyReply, thrown: unknown, title: string): FastifyReply {
  const error = asAppError(thrown);
  if (!fromPage(request) || HTTP_STATUS[error.code] >= 500) return sendError(request, reply, thrown);
  return sendPage(reply, messagePage(title, error.detail), HTTP_STATUS[error.code]);
}

export function registerAuthMailRoutes(app: App, { ports, settings }: HttpDeps): void {
  app.get(
    '/v1/auth/verify-email',
    {
      schema: {
        operationId: 'showVerifyEmail',
        summary: 'The page that the mail leads to',
        description: 'Shows a button that confirms the address. Opening the page changes nothing.',
        tags,
        security: NO_CREDENTIAL,
        querystring: MailLinkQuery,
        response: { 200: pageAnswer, ...failures('VALIDATION_ERROR') },
      },
    },
    (request, reply) => sendPage(reply, verifyEmailPage(request.query.token)),
  );

  app.post(
    '/v1/auth/verify-email',
    {
      ...URL_FORM,
      schema: {
        operationId: 'verifyEmail',
        summary: 'Confirm an e-mail address',
        description: 'Takes the JSON body, or the form of the page, which is answered with a page. Works once.',
        tags,
        consumes,
        security: NO_CREDENTIAL,
        body: VerifyEmailBody,
        response: { 200: Verified, ...failures('INVALID_TOKEN', 'EMAIL_ALREADY_EXISTS', 'GONE', ...BODY) },
      },
    },
    async (request, reply) => {
      try {
        await verifyEmail(ports, request.body.token);
      } catch (error) {
        return sendFailure(request, reply, error, 'The address was not confirmed');
      }
      if (!fromPage(request)) return { is_verified: true as const };
      return sendPage(reply, messagePage('Thank you', 'Your e-mail address is confirmed. You can close this page.'));
    },
  );

  app.post(
    '/v1/auth/resend-verification',
    {
      schema: {
        operationId: 'resendVerification',
        summary: 'Send the mail that confirms the address again',
        description: 'Always the same answer, at most one mail a minute.',
        tags,
        security: NO_CREDENTIAL,
        body: EmailBody,
        response: { 202: ACCEPTED, ...failures(...BODY) },
      },
    },
    async (request, reply) => {
      resendVerification(ports, request.body.email, settings.publicBaseUrl());
      return reply.code(202).send();
    },
  );

  app.post(
    '/v1/auth/forgot-password',
    {
      schema: {
        operationId: 'forgotPassword',
        summary: 'Ask for a mail to set a new password',
        description: 'Always the same answer, at most one mail a minute. The link in it works for an hour.',
        tags,
        security: NO_CREDENTIAL,
        body: EmailBody,
        response: { 202: ACCEPTED, ...failures(...BODY) },
      },
    },
    async (request, reply) => {
      forgotPassword(ports, request.body.email, settings.publicBaseUrl());
      return reply.code(202).send();
    },
  );

  app.get(
    '/v1/auth/reset-password',
    {
      schema: {
        operationId: 'showResetPassword',
        summary: 'The page that the mail leads to',
        tags,
        security: NO_CREDENTIAL,
        querystring: MailLinkQuery,
        response: { 200: pageAnswer, ...failures('VALIDATION_ERROR') },
      },
    },
    (request, reply) => sendPage(reply, resetPasswordPage(request.query.token, null)),
  );

  app.post(
    '/v1/auth/reset-password',
    {
      ...URL_FORM,
      schema: {
        operationId: 'resetPassword',
        summary: 'Set a new password with the token of the mail',
        description: 'Ends all sessions. Takes the JSON body, or the form of the page, which is answered with a page.',
        tags,
        consumes,
        security: NO_CREDENTIAL,
        body: ResetPasswordBody,
        response: {
          204: z.undefined().describe('The new password counts.'),
          ...failures('INVALID_TOKEN', 'GONE', 'WEAK_PASSWORD', ...BODY),
        },
      },
    },
    async (request, reply) => {
      const { token, password } = request.body;
      try {
        await resetPassword(ports, token, password);
      } catch (error) {
        const { code, detail } = asAppError(error);
        if (fromPage(request) && code === 'WEAK_PASSWORD')
          return sendPage(reply, resetPasswordPage(token, detail), HTTP_STATUS[code]);
        return sendFailure(request, reply, error, 'The password was not changed');
      }
      if (!fromPage(request)) return reply.code(204).send();
      return sendPage(reply, messagePage('Done', 'Your new password counts from now on. Log in with it.'));
    },
  );
}
