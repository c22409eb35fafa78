/** GET /v1/blockchain/verify/:tx_hash: check a transaction. @module */
import { checkTransaction } from '../../../app/ledger/checkTransaction.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { failures } from '../../schemas/common.ts';
import { CheckedBody, TransactionParams } from '../../schemas/ledger/blockchain.ts';
import { callerOrStranger } from '../../security/auth.ts';
import { NO_GOOD_CREDENTIAL, OPTIONAL_CREDENTIAL } from '../../security/security.ts';
import { checkedView } from '../../views/blockchain.ts';

const schema = {
  operationId: 'checkTransaction',
  summary: 'Check a transaction',
  description:
    'Asks the ledger now. `proof` holds all that is needed to check the commitment again without this service; `examples/verifyProof.mjs` does. Strangers to an organization without public verification get none.',
  tags: ['Blockchain'],
  security: OPTIONAL_CREDENTIAL,
  params: TransactionParams,
  response: {
    200: CheckedBody,
    ...failures(...NO_GOOD_CREDENTIAL, 'TRANSACTION_NOT_FOUND', 'VALIDATION_ERROR', 'BLOCKCHAIN_ERROR'),
  },
};

export function checkTransactionRoute(app: App, { ports }: RouteDeps): void {
  app.get('/v1/blockchain/verify/:tx_hash', { onRequest: callerOrStranger(ports, 'verify'), schema }, async (request) =>
    checkedView(await checkTransaction(ports, request.caller, request.params.tx_hash)),
  );
}
