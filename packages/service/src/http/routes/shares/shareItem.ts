/** What the routes of public links share. @module */
import type { FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { z } from 'zod';
import type { Ports } from '../../../app/ports/ports.ts';
import { assetTarget, share } from '../../../app/shares/shareLinks.ts';
import { ownVerification } from '../../../app/verify/pastVerifications.ts';
import type { HttpDeps } from '../../httpDeps.ts';
import { onceOf } from '../../request/idempotency.ts';
import { existsFirst } from '../../request/existsFirst.ts';
import { NewShareBody } from '../../schemas/storage/shares.ts';
import { callerOf } from '../../security/auth.ts';
import { NEEDS_CREDENTIAL } from '../../security/security.ts';
import { shareView } from '../../views/shares.ts';

export const VERIFICATION_ITEM = [...NEEDS_CREDENTIAL, 'VERIFICATION_NOT_FOUND', 'VALIDATION_ERROR'] as const;

export const REVOKED = z.undefined().describe('Revoked: the link answers 410 from now on.');

export const verificationExistsFirst = (ports: Pick<Ports, 'verifications'>): onRequestAsyncHookHandler =>
  existsFirst('verification_id', (request, id) => ownVerification(ports, callerOf(request), id));

export type Target = Awaited<ReturnType<typeof assetTarget>>;

/** Makes the link and answers it with its token. */
export async function answerNew(
  { ports, settings }: HttpDeps,
  [request, reply]: readonly [FastifyRequest, FastifyReply],
  target: Target,
  expiresInS: number | null | undefined,
): Promise<z.output<typeof NewShareBody>> {
  const { link, token } = await share(ports, callerOf(request), target, expiresInS ?? null, onceOf(request));
  const url = `${settings.publicBaseUrl()}/s/${token}`;
  reply.code(201).header('location', url);
  return { ...shareView(link), token, url };
}
