/** German: as ../en/start.ts. @module */
import type { start as english } from '../en/start.ts';
import type { In } from '../translate.ts';

export const start: In<typeof english> = {
  'title.idle': 'Assay – ein Bild prüfen',
  'title.busy': 'Wird geprüft … – Assay',
  'title.failed': 'Nicht geprüft – Assay',
  'start.heading': 'Ist das das Bild, das registriert wurde?',
  'start.lead':
    'Assay sucht das registrierte Original eines Bildes, vergleicht beide und zeigt, was gefunden wurde und woher wir es wissen.',
  'start.choose': 'Bilder wählen',
  'start.hint': 'oder irgendwo auf diese Seite ziehen, oder eines aus der Zwischenablage einfügen.',
  'start.privacy':
    'Das Bild wird nicht aufbewahrt: Es wird verworfen, sobald es beurteilt ist. Das Protokoll der Prüfungen behält seinen SHA-256-Wert, das Urteil und die Netzwerkadresse, von der gefragt wurde.',
  'start.drop': 'Loslassen, um die Bilder zu prüfen',
  'how.heading': 'Wie eine Prüfung abläuft',
  'how.find.title': 'Finden',
  'how.find.text':
    'Die genaue Datei, ein unsichtbares Wasserzeichen in den Pixeln oder ein Fingerabdruck des Bildes führt zu einem registrierten Original.',
  'how.compare.title': 'Vergleichen',
  'how.compare.text':
    'Das Bild wird auf das Original gelegt; Zuschnitt, Maßstab und Drehung werden rückgängig gemacht. Was dann noch abweicht, wird eine Karte der Änderungen.',
  'how.judge.title': 'Urteilen',
  'how.judge.text':
    'Eine feste Tabelle von Regeln macht aus den Belegen eines von drei Urteilen. Sie sehen jeden einzelnen.',
  'busy.heading': '{name} wird geprüft',
  'busy.sending': 'Wird hochgeladen',
  'busy.sent': '{percent} hochgeladen',
  'busy.judging': 'Wird beurteilt',
  'busy.judgingText': 'Das Original wird gesucht und verglichen. Das dauert meist wenige Sekunden.',
  'busy.waiting.busy.one': 'Der Dienst ist ausgelastet. Nächster Versuch in {count} Sekunde.',
  'busy.waiting.busy.other': 'Der Dienst ist ausgelastet. Nächster Versuch in {count} Sekunden.',
  'busy.waiting.rateLimited.one': 'Gerade zu viele Prüfungen. Nächster Versuch in {count} Sekunde.',
  'busy.waiting.rateLimited.other': 'Gerade zu viele Prüfungen. Nächster Versuch in {count} Sekunden.',
  'busy.waiting.unreachable.one': 'Die Verbindung ist abgebrochen. Nächster Versuch in {count} Sekunde.',
  'busy.waiting.unreachable.other': 'Die Verbindung ist abgebrochen. Nächster Versuch in {count} Sekunden.',
  'busy.cancel': 'Abbrechen',
  'busy.queued': 'Wartet, bis es an der Reihe ist',
  'checks.heading.one': '{done} von {count} Bild geprüft',
  'checks.heading.other': '{done} von {count} Bildern geprüft',
  'checks.show': 'Belege ansehen',
  'checks.back': 'Zurück zu allen Bildern',
  'checks.confidence': 'Sicherheit: {confidence}',
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
