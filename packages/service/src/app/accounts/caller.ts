/** Who calls. API keys will be a second kind; what follows from it is decided in `policy.ts` alone. @module */
import type { User } from '../ports/accounts.ts';

export interface UserCaller {
  readonly kind: 'user';
  readonly user: User;
  readonly sessionId: string;
}

export type Caller = UserCaller;

/** From where a request came; kept with sessions and verifications (G57). */
export interface Requester {
  readonly ip: string | null;
  readonly userAgent: string | null;
}
