/** GET /s/:token and GET /r/:verification_id: the pages of a public link and of a result. @module */
import { AppError } from '@assay/core/errors';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { followShare } from '../../../app/shares/shareLinks.ts';
import { pastVerification } from '../../../app/verify/pastVerifications.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { sharedFacts, verificationFacts } from '../../pages/shownFacts.ts';
import { sharedView } from '../../views/shares.ts';
import { publicVerificationView } from '../../views/verification.ts';
import { registerShown } from './shownAddresses.ts';

const Token = z.object({ token: z.string().max(100) });
const ResultId = z.object({ verificationId: z.string().max(100) });
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

export function sharePageRoutes(app: App, deps: RouteDeps): void {
  const { ports, settings } = deps;
  const shared = async ({ params }: FastifyRequest, how: { readonly isDrawn?: boolean } = {}) =>
    sharedView(await followShare(ports, Token.parse(params).token, how), settings.publicBaseUrl());
  const result = async ({ params }: FastifyRequest) => {
    const { verificationId } = ResultId.parse(params);
    if (!UUID.test(verificationId)) throw new AppError('VERIFICATION_NOT_FOUND', 'There is no such verification.');
    return publicVerificationView(await pastVerification(ports, null, verificationId));
  };
  registerShown(app, deps, {
    address: '/s/:token',
    missing: (error, _request, words) => {
      const stem = error.code === 'GONE' ? 'page.gone' : 'page.noLink';
      return { title: words.say(`${stem}.title`), sentence: words.say(`${stem}.text`) };
    },
    json: (request) => shared(request, { isDrawn: true }),
    facts: async (request, words) => sharedFacts(await shared(request), words),
  });
  registerShown(app, deps, {
    address: '/r/:verificationId',
    missing: (_error, _request, words) => ({
      title: words.say('page.noResult.title'),
      sentence: words.say('page.noResult.text'),
    }),
    json: result,
    facts: async (request, words) => verificationFacts(await result(request), words),
  });
}
