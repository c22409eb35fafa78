/** Mails to people. @module */

export interface Mail {
  /** One address, valid by `isEmail`. */
  readonly to: string;
  /** One line that names the purpose. */
  readonly subject: string;
  /** Plain text; links stand whole on lines of their own. */
  readonly text: string;
}

export interface Mailer {
  /** Returns once the mail is handed over for good. @throws {AppError} SERVICE_UNAVAILABLE when that fails */
  send(mail: Mail): Promise<void>;
}
