/** GET /v1/blockchain/commitment/:commitment_id: one commitment. @module */
import { getCommitment } from '../../../app/ledger/readCommitments.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { failures } from '../../schemas/common.ts';
import { CommitmentBody, CommitmentParams } from '../../schemas/ledger/blockchain.ts';
import { NO_CREDENTIAL } from '../../security/security.ts';
import { commitmentView } from '../../views/blockchain.ts';

const schema = {
  operationId: 'getCommitment',
  summary: 'One commitment',
  description: 'Needs no credential: a commitment is public.',
  tags: ['Blockchain'],
  security: NO_CREDENTIAL,
  params: CommitmentParams,
  response: { 200: CommitmentBody, ...failures('COMMITMENT_NOT_FOUND', 'VALIDATION_ERROR') },
};

export function getCommitmentRoute(app: App, { ports }: RouteDeps): void {
  app.get('/v1/blockchain/commitment/:commitment_id', { schema }, async (request) =>
    commitmentView(await getCommitment(ports, request.params.commitment_id)),
  );
}
