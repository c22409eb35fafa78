/** German: as ../en/share.ts. @module */
import type { share as english } from '../en/share.ts';
import type { In } from '../translate.ts';

export const share: In<typeof english> = {
  'share.heading': 'Weitergeben',
  'share.permalink': 'Wer diese Adresse hat, kann das Ergebnis lesen:',
  'share.private':
    'Diese Adresse ist nur für Sie; andere müssen sich anmelden. Damit andere das Ergebnis lesen können, teilen Sie es:',
  'share.text': 'Ein Link zeigt es allen, die ihn haben, ohne Ihren Namen. Sie können ihn widerrufen.',
  'share.lifetime': 'Wie lange der Link gilt',
  'share.lifetime.day': 'Einen Tag',
  'share.lifetime.month': '30 Tage',
  'share.lifetime.never': 'Bis ich ihn widerrufe',
  'share.do': 'Teilen',
  'share.made': 'Der Link, nur dieses eine Mal gezeigt',
  'share.links': 'Gültige Links',
  'share.link': 'Erstellt {time}',
  'share.linkUntil': 'Erstellt {time}, gültig bis {end}',
  'share.revoke': 'Widerrufen',
  'share.qr': 'QR-Code der Adresse',
  'share.badge': 'Plakette für eine Webseite',
  'share.badgeCode': 'HTML der Plakette',
  'share.print': 'Drucken',
  'share.copyFailed': 'Kopieren wurde verweigert; markieren und kopieren Sie es von Hand',
  'share.report': 'Den Bericht herunterladen (JSON)',
  'matched.since': 'Registriert am',
  'evidence.ledger.tx': 'Transaktion',
  'record.status.pending': 'Stand: unterwegs',
  'record.status.confirmed': 'Stand: bestätigt, bald endgültig',
  'record.status.finalized': 'Stand: endgültig',
  'share.reportPdf': 'Bericht herunterladen (PDF)',
  'share.evidence': 'Belege herunterladen (ZIP)',
};
