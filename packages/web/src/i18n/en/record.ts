/** A record on the ledger, looked at. @module */
export const record = {
  'record.explorer': 'See it on the public chain',
  'record.show': 'Look at the record',
  'record.asking': 'Asking the ledger …',
  'record.failed': 'The record could not be read. Please try again later.',
  'record.proof.holds': 'Your browser checked the proof by itself: all of it holds.',
  'record.proof.broken': 'Your browser checked the proof by itself: it does not hold.',
  'record.proof.early': 'Your browser checked the proof by itself: it holds, but the public log does not cover it yet.',
  'record.proof.unable': 'Your browser could not check the proof by itself; download it to check it elsewhere.',
  'record.proof.none': 'There is no proof: the picture’s owner deleted it.',
  'record.ledger.embedded': 'Ledger: kept by this service itself, no public chain',
  'record.ledger.solana': 'Ledger: Solana {network}',
  'record.time': 'Time of the block: {time}',
  'record.download': 'Download the proof (JSON)',
} as const;
