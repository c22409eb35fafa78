/** What mails say, in each language. Places in braces are filled; `{link}` is a paragraph of its own. @module */
import type { Role } from '../../ports/accounts/accounts.ts';

export interface MailText {
  readonly subject: string;
  readonly paragraphs: readonly string[];
}

export const MAIL_KINDS = [
  'verify',
  'change',
  'changeAsked',
  'changed',
  'reset',
  'passwordChanged',
  'sessionsEnded',
  'tokenReused',
  'deleted',
  'invitation',
  'webhookFailing',
  'webhookGone',
  'webhookOff',
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

export interface MailWords extends Readonly<Record<MailKind, MailText>> {
  readonly greeting: string;
  readonly roles: Readonly<Record<Role, string>>;
}
