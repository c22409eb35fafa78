/** Mails by SMTP, by nodemailer. @module */
import { AppError } from '@assay/core/errors';
import { createTransport } from 'nodemailer';
import type { Mailer } from '../../app/ports/delivery/mail.ts';
import { messageId } from './mailMessage.ts';

export interface SmtpMailerOptions {
  /** `smtp://user:password@host:port`, or `smtps://` for TLS from the first byte. */
  readonly url: string;
  readonly from: string;
}

export interface SmtpMailer extends Mailer {
  close(): void;
}

/** A server that is this slow is as good as down, ms. */
const TIMEOUT_MS = 15_000;

/** RFC 3834: nobody's vacation answers this. */
const HEADERS = { 'auto-submitted': 'auto-generated' };

/** One connection is kept and used again; STARTTLS is taken where the server offers it. */
export function createSmtpMailer({ url, from }: SmtpMailerOptions): SmtpMailer {
  const transport = createTransport(
    {
      url,
      pool: true,
      maxConnections: 4,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
      // Our texts name no file and no address to load from, and none shall be loaded.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from, headers: HEADERS },
  );
  return {
    async send(mail) {
      const { to, subject, text, date } = mail;
      try {
        await transport.sendMail({ to: { name: '', address: to }, subject, text, date, messageId: messageId(mail) });
      } catch (cause) {
        if (isFinal(cause)) throw cause;
        throw new AppError('SERVICE_UNAVAILABLE', 'The mail server did not take the mail.', { cause });
      }
    },
    // The mail server keeps what it took.
    forget: async () => 0,
    close: () => transport.close(),
  };
}

/**
 * Refused for good (RFC 5321, 4.2.1) because of whom it goes to or what it says. What is said of us, by the sender or before, is
 * a setting that the operator mends, and no reason to lose mails.
 */
function isFinal(cause: unknown): boolean {
  const { responseCode = 0, command = '' } = cause as { readonly responseCode?: number; readonly command?: string };
  return responseCode >= 500 && responseCode < 600 && (command === 'RCPT TO' || command === 'DATA');
}
