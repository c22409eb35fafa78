/** Endpoints of webhooks and their deliveries. @module */
import type { Route } from '../../httpDeps.ts';
import { changeWebhookRoute } from './changeWebhook.ts';
import { createWebhookRoute } from './createWebhook.ts';
import { deleteWebhookRoute } from './deleteWebhook.ts';
import { getWebhookRoute } from './getWebhook.ts';
import { getWebhookDeliveryRoute } from './getWebhookDelivery.ts';
import { listWebhookDeliveriesRoute } from './listWebhookDeliveries.ts';
import { listWebhookEventsRoute } from './listWebhookEvents.ts';
import { listWebhooksRoute } from './listWebhooks.ts';
import { recoverWebhookRoute } from './recoverWebhook.ts';
import { redeliverWebhookRoute } from './redeliverWebhook.ts';
import { rotateWebhookSecretRoute } from './rotateWebhookSecret.ts';
import { testWebhookRoute } from './testWebhook.ts';

export const webhookRoutes: readonly Route[] = [
  createWebhookRoute,
  listWebhooksRoute,
  listWebhookEventsRoute,
  getWebhookRoute,
  changeWebhookRoute,
  deleteWebhookRoute,
  rotateWebhookSecretRoute,
  listWebhookDeliveriesRoute,
  getWebhookDeliveryRoute,
  redeliverWebhookRoute,
  testWebhookRoute,
  recoverWebhookRoute,
];
