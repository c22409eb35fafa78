/** What a service does and holds, for whoever runs it: docs/spec/web.md#operator-page. @module */
import type { User } from '../ports/accounts/accounts.ts';
import type { Quarantined, QuarantineReason } from '../ports/assets/storeKeeping.ts';
import type { Ports } from '../ports/ports.ts';
import type { Failed, Searched, Waiting } from '../ports/runtime/serviceFigures.ts';
import { assertOperator } from './assertOperator.ts';

/** More are not looked through for one page. */
const ASIDE_MAX = 1000;

/** Files that were moved aside, by why. */
export interface Aside {
  readonly reason: QuarantineReason;
  readonly assets: number;
  /** The longest here; the first to be removed. */
  readonly oldest: Date;
}

export interface ServiceLook {
  readonly waiting: Waiting;
  readonly failed: Failed;
  readonly searched: Searched;
  readonly aside: readonly Aside[];
  /** Names everything that a verdict depends on. */
  readonly modelVersion: string;
  readonly embeddingModel: string;
}

type Deps = Pick<Ports, 'serviceFigures' | 'storeKeeping' | 'embedding' | 'modelVersion' | 'limits'>;

/** @throws {AppError} FORBIDDEN to everybody but operators */
export async function lookAtService(deps: Deps, user: User): Promise<ServiceLook> {
  await assertOperator(deps, user);
  return {
    ...(await deps.serviceFigures.read(deps.embedding.model)),
    aside: asideOf(await some(deps.storeKeeping.quarantined())),
    modelVersion: deps.modelVersion,
    embeddingModel: deps.embedding.model,
  };
}

async function some(all: AsyncIterable<Quarantined>): Promise<Quarantined[]> {
  const seen: Quarantined[] = [];
  for await (const one of all) if (seen.push(one) === ASIDE_MAX) break;
  return seen;
}

function asideOf(quarantined: readonly Quarantined[]): Aside[] {
  const found = new Map<QuarantineReason, Aside>();
  for (const { reason, since } of quarantined) {
    const { assets, oldest } = found.get(reason) ?? { assets: 0, oldest: since };
    found.set(reason, { reason, assets: assets + 1, oldest: since < oldest ? since : oldest });
  }
  return [...found.values()].sort((a, b) => a.reason.localeCompare(b.reason));
}
