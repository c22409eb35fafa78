/** That the stored log is not the one that was signed. @module */

/** What an operator can do; the message of every fork ends with it. */
const REMEDY =
  'Nothing is signed until this is mended: restore the newer database. If it is lost, go on under a new name: assay log continue';

/** The stored tree is not a continuation of what the log has signed. Nothing is signed until an operator looked at it. */
export class LogForked extends Error {
  override readonly name = 'LogForked';
  /** What is wrong, for everybody. */
  readonly finding: string;

  /** @param remedy for the operator */
  constructor(finding: string, remedy = REMEDY) {
    super(`${finding} ${remedy}`);
    this.finding = finding;
  }
}
