/** A chain of one node, and a node in front of it that may be made to fail or to lie. @module */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { KeyPairSigner } from '@solana/kit';
import { type Chain, openChain } from '../../src/adapters/ledger/embedded/chain.ts';
import { startRpcServer } from '../../src/adapters/ledger/embedded/rpcServer.ts';
import { passingPayer } from '../../src/adapters/ledger/payerKey.ts';
import {
  createSolanaLedger,
  type OwnedLedger,
  type SolanaLedgerOptions,
} from '../../src/adapters/ledger/solanaLedger.ts';

/** What comes instead of the honest answer; undefined leaves that. */
export type Fault =
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string }
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string; readonly data?: unknown } }
  | 'hang'
  | undefined;

export interface LedgerNode {
  readonly url: string;
  readonly chain: Chain;
  readonly payer: KeyPairSigner;
  /** Methods in the order they were asked. */
  readonly asked: string[];
  /** @param honest what the chain would answer */
  fault: (method: string, params: readonly unknown[], honest: () => Promise<unknown>) => Fault | Promise<Fault>;
  ledger(options?: Partial<SolanaLedgerOptions>): OwnedLedger;
  close(): Promise<void>;
}

export async function startLedgerNode(file: string | null = null): Promise<LedgerNode> {
  const faucet = await passingPayer();
  const payer = await passingPayer();
  const chain = await openChain({ file, faucet, now: Date.now, nonce: randomBytes(8).toString('hex') });
  const honest = await startRpcServer({ chain, faucet }, (error) => {
    throw error;
  });
  const hanging = new Set<ServerResponse>();
  const forward = async (body: string): Promise<unknown> =>
    (await fetch(honest.url, { method: 'POST', body, headers: { 'content-type': 'application/json' } })).json();
  const server = createServer((request, response) => {
    void (async () => {
      const body = Buffer.concat(await request.toArray()).toString();
      const { id, method, params } = JSON.parse(body) as { id: unknown; method: string; params: unknown[] };
      node.asked.push(method);
      const fault = await node.fault(method, params, async () => ((await forward(body)) as { result: unknown }).result);
      if (fault === 'hang') return void hanging.add(response);
      if (fault && 'status' in fault) return void response.writeHead(fault.status, fault.headers).end(fault.body ?? '');
      const answer = fault ? { jsonrpc: '2.0', id, ...fault } : await forward(body);
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const node: LedgerNode = {
    url: `http://127.0.0.1:${port}`,
    chain,
    payer,
    asked: [],
    fault: () => undefined,
    ledger: (options = {}) =>
      createSolanaLedger({
        rpcUrl: node.url,
        network: 'devnet',
        payer,
        priorityFee: 0,
        embedded: { airdropLamports: 1_000_000_000 },
        ...options,
      }),
    async close() {
      for (const response of hanging) response.destroy();
      server.closeAllConnections();
      server.close();
      await honest.close();
      await chain.close();
    },
  };
  return node;
}
