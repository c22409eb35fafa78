/** German: as ../en/dispute.ts. @module */
import type { dispute as english } from '../en/dispute.ts';
import type { In } from '../translate.ts';

export const dispute: In<typeof english> = {
  'dispute.text':
    'Ein Mensch, der diesen Dienst betreibt, sieht es sich an; die Antwort steht dann hier. Angemeldet finden Sie sie im Verlauf wieder.',
  'dispute.reason': 'Was ist falsch?',
  'dispute.reason.missing': 'Wählen Sie, was falsch ist',
  'dispute.reason.not_altered': 'Niemand hat das Bild verändert',
  'dispute.reason.altered': 'Das Bild wurde verändert',
  'dispute.reason.not_recognised': 'Sein Original ist hier registriert, wurde aber nicht gefunden',
  'dispute.reason.wrong_asset': 'Es gehört zu einem anderen registrierten Bild',
  'dispute.reason.other': 'Etwas anderes',
  'dispute.right': 'Was wäre richtig?',
  'dispute.right.unsaid': 'Das kann ich nicht sagen',
  'dispute.comment': 'In Ihren Worten (freiwillig)',
  'dispute.commentHint': 'Was wissen Sie über das Bild? Höchstens 2.000 Zeichen.',
  'dispute.consent':
    'Das Bild mitsenden. Es wird 30 Tage versiegelt aufbewahrt, allein für den Betreiber, und dann gelöscht.',
  'dispute.noFile':
    'Das Bild ist nicht mehr zur Hand und wird nicht mitgesendet. Um es mitzusenden, prüfen Sie es erneut und beanstanden Sie das neue Ergebnis.',
  'dispute.tooLarge': 'Das Bild wird nicht mitgesendet: Aufbewahrt werden nur Bilder bis {size}.',
  'dispute.send': 'Absenden',
  'dispute.again': 'Erneut beanstanden',
  'dispute.state.open': 'Gesendet. Jemand wird es sich ansehen.',
  'dispute.state.upheld': 'Es wurde angesehen: Das Urteil war richtig.',
  'dispute.state.overturned': 'Es wurde angesehen: Das Urteil war falsch.',
  'dispute.state.unclear': 'Es wurde angesehen: Niemand kann es sagen.',
  'dispute.corrected': 'Richtig ist: {verdict}',
  'dispute.note': 'Der Betreiber sagt:',
  'dispute.sent': 'Beanstandet {time}: {reason}.',
  'dispute.expected': 'Erwartet: {verdict}.',
  'dispute.picture.kept': 'Das Bild wird bis {time} aufbewahrt.',
  'dispute.picture.removed': 'Das Bild wurde {time} gelöscht.',
  'dispute.picture.refused':
    'Das Bild wurde nicht angenommen: Es ist nicht die geprüfte Datei, oder es fehlt der Platz. Lassen Sie es weg und senden Sie erneut.',
};
