/** GET /tlog/checkpoint: the newest checkpoint of the transparency log. @module */
import { cosignedCheckpoint } from '../../../app/transparency/readLog.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { failures } from '../../schemas/common.ts';
import { NO_CREDENTIAL } from '../../security/security.ts';
import { forEveryone, LOG_PREFIX, TEXT, text } from './logBytes.ts';

/** "SHOULD prevent caching beyond a few seconds" (tlog-tiles, Checkpoints). */
const FEW_SECONDS = 'public, max-age=2';

const schema = {
  operationId: 'latestCheckpoint',
  summary: 'The newest checkpoint of the transparency log',
  description: 'C2SP tlog-checkpoint, with the cosignatures of its witnesses.',
  tags: ['Transparency'],
  security: NO_CREDENTIAL,
  response: { 200: text, ...failures('LOG_ENTRY_NOT_FOUND') },
};

export function latestCheckpointRoute(app: App, { ports }: RouteDeps): void {
  app.get(`${LOG_PREFIX}/checkpoint`, { config: { ownWindows: 'log' }, schema }, async (_request, reply) => {
    const { note } = await cosignedCheckpoint(ports);
    return forEveryone(reply, FEW_SECONDS).type(TEXT).send(note);
  });
}
