/** German: as ../en/review.ts. @module */
import type { review as english } from '../en/review.ts';
import type { In } from '../translate.ts';

export const review: In<typeof english> = {
  'review.title': 'Beanstandete Urteile',
  'review.text':
    'Was nach Meinung von Menschen falsch ist, in allen Organisationen, das Älteste zuerst. Eine Entscheidung ist endgültig; das Protokoll bleibt, wie es war, und wer beanstandet hat, liest Ihre Anmerkung.',
  'review.all': 'Auch entschiedene zeigen',
  'review.none': 'Keine Beanstandung ist offen.',
  'review.never': 'Bisher hat niemand ein Urteil beanstandet.',
  'review.verdict': '{verdict}, {confidence}',
  'review.state.open': 'offen',
  'review.state.upheld': 'das Urteil war richtig',
  'review.state.overturned': 'das Urteil war falsch',
  'review.state.unclear': 'niemand kann es sagen',
  'review.noted': 'Ihre Anmerkung:',
  'review.facts': 'Nummern',
  'review.check': 'Prüfung',
  'review.rule': 'Entscheidende Regel',
  'review.asset': 'Registriertes Bild',
  'review.picture': 'Bild speichern ({size})',
  'review.noPicture':
    'Es wurde kein Bild mitgesendet: Wer beanstandet hat, hatte keines zur Hand oder wollte nicht, dass es aufbewahrt wird.',
  'review.removed': 'Das Bild wurde {time} gelöscht: Bilder von Beanstandungen werden 30 Tage aufbewahrt.',
  'review.gone': 'Das Bild ist nicht mehr da: Es wurde 30 Tage aufbewahrt oder mit dem Konto gelöscht, von dem es kam.',
  'review.decide': 'Entscheiden',
  'review.decision': 'Entscheidung',
  'review.decision.missing': 'Wählen Sie eine Entscheidung',
  'review.upheld': 'Das Urteil war richtig',
  'review.overturned': 'Es war falsch; richtig ist: {verdict}',
  'review.unclear': 'Niemand kann es sagen',
  'review.note': 'Anmerkung (freiwillig)',
  'review.noteHint': 'Für die Person, die beanstandet hat.',
  'review.send': 'Endgültig entscheiden',
};
