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
  'stage.read': 'Bild und Zeichen gelesen',
  'stage.searched': 'Originale gesucht',
  'stage.compared': 'Mit den besten verglichen',
  'stage.judged': 'Nach den Regeln geurteilt',
  'stage.state.open': 'steht aus',
  'stage.state.done': 'fertig',
  'stage.state.skipped': 'nicht nötig',
  'fromWeb.link': 'Ein Bild über seine Adresse im Netz prüfen',
  'fromWeb.address': 'Adresse des Bildes',
  'fromWeb.hint': 'Beginnt mit https. Ihr Browser holt es; der Dienst bekommt nur das Bild.',
  'fromWeb.check': 'Holen und prüfen',
  'fromWeb.wrong': 'Geben Sie eine ganze Adresse ein, die mit https:// beginnt.',
  'fromWeb.refused':
    'Ihr Browser darf diese Adresse nicht lesen: Die Seite erlaubt es nicht oder hat kein solches Bild. Speichern Sie das Bild und wählen Sie die Datei.',
};
