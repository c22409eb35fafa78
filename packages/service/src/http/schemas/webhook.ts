/** Bodies of the webhook routes. @module */
import { z } from 'zod';
import { EVENT_NAMES, type EventName } from '../../app/ports/delivery/events.ts';
import { DELIVERY_STATUSES } from '../../app/ports/delivery/webhooks.ts';
import {
  boundedText,
  EXAMPLE_ID,
  EXAMPLE_MESSAGE,
  EXAMPLE_TIME,
  Id,
  IdInput,
  messageBody,
  moment,
  pageOf,
  pageQuery,
  Timestamp,
} from './common.ts';

const URL_CHARS_MAX = 2048;
const DESCRIPTION_CHARS_MAX = 500;
/** Each name once and `*` fit with room to spare. */
const EVENTS_MAX = 100;

const EXAMPLE_URL = 'https://hooks.example.org/assay';
const NO_ANSWER = 'The address did not answer in time.';

const Url = boundedText(URL_CHARS_MAX, 1).meta({
  description: 'https, port 443 or at least 1024, no user name, leading to public addresses only.',
  example: EXAMPLE_URL,
});
const Events = z
  .array(z.enum([...(EVENT_NAMES as readonly [EventName, ...EventName[]]), '*']))
  .min(1)
  .max(EVENTS_MAX)
  .meta({ description: 'Names of `GET /v1/webhooks/events`, or `*` for all.', example: ['asset.processed'] });
const Description = boundedText(DESCRIPTION_CHARS_MAX).nullable().meta({ description: 'For yourself.' });

export const NewWebhookBody = z
  .object({
    url: Url,
    events: Events,
    active: z.boolean().default(true).describe('False: nothing is sent and nothing is kept for later.'),
    description: Description.default(null),
    organization_id: IdInput.optional().describe('Default: `X-Organization-Id`, else your own organization.'),
  })
  .meta({ id: 'NewWebhook', description: 'A new endpoint.' });

export const WebhookPatchBody = z
  .object({
    url: Url.optional(),
    events: Events.optional(),
    active: z.boolean().optional().describe('True also forgives what failed before.'),
    description: Description.optional(),
  })
  .meta({
    id: 'WebhookPatch',
    description: 'What is absent stays; other members are ignored.',
    example: { active: true },
  });

const webhookFields = {
  id: Id,
  organization_id: Id,
  url: z.string().meta({ example: EXAMPLE_URL }),
  events: z.array(z.string()).meta({ example: ['asset.processed'] }),
  active: z.boolean(),
  description: z.string().nullable(),
  failing_since: Timestamp.nullable().describe('Since when every attempt fails; after five days it is switched off.'),
  disabled_at: Timestamp.nullable().describe('When the service switched it off.'),
  disabled_reason: z
    .enum(['gone', 'failing'])
    .nullable()
    .describe('`gone`: it answered 410. `failing`: nothing arrived for five days.'),
  previous_secret_until: Timestamp.nullable().describe('Until then the secret before the last rotation signs as well.'),
  created_at: Timestamp,
  updated_at: Timestamp.nullable(),
};

export const WebhookBody = z
  .object(webhookFields)
  .meta({ id: 'Webhook', description: 'An endpoint that events are sent to.' });

export const WebhookWithSecretBody = z
  .object({
    ...webhookFields,
    secret: z.string().meta({
      description: '`whsec_` and base64 of 32 bytes. Shown this once; keep it.',
      example: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDazfxEQ8Zp4w=',
    }),
  })
  .meta({ id: 'WebhookWithSecret', description: 'An endpoint and its new secret.' });

export const WebhookPage = pageOf(WebhookBody).meta({ id: 'WebhookPage', description: 'Endpoints, one page.' });

