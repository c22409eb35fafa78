/** `assay proof` @module */
import { command, group } from '../../command.ts';
import { argument, on, SERVER, value, WRITTEN_JSON } from '../../options.ts';
import { WITNESS_FLAGS } from '../../witnesses/witnessFlags.ts';

const get = command({
  brief: 'fetch the proof of a commitment from a service',
  help: `Fetches what a service and its ledger say of a commitment, with the proof. Keep it beside the picture: "assay proof verify"
and examples/verifyProof.mjs check it without any service. Needs no credential.`,
  load: async () => (await import('../../actions/ledger/proofGet.ts')).proofGet,
  parameters: {
    flags: {
      output: value('FILE', 'write it there instead of printing it'),
      force: on('overwrite FILE'),
      server: SERVER,
      json: WRITTEN_JSON,
    },
    positional: {
      kind: 'tuple',
      parameters: [argument('TX_HASH|COMMITMENT_ID', 'the transaction or the commitment')],
    },
  },
});

const verify = command({
  brief: 'check a proof offline',
  help: `Checks a proof that "assay proof get" or GET /v1/blockchain/verify/{tx_hash} gave, offline: the organization's signature, the
transaction, the way into the log and the log's signature. What you know from elsewhere is compared with it; a proof that
brings its own keys shows only that it fits together.

Exit status: 0 everything holds, 10 something does not, 11 what is there holds, but the proof was fetched too early.`,
  load: async () => (await import('../../actions/ledger/proofVerify.ts')).proofVerify,
  parameters: {
    flags: {
      picture: value('FILE', 'the picture that it shall speak of, as uploaded or as delivered'),
      logKey: value('KEY', 'verifier key of the log (verifier_key of GET /v1/transparency, kept elsewhere)'),
      ...WITNESS_FLAGS,
      organizationKey: value('KEY', 'Ed25519 key of the organization, 32 bytes in base64'),
      transaction: value('TX_HASH', 'the transaction that you found on a public chain'),
      json: on('{holds, missing, claims, payload, commitment_hash, tx_hash}'),
    },
    positional: { kind: 'tuple', parameters: [argument('PROOF', 'file with the proof, or - for standard input')] },
  },
});

export const proofCommands = group('proofs of commitments, to keep and to check offline', { get, verify });
