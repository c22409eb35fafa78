/** Events that leave the service. They are written to the outbox in the transaction of the change they tell of. @module */

export type EventName =
  | 'asset.processed'
  | 'asset.updated'
  | 'asset.deleted'
  | 'verification.completed'
  | 'verification.batch_completed';

export interface OutboxEvent {
  readonly id: string;
  readonly organizationId: string;
  readonly event: EventName;
  readonly timestamp: Date;
  readonly data: Readonly<Record<string, unknown>>;
}