const WebhookEventBody = z.object({
  event: z.string().meta({ example: 'asset.processed' }),
  sent_when: z.string().meta({ example: 'the processing of an upload has ended, well or not' }),
  sent: z.boolean().describe('False: this version does not send it yet; you may subscribe already.'),
  data: z.record(z.string(), z.string()).describe('Members of `data` and their meaning.'),
});

export const WebhookEventPage = pageOf(WebhookEventBody).meta({
  id: 'WebhookEventPage',
  description: 'Every event there is, one page.',
});

const deliveryFields = {
  id: Id,
  event: z.string().meta({ example: 'asset.processed' }),
  status: z.enum(DELIVERY_STATUSES).describe('`delivered` and `failed` are final.'),
  attempt: z.int().min(0).describe('Attempts begun so far.'),
  response_status: z.int().nullable().describe('HTTP status that the last attempt got.'),
  duration_ms: z.int().nullable().describe('How long the last attempt took.'),
  created_at: Timestamp,
};

export const DeliveryLineBody = z
  .object(deliveryFields)
  .meta({ id: 'WebhookDeliveryLine', description: 'A delivery, in short.' });

const DeliveryAttemptBody = z
  .object({
    attempt: z.int().min(1),
    started_at: Timestamp,
    duration_ms: z.int().nullable().describe('Null: under way, never sent, or ended with its process.'),
    response_status: z.int().nullable(),
    error: z.string().nullable().describe('Why there was no answer.').meta({ example: NO_ANSWER }),
  })
  .meta({ id: 'WebhookDeliveryAttempt', description: 'One try of a delivery.' });

export const DeliveryBody = z
  .object({
    ...deliveryFields,
    webhook_id: Id,
    event_id: Id.describe('Sent as `webhook-id`; the same for every delivery of the event.'),
    redelivery: z.int().min(0).describe('0: sent because of the event; 1, 2, ...: sent again by hand.'),
    request_body: z.string().describe('The exact bytes of every attempt.'),
    response_body: z.string().nullable().describe('At most the first 4 KiB.'),
    error: z.string().nullable().describe('Why the last attempt got no answer.').meta({ example: NO_ANSWER }),
    next_attempt_at: Timestamp.nullable(),
    delivered_at: Timestamp.nullable(),
    attempts: z.array(DeliveryAttemptBody).describe('Every one so far, the first one first.'),
  })
  .meta({ id: 'WebhookDelivery', description: 'One event on its way to one endpoint.' });

export const DeliveryPage = pageOf(DeliveryLineBody).meta({
  id: 'WebhookDeliveryPage',
  description: 'Deliveries, one page, the newest first.',
});

export const TestQueuedBody = messageBody(z.object({ delivery_id: Id })).meta({
  id: 'WebhookTestQueued',
  description: 'The test event was queued.',
  example: { ...EXAMPLE_MESSAGE, data: { delivery_id: EXAMPLE_ID }, message: 'The test event is on its way.' },
});

export const RecoverBody = z
  .object({
    since: moment(false, 'Earliest event, a time or a day (UTC). Events are kept for 30 days.'),
  })
  .meta({ id: 'WebhookRecover', description: 'From when on events are sent again.', example: { since: EXAMPLE_TIME } });

export const RecoveredBody = z
  .object({
    queued: z.int().min(0).describe('Deliveries that were queued.'),
    complete: z.boolean().describe('False: there is more than one call queues; repeat the call.'),
  })
  .meta({ id: 'WebhookRecovered', description: 'What will be sent again.' });

export const WebhookParams = z.object({ webhook_id: IdInput.describe('Identifier of the endpoint.') });
export const DeliveryParams = WebhookParams.extend({ delivery_id: IdInput.describe('Identifier of the delivery.') });

export const WebhookListQuery = z.object({
  ...pageQuery,
  organization_id: IdInput.optional().describe('Default: `X-Organization-Id`, else your own organization.'),
});

export const DeliveryListQuery = z.object({
  ...pageQuery,
  status: z.enum(DELIVERY_STATUSES).optional().describe('Only deliveries in this state.'),
});
