/** German: as ../en/verdict.ts. @module */
import type { verdict as english } from '../en/verdict.ts';
import type { In } from '../translate.ts';
import { reason } from './reason.ts';

export const verdict: In<typeof english> = {
  ...reason,
  'verdict.label': 'Urteil',
  'verdict.authentic': 'Stimmt mit einem registrierten Original überein',
  'verdict.forged': 'Verändert oder falsch gekennzeichnet',
  'verdict.unknown': 'Kein registriertes Original gefunden',
  'verdict.noReason': 'Der Dienst nannte keinen weiteren Grund.',
  'verdict.revoked': 'Dieses Bild wurde nach der Registrierung zurückgezogen.',
  'verdict.corrected': 'Ein Mensch hat diese Prüfung noch einmal angesehen und befunden: {verdict}.',
  'verdict.confidence': 'Sicherheit',
  'verdict.confidenceValue': '{word}, {percent}',
  'verdict.confidence.certain': 'Gewiss',
  'verdict.confidence.veryHigh': 'Sehr hoch',
  'verdict.confidence.high': 'Hoch',
  'verdict.confidence.moderate': 'Mittel',
  'verdict.confidence.low': 'Gering',
  'verdict.checked': 'Geprüft',
  'verdict.canChange': 'Das kann sich ändern: Originale kommen hinzu und werden zurückgezogen.',
  'verdict.file': 'Datei',
  'verdict.again': 'Ein anderes Bild prüfen',
  'verdict.announce': 'Urteil: {verdict}. Sicherheit {confidence}.',
  'verdict.unknownNext':
    'Das heißt nicht, dass das Bild gefälscht ist: Die meisten Bilder wurden nie registriert. Versuchen Sie es mit der größten Fassung, die Sie finden, oder bitten Sie die Quelle um die Datei selbst.',
  'limits.heading': 'Was das nicht beweist',
  'limits.truth':
    'Eine Übereinstimmung sagt, dass jemand dieses Bild hier registriert hat. Sie sagt nicht, dass wahr ist, was es zeigt, oder wann und wo es aufgenommen wurde.',
  'limits.unknown':
    'Keine Übereinstimmung macht ein Bild nicht zur Fälschung. Bilder, die nie registriert wurden, sehen für uns aus wie solche, die unkenntlich verändert wurden.',
  'limits.who': 'Ein verändertes Bild zeigt, was abweicht, nicht wer es geändert hat oder warum.',
  'limits.context': 'Auch ein echtes Bild kann durch seine Unterschrift oder seinen Ausschnitt in die Irre führen.',
};
