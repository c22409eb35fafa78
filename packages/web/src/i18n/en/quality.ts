/** What marks did to a picture. @module */
export const quality = {
  'quality.tracks': 'Marks read back',
  'quality.noTrack': 'none: the picture will be found by its fingerprint alone',
  'quality.psnr': 'Change to the picture',
  'quality.identical': 'none at all',
  'quality.psnr.invisible': '{db} dB (PSNR): not to be seen',
  'quality.psnr.faint': '{db} dB (PSNR): hardly to be seen',
  'quality.psnr.visible': '{db} dB (PSNR): may be seen in smooth areas',
  'quality.ssim': 'Likeness (SSIM)',
  'quality.deltaE': 'To the eye (S-CIELAB)',
  'quality.deltaE.none': 'not to be seen',
  'quality.deltaE.compared': 'seen only beside the original',
  'quality.deltaE.seen': 'may be seen in places',
  'quality.robustness': 'Attacks survived',
  'near.earlier': 'The same picture is registered already, in another file, since {day}:',
} as const;
