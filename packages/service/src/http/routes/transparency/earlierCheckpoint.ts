/** GET /tlog/checkpoints/:size: the checkpoint of one size. @module */
import { checkpointOf } from '../../../app/transparency/readLog.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { failures } from '../../schemas/common.ts';
import { CheckpointParams } from '../../schemas/ledger/transparency.ts';
import { NO_CREDENTIAL } from '../../security/security.ts';
import { forEveryone, IMMUTABLE, LOG_PREFIX, TEXT, text } from './logBytes.ts';

const schema = {
  operationId: 'earlierCheckpoint',
  summary: 'The checkpoint of one size',
  description: 'Not of C2SP: for looking up what was anchored or time-stamped.',
  tags: ['Transparency'],
  security: NO_CREDENTIAL,
  params: CheckpointParams,
  response: { 200: text, ...failures('LOG_ENTRY_NOT_FOUND', 'VALIDATION_ERROR') },
};

export function earlierCheckpointRoute(app: App, { ports }: RouteDeps): void {
  app.get(`${LOG_PREFIX}/checkpoints/:size`, { config: { ownWindows: 'log' }, schema }, async (request, reply) => {
    const { note } = await checkpointOf(ports, request.params.size);
    return forEveryone(reply, IMMUTABLE).type(TEXT).send(note);
  });
}
