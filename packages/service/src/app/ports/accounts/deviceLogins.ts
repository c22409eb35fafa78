/** Logins that a program asks for and a person allows in a browser (RFC 8628). @module */
import type { AuditDraft } from './auditLog.ts';

export interface NewDeviceLogin {
  readonly id: string;
  /** Hex; the code itself is with the program alone. */
  readonly deviceCodeHash: string;
  /** What the person types, without the dash; no other open one has it. */
  readonly userCode: string;
  /** As the program calls itself: it may lie. */
  readonly clientName: string | null;
  readonly userAgent: string | null;
  readonly ip: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** One that nobody has answered. */
export type OpenDeviceLogin = Omit<NewDeviceLogin, 'deviceCodeHash'>;

/** Somebody's answer. */
export interface DeviceDecision {
  readonly userId: string;
  readonly allowed: boolean;
  readonly at: Date;
  /** Into the log of this organization, in the same transaction. */
  readonly organizationId: string;
  readonly audit: AuditDraft;
}

/** `gone`: there is none like it, it was given already, or its person ended everything; `early`: asked before the pause was over. */
export type DevicePoll =
  | { readonly state: 'gone' | 'expired' | 'early' | 'waiting' | 'refused' }
  | { readonly state: 'allowed'; readonly userId: string };

export interface DeviceLogins {
  /** False if an open one has this user code. */
  create(login: NewDeviceLogin): Promise<boolean>;
  /** Null if there is none that waits for an answer. */
  findOpen(userCode: string, now: Date): Promise<OpenDeviceLogin | null>;
  /** False if it was answered or has expired meanwhile. */
  decide(id: string, decision: DeviceDecision): Promise<boolean>;
  /**
   * Says how it stands; `allowed` is said once. @param pauseMs between two polls
   */
  poll(deviceCodeHash: string, now: Date, pauseMs: number): Promise<DevicePoll>;
  /** Forgets at most `limit` of those that expired before; how many. */
  purge(before: Date, limit: number): Promise<number>;
}
