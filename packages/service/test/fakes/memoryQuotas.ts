/** Quotas in memory that never refuse; what they refuse is tried on real databases. @module */
import type { Quotas } from '../../src/app/ports/accounts/quotas.ts';

export interface MemoryQuotas extends Quotas {
  /** Verifications counted and not given back. */
  verificationsCounted(): number;
}

export function memoryQuotas(): MemoryQuotas {
  let counted = 0;
  return {
    verificationsCounted: () => counted,
    async takeVerifications(consumer, units) {
      counted += units;
      return { consumer, day: '2026-11-20' };
    },
    assertVerificationsLeft: async () => {},
    assertUploadsLeft: async () => {},
    async giveBack(_taken, units) {
      counted -= units;
    },
    usage: async () => {
      throw new Error('usage is tried on real databases');
    },
    forgetBefore: async () => 0,
  };
}
