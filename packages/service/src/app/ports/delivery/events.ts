/**
 * Events that leave the service: one table for the code, for `GET /v1/webhooks/events` and for docs/reference/events.md
 * (docs/reference/events.md is written from it). They are written to the outbox in the transaction of the change they
 * tell of.
 * @module
 */

/** As in `verifications.ts`, which imports this file. */
type Verdict = 'authentic' | 'forged' | 'unknown';

/** Exactly the members of `data`, as they travel. Instants are ISO 8601 texts, ids are UUIDs. */
export interface EventData {
  'asset.processed': { readonly asset_id: string; readonly status: 'completed' | 'failed' };
  'asset.updated': { readonly asset_id: string; readonly changed: readonly string[] };
  'asset.deleted': { readonly asset_id: string };
  'asset.revoked': { readonly asset_id: string; readonly revoked: boolean; readonly reason: string | null };
  'asset.near_duplicate': { readonly asset_id: string; readonly near_asset_id: string; readonly similarity: number };
  'asset.matched': {
    readonly asset_id: string;
    readonly checks: number;
    readonly pictures: number;
    readonly callers: number;
    readonly since: string;
  };
  'verification.completed': {
    readonly verification_id: string;
    readonly verdict: Verdict;
    readonly is_authentic: boolean;
    readonly confidence: number;
    readonly matched_asset_id: string | null;
    readonly source_image_hash: string;
    readonly api_key_id: string | null;
    readonly batch_id?: string;
  };
  'verification.batch_completed': {
    readonly batch_id: string;
    readonly total: number;
    readonly successful: number;
    readonly failed: number;
  };
  'verification.disputed': DisputeData & { readonly expected_verdict: Verdict | null };
  'verification.dispute_resolved': DisputeData & {
    readonly status: 'upheld' | 'overturned' | 'unclear';
    readonly corrected_verdict: Verdict | null;
  };
  'commitment.created': CommitmentData;
  'commitment.confirmed': CommitmentData;
  'commitment.finalized': CommitmentData;
  'commitment.failed': CommitmentData;
  'quota.warning': QuotaData;
  'quota.exceeded': QuotaData;
  'api_key.created': KeyData;
  'api_key.revoked': KeyData;
  'api_key.expiring': KeyData & { readonly expires_at: string };
  'member.invited': {
    readonly organization_id: string;
    readonly invitation_id: string;
    readonly email: string;
    readonly role: string;
  };
  'member.joined': MemberData;
  'member.removed': MemberData;
  'transparency_log.forked': { readonly origin: string; readonly finding: string };
  'webhook.disabled': {
    readonly webhook_id: string;
    readonly reason: 'gone' | 'failing';
    readonly failing_since: string;
  };
  'webhook.test': { readonly webhook_id: string };
}

// Aliases and no interfaces: only these are assignable to a column of any JSON object.
type CommitmentData = {
  readonly commitment_id: string;
  readonly asset_id: string;
  readonly confirmation_status: string;
};

type DisputeData = {
  readonly dispute_id: string;
  readonly verification_id: string;
  readonly verdict: Verdict;
  readonly reason: string;
};

type QuotaData = {
  readonly organization_id: string;
  readonly quota: string;
  readonly limit: number;
  readonly used: number;
  readonly resets_at: string | null;
};

type KeyData = {
  readonly key_id: string;
  readonly name: string;
};

type MemberData = {
  readonly organization_id: string;
  readonly user_id: string;
  readonly role: string;
};

export type EventName = keyof EventData;

interface EventDescription<Data> {
  /** Completes "Sent when ...". */
  readonly trigger: string;
  /** False while nothing in the service causes it yet; an endpoint may subscribe already. */
  readonly sent: boolean;
  /** Every member of `data` with its meaning; total by type. */
  readonly data: { readonly [Field in keyof Required<Data>]: string };
}

const ASSET = { asset_id: 'The asset.' };
const COMMITMENT = {
  commitment_id: 'The commitment.',
  ...ASSET,
  confirmation_status: 'State of its transaction on the ledger.',
};
const DISPUTE = {
  dispute_id: 'The dispute.',
  verification_id: 'The verification.',
  verdict: 'As it was given.',
  reason: 'As in the request.',
};
const QUOTA = {
  organization_id: 'Whose quota.',
  quota: 'Its name, as in the error QUOTA_EXCEEDED.',
  limit: 'Units in all.',
  used: 'Units used so far.',
  resets_at: 'When it starts anew, ISO 8601; null if it does not.',
};
const KEY = { key_id: 'The API key.', name: 'Its name.' };
const MEMBER = { organization_id: 'The organization.', user_id: 'The member.', role: 'The role there.' };

