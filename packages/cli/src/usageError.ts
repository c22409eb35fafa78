/** The command was called wrongly; the message says how it is called rightly. @module */

export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}
