/** German: as ../en/quality.ts. @module */
import type { quality as english } from '../en/quality.ts';
import type { In } from '../translate.ts';

export const quality: In<typeof english> = {
  'quality.tracks': 'Zurückgelesene Zeichen',
  'quality.noTrack': 'keines: Das Bild wird allein über seinen Fingerabdruck gefunden',
  'quality.psnr': 'Änderung am Bild',
  'quality.identical': 'gar keine',
  'quality.psnr.invisible': '{db} dB (PSNR): nicht zu sehen',
  'quality.psnr.faint': '{db} dB (PSNR): kaum zu sehen',
  'quality.psnr.visible': '{db} dB (PSNR): in glatten Flächen vielleicht zu sehen',
  'quality.ssim': 'Gleichheit (SSIM)',
  'quality.deltaE': 'Für das Auge (S-CIELAB)',
  'quality.deltaE.none': 'nicht zu sehen',
  'quality.deltaE.compared': 'nur im Vergleich zu sehen',
  'quality.deltaE.seen': 'stellenweise zu sehen',
  'quality.robustness': 'Überstandene Angriffe',
  'near.earlier': 'Dasselbe Bild ist schon registriert, in einer anderen Datei, seit {day}:',
};
