/** German: as ../en/picture.ts. @module */
import type { picture as english } from '../en/picture.ts';
import type { In } from '../translate.ts';

export const picture: In<typeof english> = {
  'compare.side': 'Nebeneinander',
  'compare.swipe': 'Schieber',
  'compare.flicker': 'Wechsel',
  'compare.how': 'Art des Vergleichs',
  'compare.yours': 'Ihres',
  'compare.original': 'Das Original',
  'compare.share': 'Wie viel vom Original gezeigt wird',
  'compare.turn': 'Das andere zeigen',
  'compare.flickering': 'Von selbst wechseln, einmal in der Sekunde',
  'compare.sideOnly':
    'Ihres ist zugeschnitten, gedreht oder gerahmt, darum können die beiden hier nicht übereinanderliegen.',
  'compare.note': 'Vom Original wird die kleine Vorschau gezeigt.',
  'evidence.removal.label': 'Spuren einer Entfernung',
  'evidence.removal.absent':
    'Zeichen entfernt oder zerstört, oder eine Kopie des Originals ohne Zeichen: Von redlichen Kopien, die ebenso viel Feinheit behalten, tragen höchstens {share} nichts mehr von ihrem Zeichen',
  'evidence.removal.subtracted':
    'Zeichen entfernt oder zerstört: Es tritt mit dem falschen Vorzeichen hervor, als wäre mehr davon weggenommen worden, als da war',
  'evidence.removal.how':
    'Das Bild stimmt mit einem registrierten überein, das ein Zeichen trägt, und es wird keines gelesen. Wie oft das redlichen Kopien geschieht, wurde gemessen. Das Urteil beruht nicht darauf.',
  'picture.heading': 'Das Bild',
  'picture.alt': 'Das eingereichte Bild, {name}',
  'picture.cannotShow': 'Dieser Browser kann die Datei nicht zeigen. Auf die Prüfung hat das keinen Einfluss.',
  'picture.map.alt': 'Karte der Änderungen: je heller, desto sicherer verändert',
  'picture.map.broken': 'Die Karte der Änderungen ließ sich nicht zeichnen.',
  'picture.map.empty': 'Die Karte der Änderungen kennzeichnet keinen Bereich.',
  'picture.map.fromMark':
    'Ohne das Original gemacht: Es ist kein gespeichertes Bild zur Hand, darum zeigt diese Karte, wo das Zeichen fehlt.',
  'picture.alone.heading': 'Wo es verändert wurde',
  'picture.alone.text':
    'Das Bild selbst ist hier nicht zu sehen. Das ist seine Karte, von derselben Form: hell, wo es verändert wurde.',
  'picture.opacity': 'Deckkraft der Karte',
  'picture.grey': 'Das Bild unter der Karte grau zeigen',
  'picture.legend.same': 'gleich',
  'picture.legend.edited': 'sicher verändert',
  'picture.noMap.unknown': 'Es gibt keine Karte: Ohne Original ist nichts zu vergleichen.',
  'picture.noMap.authentic': 'Es gibt keine Karte: Es ist kein Unterschied zu zeigen.',
  'picture.noMap.forged': 'Es gibt keine Karte: Das Bild ließ sich nicht auf das Original legen.',
  'presence.heading': 'Wo das Zeichen fehlt',
  'presence.none':
    'Das Zeichen der Spur {tracks} fehlt nirgends, soweit sich das sagen lässt: in {assessable} des Bildes.',
  'presence.some':
    'Das Zeichen der Spur {tracks} fehlt in {missing} des Bildes (Bereiche: {count}). In {assessable} davon würde man sein Fehlen sehen.',
  'presence.map.alt': 'Karte des Zeichens: hell, wo es fehlt',
  'presence.map.caption': 'Wo das Zeichen fehlt; ohne das Original gemacht.',
  'presence.limits':
    'Das ist kein Vergleich. Es wird allein aus Ihrem Bild gelesen, das Urteil beruht nicht darauf, und wo das Zeichen zu schwach ist, sagt es nichts.',
  'regions.heading': 'Veränderte Bereiche',
  'regions.hint':
    'Wählen Sie einen Bereich, um ihn im Bild zu kennzeichnen. Koordinaten sind Pixel von der linken oberen Ecke.',
  'regions.name': 'Bereich {number}',
  'regions.place': '{width} × {height} px bei x {x}, y {y}',
  'regions.score': 'Sicherheit {percent}',
};