/** `sent` becomes true in the commit that builds the trigger; docs/reference/events.md follows. */
export const EVENTS: { readonly [Name in EventName]: EventDescription<EventData[Name]> } = {
  'asset.processed': {
    trigger: 'the processing of an upload has ended, well or not',
    sent: true,
    data: { ...ASSET, status: '`completed` or `failed`.' },
  },
  'asset.updated': {
    trigger: 'title, description or tags were edited',
    sent: true,
    data: { ...ASSET, changed: 'Names of the edited fields.' },
  },
  'asset.deleted': { trigger: 'an asset was deleted', sent: true, data: ASSET },
  'asset.revoked': {
    trigger: 'an asset was withdrawn or restored',
    sent: true,
    data: { ...ASSET, revoked: 'True = withdrawn, false = restored.', reason: 'As given, or null.' },
  },
  'asset.near_duplicate': {
    trigger:
      'a new asset turned out to be a near-duplicate of an earlier one of your organization: both look alike and lie on each other',
    sent: true,
    data: {
      asset_id: 'The new asset.',
      near_asset_id: 'The earlier one.',
      similarity: 'Of their fingerprints, 0..1.',
    },
  },
  'asset.matched': {
    trigger:
      'a tenth, hundredth, thousandth, ... time within an hour somebody outside of your organization verified a copy of one asset; who it was is not told',
    sent: true,
    data: {
      ...ASSET,
      checks: 'How many verifications of it there were in this hour so far.',
      pictures: 'Of how many different files.',
      callers: 'By how many users and networks.',
      since: 'When the hour began, ISO 8601.',
    },
  },
  'verification.completed': {
    trigger: 'a member of your organization verified a picture',
    sent: true,
    data: {
      verification_id: 'The verification.',
      verdict: '`authentic`, `forged` or `unknown`.',
      is_authentic: 'True if the verdict is `authentic`.',
      confidence: '0..1.',
      matched_asset_id: 'The asset that was found, or null.',
      source_image_hash: 'SHA-256 of the file that was verified.',
      api_key_id: 'The API key that asked, or null.',
      batch_id: 'The batch it was part of; absent outside of a batch.',
    },
  },
  'verification.batch_completed': {
    trigger: 'every picture of a batch was verified; sent after the events of its pictures were written',
    sent: true,
    data: {
      batch_id: 'As in `verification.completed`.',
      total: 'Pictures sent.',
      successful: 'Pictures that have a verdict.',
      failed: 'Pictures that have none.',
    },
  },
  'verification.disputed': {
    trigger: 'a verdict that was given in your organization was disputed',
    sent: true,
    data: { ...DISPUTE, expected_verdict: 'What would be right, as whoever disputes it says; or null.' },
  },
  'verification.dispute_resolved': {
    trigger: 'the operator decided a dispute of a verdict that was given in your organization',
    sent: true,
    data: {
      ...DISPUTE,
      status: '`upheld`: the verdict was right; `overturned`: it was wrong; `unclear`: nobody can tell.',
      corrected_verdict: 'The right one, where it was wrong; or null.',
    },
  },
  'commitment.created': { trigger: 'a commitment was signed and handed to the ledger', sent: true, data: COMMITMENT },
  'commitment.confirmed': { trigger: 'the ledger has included a commitment', sent: true, data: COMMITMENT },
  'commitment.finalized': { trigger: 'the ledger can no longer drop a commitment', sent: true, data: COMMITMENT },
  'commitment.failed': { trigger: 'a commitment could not be recorded', sent: true, data: COMMITMENT },
  'quota.warning': { trigger: 'four fifths of a quota are used, once in its period', sent: true, data: QUOTA },
  'quota.exceeded': { trigger: 'a quota is used up, once in its period', sent: true, data: QUOTA },
  'api_key.created': { trigger: 'an API key was made', sent: true, data: KEY },
  'api_key.revoked': { trigger: 'an API key was revoked', sent: true, data: KEY },
  'api_key.expiring': {
    trigger: 'an API key is about to expire',
    sent: true,
    data: { ...KEY, expires_at: 'When, ISO 8601.' },
  },
  'member.invited': {
    trigger: 'somebody was invited to your organization',
    sent: true,
    data: {
      organization_id: 'The organization.',
      invitation_id: 'The invitation.',
      email: 'To whom it went.',
      role: 'The role it offers.',
    },
  },
  'member.joined': { trigger: 'somebody joined your organization', sent: true, data: MEMBER },
  'member.removed': { trigger: 'a member left or was removed', sent: true, data: MEMBER },
  'transparency_log.forked': {
    trigger:
      'the stored transparency log is not the one that was signed, or a witness says so: once a day while it lasts, to organizations with commitments or webhooks',
    sent: true,
    data: { origin: 'Name of the log.', finding: 'What was found, a sentence.' },
  },
  'webhook.disabled': {
    trigger: 'an endpoint of yours was switched off; your other endpoints hear of it',
    sent: true,
    data: {
      webhook_id: 'The endpoint that is off.',
      reason: '`gone`: it answered 410. `failing`: every attempt failed for five days.',
      failing_since: 'Since when nothing arrived there, ISO 8601.',
    },
  },
  'webhook.test': {
    trigger: 'you asked for a test; it goes to that endpoint alone, subscribed or not',
    sent: true,
    data: { webhook_id: 'The endpoint.' },
  },
};

export const EVENT_NAMES = Object.keys(EVENTS) as readonly EventName[];

interface OutboxEventOf<Name extends EventName> {
  /** The `webhook-id` of every delivery of this event. */
  readonly id: string;
  readonly organizationId: string;
  readonly event: Name;
  /** When it happened; the same on every attempt. */
  readonly timestamp: Date;
  readonly data: EventData[Name];
}

/** Name and data belong together; `app/newEvent.ts` makes one. */
export type OutboxEvent = { readonly [Name in EventName]: OutboxEventOf<Name> }[EventName];

export interface Outbox {
  /** For what happened without a change of its own; a change writes its events in its own transaction. */
  add(events: readonly OutboxEvent[]): Promise<void>;
}
