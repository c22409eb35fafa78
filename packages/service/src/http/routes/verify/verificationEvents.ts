/** GET /v1/verify/:verification_id/events: watch one of your verifications while it runs. @module */
import { type WatchEvent, watchVerification } from '../../../app/verify/deferred/watchVerification.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { errorBody } from '../../reply/errorReply.ts';
import { sendEvents } from '../../reply/eventStream.ts';
import { failures } from '../../schemas/common.ts';
import { VERIFICATION_EVENTS, VerificationParams } from '../../schemas/verify/verify.ts';
import { optionalCaller } from '../../security/auth.ts';
import { BAD_CREDENTIAL, OPTIONAL_CREDENTIAL } from '../../security/security.ts';
import { verificationView } from '../../views/verification.ts';

const schema = {
  operationId: 'verificationEvents',
  summary: 'Watch one of your verifications while it runs',
  description:
    'Server-sent events for what was sent with `Prefer: respond-async`. `stage` comes four times, with `stage` (`read`, `searched`, `compared`, `judged`) and `skipped` (null where nobody watched), each when it is over, so `searched` after the comparison with a picture that a mark names; then `result` with the verification, the tamper map too where it was asked for, or `failure` with an `Error`, and the stream ends. Of one that is done all comes at once, without the map.',
  tags: ['Verification'],
  security: OPTIONAL_CREDENTIAL,
  params: VerificationParams,
  response: {
    200: VERIFICATION_EVENTS,
    ...failures(
      ...BAD_CREDENTIAL,
      'FORBIDDEN',
      'VERIFICATION_NOT_FOUND',
      'VALIDATION_ERROR',
      'FILE_TOO_LARGE',
      'INVALID_FILE_TYPE',
      'PROCESSING_FAILED',
    ),
  },
};

export function verificationEventsRoute(app: App, { ports }: RouteDeps): void {
  const onRequest = optionalCaller(ports, 'verification.see');
  app.get('/v1/verify/:verification_id/events', { onRequest, schema }, async (request, reply) =>
    sendEvents(reply, async ({ send, end }) => {
      const tell = (told: WatchEvent): void => {
        if (told.event === 'stage') return send('stage', { stage: told.stage, skipped: told.skipped });
        if (told.event === 'result') send('result', verificationView(told.told));
        else send('failure', errorBody(told.error, request));
        end();
      };
      return watchVerification(ports, request.caller, request.params.verification_id, tell);
    }),
  );
}
