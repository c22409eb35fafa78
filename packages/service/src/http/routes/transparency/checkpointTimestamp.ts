/** GET /tlog/timestamps/:size: the time-stamp of a checkpoint. @module */
import { z } from 'zod';
import { timestampOf } from '../../../app/transparency/readLog.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { failures } from '../../schemas/common.ts';
import { CheckpointParams } from '../../schemas/ledger/transparency.ts';
import { NO_CREDENTIAL } from '../../security/security.ts';
import { forEveryone, IMMUTABLE, LOG_PREFIX } from './logBytes.ts';

/** RFC 3161, 3.4. */
const STAMP = 'application/timestamp-reply';

const bytes = z.any().meta({ type: 'string', format: 'binary' });
const stamp = { description: 'DER.', content: { [STAMP]: { schema: bytes } } };

const schema = {
  operationId: 'checkpointTimestamp',
  summary: 'The time-stamp of a checkpoint',
  description: 'RFC 3161 TimeStampResp over the bytes of the signed note of this size.',
  tags: ['Transparency'],
  security: NO_CREDENTIAL,
  params: CheckpointParams,
  response: { 200: stamp, ...failures('LOG_ENTRY_NOT_FOUND', 'VALIDATION_ERROR') },
};

export function checkpointTimestampRoute(app: App, { ports }: RouteDeps): void {
  app.get(`${LOG_PREFIX}/timestamps/:size`, { config: { ownWindows: 'log' }, schema }, async (request, reply) => {
    const { response } = await timestampOf(ports, request.params.size);
    return forEveryone(reply, IMMUTABLE).type(STAMP).send(Buffer.from(response));
  });
}
