/** The words of mails about webhooks. @module */
import type { Mail } from '../ports/delivery/mail.ts';
import type { DisabledReason } from '../ports/delivery/webhooks.ts';
import { mailFromTemplate } from './mailTemplate.ts';

const WHY: Readonly<Record<DisabledReason, string>> = {
  gone: 'Its server answered 410 Gone, which says that it takes no more events.',
  failing: 'Every attempt to deliver an event to it failed for five days.',
};

export interface DisabledEndpoint {
  readonly webhookId: string;
  readonly url: string;
  readonly reason: DisabledReason;
}

/** Two days before it is switched off. */
export const webhookFailingMail = (to: string, { webhookId, url }: Omit<DisabledEndpoint, 'reason'>): Mail =>
  mailFromTemplate(
    to,
    'A webhook of your organization fails',
    `For three days every attempt to deliver an event to the endpoint at ${new URL(url).host} (webhook ${webhookId}) failed.`,
    'Events wait and are tried again. If nothing arrives for two more days, the webhook is switched off.',
  );

/** Of the address the host alone: path and query of some endpoints are secrets, and mail is no place for these. */
export const webhookDisabledMail = (to: string, { webhookId, url, reason }: DisabledEndpoint): Mail =>
  mailFromTemplate(
    to,
    'A webhook of your organization was switched off',
    `Assay sends no more events to the endpoint at ${new URL(url).host} (webhook ${webhookId}). ${WHY[reason]}`,
    'Once the endpoint works again, switch the webhook on, then ask for the events it missed with POST /v1/webhooks/{id}/recover.',
  );
