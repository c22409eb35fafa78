/** Chinese: as ../en/quality.ts. @module */
import type { quality as english } from '../en/quality.ts';
import type { In } from '../translate.ts';

export const quality: In<typeof english> = {
  'quality.tracks': '读回的标记',
  'quality.noTrack': '无：只能通过指纹找到此图片',
  'quality.psnr': '对图片的改变',
  'quality.identical': '完全没有',
  'quality.psnr.invisible': '{db} dB（PSNR）：看不出',
  'quality.psnr.faint': '{db} dB（PSNR）：几乎看不出',
  'quality.psnr.visible': '{db} dB（PSNR）：在平滑区域可能看得出',
  'quality.ssim': '相似度（SSIM）',
  'quality.deltaE': '人眼所见（S-CIELAB）',
  'quality.deltaE.none': '看不出来',
  'quality.deltaE.compared': '只有并排比较才能看出',
  'quality.deltaE.seen': '局部可能看得出',
  'quality.robustness': '经受的攻击',
  'near.earlier': '同一图片自 {day} 起已以另一文件登记：',
};
