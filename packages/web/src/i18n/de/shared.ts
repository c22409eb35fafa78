/** German: as ../en/shared.ts. @module */
import type { shared as english } from '../en/shared.ts';
import type { In } from '../translate.ts';

export const shared: In<typeof english> = {
  'shared.gone.title': 'Dieser Link ist abgelaufen',
  'shared.gone.text': 'Er wurde widerrufen, oder seine Zeit ist um.',
  'shared.missing.title': 'Diesen Link gibt es nicht',
  'shared.missing.text': 'Die Adresse ist nicht vollständig, oder was sie zeigte, wurde gelöscht.',
  'shared.asset.untitled': 'Ein registriertes Bild',
  'shared.asset.registered': 'Dieses Bild ist hier registriert und wird allen gezeigt, die diesen Link haben.',
  'shared.asset.withdrawn': 'Dieses Bild wurde zurückgezogen',
  'shared.asset.withdrawnOn': 'Seit {time}. Grund: {reason}',
  'shared.asset.noReason': 'keiner angegeben',
  'shared.asset.facts': 'Angaben',
  'shared.asset.size': 'Größe',
  'shared.asset.hash': 'SHA-256 des Originals',
  'shared.asset.markedHash': 'SHA-256 des gekennzeichneten Bildes',
  'shared.asset.checkText': 'Haben Sie eine Kopie dieses Bildes? Prüfen Sie, ob sie noch das registrierte ist.',
};
