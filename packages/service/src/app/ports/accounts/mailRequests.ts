/** Mails that were asked for by an address, before anybody has looked whose it is. @module */
import type { Mail } from '../delivery/mail.ts';
import type { Origin } from '../runtime/traces.ts';
import type { MailTokenPurpose, NewMailToken } from './mailTokens.ts';

/** `verify`: the link that confirms the address again; `reset`: one to choose a new password. */
export type MailRequestPurpose = Extract<MailTokenPurpose, 'verify' | 'reset'>;

export interface MailRequest {
  readonly id: string;
  readonly purpose: MailRequestPurpose;
  /** As it was typed. */
  readonly email: string;
}

export interface WaitingMailRequest extends MailRequest {
  /** Of the request that asked. */
  readonly origin: Origin | null;
}

export interface IssuedMail {
  readonly token: NewMailToken;
  readonly mail: Mail;
}

export interface MailRequests {
  /** Takes as long for an address that nobody has. One that waits for the same already stands for both. */
  ask(request: MailRequest): Promise<void>;
  /** The oldest first. */
  waiting(limit: number): Promise<readonly WaitingMailRequest[]>;
  /**
   * Ends the request, with its token and mail in one transaction.
   * @param issued null: nobody has the address, or needs no mail @param quietSince who got one after this gets none
   */
  answer(id: string, issued: IssuedMail | null, quietSince: Date): Promise<void>;
}
