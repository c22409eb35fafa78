/** May the account that pays still pay? Asked of the node now and then, counted down in between. @module */
import { AppError } from '@assay/core/errors';
import type { SolanaRpc } from './solanaRpc.ts';

/** A balance is believed so long; somebody else may spend from the account too. */
const BALANCE_AGE_MS_MAX = 30_000;
/** Fees change with the rules of the network, not from one minute to the next. */
const FEE_AGE_MS_MAX = 300_000;

export interface PayerFunds {
  /**
   * Sets the fee of one transaction aside.
   * @param message as it is signed; the node tells the fee by it
   * @throws {AppError} BLOCKCHAIN_ERROR with account, balance and need
   */
  reserve(message: Uint8Array): Promise<void>;
}

type Rpc = Pick<SolanaRpc, 'balance' | 'fee' | 'rentMinimum'>;

export interface FundsOptions {
  /** Base58. */
  readonly account: string;
  /** For the words of a refusal. */
  readonly networkName: string;
  /** Fills the account up, where that is possible; asked once before a refusal. */
  readonly refill: ((account: string) => Promise<void>) | null;
  readonly now: () => number;
}

export function createPayerFunds(rpc: Rpc, { account, networkName, refill, now }: FundsOptions): PayerFunds {
  let fee: { readonly lamports: number; readonly at: number } | null = null;
  let minimum: number | null = null;
  let balance: { lamports: number; readonly at: number } | null = null;
  let underWay: Promise<void> | null = null;

  const feeOf = async (message: Uint8Array): Promise<number> => {
    if (fee && now() - fee.at < FEE_AGE_MS_MAX) return fee.lamports;
    const told = await rpc.fee(message);
    if (told === null) throw new AppError('BLOCKCHAIN_ERROR', 'The node of the ledger does not tell its fee.');
    fee = { lamports: told, at: now() };
    return told;
  };
  const ask = async (): Promise<void> => {
    balance = { lamports: await rpc.balance(account), at: now() };
  };
  /** One question for all that wait. */
  const refresh = (work: () => Promise<void>): Promise<void> => {
    underWay ??= work().finally(() => {
      underWay = null;
    });
    return underWay;
  };

  return {
    async reserve(message) {
      const needed = await feeOf(message);
      minimum ??= await rpc.rentMinimum();
      if (!balance || now() - balance.at > BALANCE_AGE_MS_MAX || balance.lamports < needed + minimum)
        await refresh(async () => {
          await ask();
          if (!refill || (balance?.lamports ?? 0) >= needed + (minimum ?? 0)) return;
          await refill(account);
          await ask();
        });
      const held = balance?.lamports ?? 0;
      if (!balance || held < needed + minimum)
        throw new AppError(
          'BLOCKCHAIN_ERROR',
          `The account ${account} that pays on ${networkName} holds ${held} lamports. A transaction costs ${needed}, and ${minimum} must stay: send it more.`,
        );
      balance.lamports -= needed;
    },
  };
}
