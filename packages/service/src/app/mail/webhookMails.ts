/** Mails about webhooks. @module */
import type { Mail } from '../ports/delivery/mail.ts';
import type { DisabledReason } from '../ports/delivery/webhooks.ts';
import { mailFromTemplate, type Reader } from './mailTemplate.ts';

export interface DisabledEndpoint {
  readonly webhookId: string;
  readonly url: string;
  readonly reason: DisabledReason;
}

/** Of the address the host alone: path and query of some endpoints are secrets, and mail is no place for these. */
const placesOf = ({ webhookId, url }: Omit<DisabledEndpoint, 'reason'>) => ({ host: new URL(url).host, id: webhookId });

/** Two days before it is switched off. */
export const webhookFailingMail = (to: Reader, endpoint: Omit<DisabledEndpoint, 'reason'>): Mail =>
  mailFromTemplate(to, 'webhookFailing', placesOf(endpoint));

export const webhookDisabledMail = (to: Reader, { reason, ...endpoint }: DisabledEndpoint): Mail =>
  mailFromTemplate(to, reason === 'gone' ? 'webhookGone' : 'webhookOff', placesOf(endpoint));
