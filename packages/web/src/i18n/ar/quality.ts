/** Arabic: as ../en/quality.ts. @module */
import type { quality as english } from '../en/quality.ts';
import type { In } from '../translate.ts';

export const quality: In<typeof english> = {
  'quality.tracks': 'العلامات المقروءة',
  'quality.noTrack': 'لا شيء: ستُعرف الصورة ببصمتها وحدها',
  'quality.psnr': 'التغيير في الصورة',
  'quality.identical': 'لا شيء إطلاقًا',
  'quality.psnr.invisible': '{db} dB (PSNR): لا يُرى',
  'quality.psnr.faint': '{db} dB (PSNR): يكاد لا يُرى',
  'quality.psnr.visible': '{db} dB (PSNR): قد يُرى في المساحات الملساء',
  'quality.ssim': 'التماثل (SSIM)',
  'quality.deltaE': 'كما تراه العين (S-CIELAB)',
  'quality.deltaE.none': 'لا يُرى',
  'quality.deltaE.compared': 'لا يُرى إلا بجانب الأصل',
  'quality.deltaE.seen': 'قد يُرى في بعض المواضع',
  'quality.robustness': 'الهجمات التي صمدت أمامها',
  'near.earlier': 'الصورة نفسها مسجّلة من قبل في ملف آخر منذ {day}:',
};
