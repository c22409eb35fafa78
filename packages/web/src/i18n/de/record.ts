/** German: as ../en/record.ts. @module */
import type { record as english } from '../en/record.ts';
import type { In } from '../translate.ts';

export const record: In<typeof english> = {
  'record.explorer': 'In der öffentlichen Kette ansehen',
  'record.show': 'Den Eintrag ansehen',
  'record.asking': 'Das Register wird gefragt …',
  'record.failed': 'Der Eintrag konnte nicht gelesen werden. Bitte versuchen Sie es später noch einmal.',
  'record.proof.holds': 'Ihr Browser hat den Beweis selbst geprüft: Er hält ganz.',
  'record.proof.broken': 'Ihr Browser hat den Beweis selbst geprüft: Er hält nicht.',
  'record.proof.early':
    'Ihr Browser hat den Beweis selbst geprüft: Er hält, aber das öffentliche Protokoll umfasst ihn noch nicht.',
  'record.proof.unable':
    'Ihr Browser konnte den Beweis nicht selbst prüfen; laden Sie ihn herunter, um ihn anderswo zu prüfen.',
  'record.proof.none': 'Es gibt keinen Beweis: Das Bild wurde gelöscht.',
  'record.ledger.embedded': 'Register: von diesem Dienst selbst geführt, keine öffentliche Kette',
  'record.ledger.solana': 'Register: Solana {network}',
  'record.time': 'Zeit des Blocks: {time}',
  'record.download': 'Den Beweis herunterladen (JSON)',
};
