/** Settings of the ledger on which commitments are written. @module */
import { integer, oneOf, orNull, setting, text, url } from './setting.ts';

export const LEDGER_SETTINGS = {
  solanaRpcUrl: setting(
    'ASSAY_SOLANA_RPC_URL',
    '',
    'JSON-RPC address of a Solana node with the whole history. Empty: the embedded ledger in the data folder, which no stranger can look into.',
    orNull(url('http:', 'https:')),
    true,
  ),
  solanaNetwork: setting(
    'ASSAY_SOLANA_NETWORK',
    'devnet',
    'Which network that node serves: mainnet, devnet or testnet.',
    oneOf('mainnet', 'devnet', 'testnet'),
  ),
  solanaKeypair: setting(
    'ASSAY_SOLANA_KEYPAIR',
    '',
    "The account that pays: a file of Solana's command line, or its JSON list of 64 numbers. Goes with the address.",
    orNull(text),
    true,
  ),
  solanaPriorityFee: setting(
    'ASSAY_SOLANA_PRIORITY_FEE',
    '0',
    'Paid on top for a place in a busy block, millionths of a lamport for each of 100,000 compute units.',
    integer(0, 1_000_000_000),
  ),
} as const;
