/** Solana's virtual machine as the embedded chain uses it: it executes one transaction after the other and keeps balances. @module */
import { type Address, address, type CompiledTransactionMessage, lamports, type Transaction } from '@solana/kit';
import { SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system';
import type { LiteSVM } from 'litesvm';

export interface Machine {
  /** Lamports. */
  balance(account: string): number;
  /** Lamports that an account with so many bytes must keep. */
  rentMinimum(dataBytes: number): number;
  setBalances(balances: Readonly<Record<string, number>>): void;
  /** Null, or why it does not count, in the words of the chain: `BlockhashNotFound`. */
  execute(transaction: Transaction): string | null;
  /** What each account that these messages may change holds now. */
  balancesOf(messages: readonly CompiledTransactionMessage[]): Record<string, number>;
}

/** Loaded at the first use: a service with a public chain needs no virtual machine, and some platforms have none. */
export async function startMachine(): Promise<Machine> {
  const { LiteSVM, FailedTransactionMetadata } = await import('litesvm');
  const machine = LiteSVM.default()
    .withSysvars()
    .withBuiltins()
    .withDefaultPrograms()
    .withSigverify(true)
    // Blockhashes and duplicates are the chain's own affair: the machine forgets both.
    .withBlockhashCheck(false)
    .withTransactionHistory(0n);
  const balance = (account: string): number => Number(machine.getBalance(address(account)) ?? 0n);
  return {
    balance,
    rentMinimum: (dataBytes) => Number(machine.minimumBalanceForRentExemption(BigInt(dataBytes))),
    setBalances(balances) {
      for (const [account, amount] of Object.entries(balances)) setBalance(machine, account, amount);
    },
    execute(transaction) {
      const result = machine.sendTransaction(transaction);
      return result instanceof FailedTransactionMetadata ? failureName(String(result)) : null;
    },
    balancesOf: (messages) =>
      Object.fromEntries(messages.flatMap(writable).map((account) => [account, balance(account)])),
  };
}

function setBalance(machine: LiteSVM, account: string, amount: number): void {
  machine.setAccount({
    address: address(account),
    lamports: lamports(BigInt(amount)),
    data: new Uint8Array(),
    executable: false,
    programAddress: SYSTEM_PROGRAM_ADDRESS,
    space: 0n,
  });
}

/** Accounts that a message may change: those before the read-only ones, among signers and among the others. */
function writable({ header, staticAccounts }: CompiledTransactionMessage): readonly Address[] {
  const { numSignerAccounts, numReadonlySignerAccounts, numReadonlyNonSignerAccounts } = header;
  return staticAccounts.filter((_account, i) =>
    i < numSignerAccounts
      ? i < numSignerAccounts - numReadonlySignerAccounts
      : i < staticAccounts.length - numReadonlyNonSignerAccounts,
  );
}

/** `FailedTransactionMetadata(FailedTransactionMetadata { err: SignatureFailure, ...` */
const failureName = (text: string): string => /err: ([A-Za-z]+)/.exec(text)?.[1] ?? 'Unknown';
