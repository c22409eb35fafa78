/** German: as ../en/gallery.ts. @module */
import type { gallery as english } from '../en/gallery.ts';
import type { In } from '../translate.ts';

export const gallery: In<typeof english> = {
  'gallery.title': 'Galerie',
  'gallery.search': 'Suche',
  'gallery.tags': 'Schlagwörter',
  'gallery.status': 'Zustand',
  'gallery.anyStatus': 'Jeder',
  'gallery.order': 'Reihenfolge',
  'gallery.order.newest': 'Neueste zuerst',
  'gallery.order.oldest': 'Älteste zuerst',
  'gallery.order.title': 'Nach Titel',
  'gallery.order.largest': 'Größte zuerst',
  'gallery.count.one': '{count} Bild',
  'gallery.count.other': '{count} Bilder',
  'gallery.empty': 'Noch ist nichts registriert',
  'gallery.emptyText': 'Laden Sie Bilder hoch, dann stehen sie hier mit allem, was über sie bekannt ist.',
  'gallery.nothing': 'Kein Bild passt',
  'gallery.nothingText': 'Jedes Wort und jedes Schlagwort muss passen. Versuchen Sie es mit weniger.',
  'gallery.all': 'Alle Bilder zeigen',
};
