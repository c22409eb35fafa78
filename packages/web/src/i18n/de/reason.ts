/** German: as ../en/reason.ts. @module */
import type { reason as english } from '../en/reason.ts';
import type { In } from '../translate.ts';

export const reason: In<typeof english> = {
  'reason.exact': 'Die Datei ist Byte für Byte eine, die dieser Dienst aufbewahrt oder ausgeliefert hat.',
  'reason.exact-withdrawn': 'Die Datei ist Byte für Byte eine zu einem Bild, das der Eigentümer zurückgezogen hat.',
  'reason.commitment-broken':
    'Der Eintrag im Register passt nicht zum hinterlegten Bild: Sein Hashwert oder seine Signatur ist falsch.',
  'reason.mark-transplanted':
    'Das Bild trägt das Wasserzeichen eines registrierten Bildes, zeigt aber etwas anderes: Das Zeichen wurde übertragen.',
  'reason.another-shot':
    'Das Bild zeigt, was ein registriertes Bild zeigt, teilt aber dessen feine Einzelheiten nicht: Es scheint eine andere Aufnahme desselben Motivs zu sein.',
  'reason.local-edit': 'Das Bild ist eine Kopie eines registrierten Bildes, in der ein Bereich verändert wurde.',
  'reason.composite':
    'Ein Teil eines registrierten Bildes wurde in ein anderes Bild gesetzt; das meiste davon zeigt anderen Inhalt.',
  'reason.content-credentials-broken':
    'Das Bild stimmt mit einem registrierten überein, aber seine Content Credentials wurden über andere Bytes signiert.',
  'reason.local-edit-small':
    'Das Bild ist eine Kopie eines registrierten Bildes, in der ein kleiner Bereich verändert worden zu sein scheint.',
  'reason.mark-missing':
    'Das Bild ist eine Kopie eines registrierten Bildes; ein Bereich weicht ab, und ihm fehlt das Wasserzeichen, das der Rest des Bildes trägt: Sein Inhalt wurde ersetzt.',
  'reason.detail-missing':
    'Das Bild ist eine Kopie eines registrierten Bildes; ein Bereich weicht ab und zeigt nichts von den Einzelheiten, die der Rest des Bildes mit ihm teilt: Sein Inhalt wurde ersetzt.',
  'reason.mark-whole':
    'Das Bild trägt das Wasserzeichen eines registrierten Bildes auch in dem Bereich, der davon abweicht: Sein Inhalt wurde nicht ersetzt.',
  'reason.content-kept':
    'Das Bild ist eine Kopie eines registrierten Bildes; ein Bereich sieht etwas anders aus, zeigt aber alles, was dort war: Sein Inhalt wurde nicht ersetzt.',
  'reason.mark-kept':
    'Das Bild ist eine Kopie eines registrierten Bildes; ein Bereich weicht ab, trägt aber noch das Wasserzeichen: Sein Inhalt scheint nicht ersetzt worden zu sein.',
  'reason.doubtful-change':
    'Das Bild ist eine Kopie eines registrierten Bildes; ein Bereich weicht ab. Ob er für sich verändert wurde und nicht mit dem ganzen Bild, lässt sich nicht sagen.',
  'reason.continued':
    'Das Bild zeigt ein registriertes Bild unverändert und um es herum mehr von derselben Szene, als das registrierte Bild zeigt.',
  'reason.one-of-several':
    'Das Bild zeigt ein ganzes registriertes Bild unverändert neben anderem Inhalt, der das meiste ausfüllt.',
  'reason.mostly-covered':
    'Das Bild stimmt mit einem registrierten überein, wo es zu sehen ist, aber mehr als ein Drittel davon ist verdeckt.',
  'reason.copy-marked':
    'Das Bild trägt das Wasserzeichen eines registrierten Bildes und stimmt überall mit ihm überein.',
  'reason.copy-unmarked':
    'Das Bild stimmt überall mit einem registrierten Bild überein, doch ein Wasserzeichen wurde darin nicht gefunden.',
  'reason.mark-unaligned':
    'Das Bild trägt das Wasserzeichen eines registrierten Bildes, ist aber zu klein, zu eintönig oder im Ganzen zu stark verändert, um mit ihm verglichen zu werden.',
  'reason.mark-uncompared':
    'Das Bild trägt das Wasserzeichen eines registrierten Bildes, von dem keine Datei zum Vergleichen vorliegt.',
  'reason.similar-scene': 'Ein registriertes Bild zeigt ein ähnliches Motiv, aber das Bild ist keine Kopie davon.',
  'reason.nothing-found': 'Kein registriertes Bild stimmt mit diesem überein.',
};
