/** Chinese: as ../en/reason.ts. @module */
import type { reason as english } from '../en/reason.ts';
import type { In } from '../translate.ts';

export const reason: In<typeof english> = {
  'reason.exact': '该文件与本服务存储或交付的文件逐字节相同。',
  'reason.exact-withdrawn': '该文件逐字节属于一张已被其所有者撤回的图片。',
  'reason.commitment-broken': '登记的承诺与存储的图片不符：其哈希值或签名有误。',
  'reason.mark-transplanted': '图片带有一张已登记图片的水印，显示的却是别的内容：水印是移植过来的。',
  'reason.another-shot': '图片所示与一张已登记图片相同，但细节并不一致：它似乎是同一场景的另一次拍摄。',
  'reason.local-edit': '图片是一张已登记图片的副本，其中有一个区域被改动。',
  'reason.composite': '一张已登记图片的一部分被放进了另一张图片；其大部分显示的是其他内容。',
  'reason.content-credentials-broken': '图片与一张已登记图片相符，但其内容凭证是对其他字节签名的。',
  'reason.local-edit-small': '图片是一张已登记图片的副本，其中有一个小区域似乎被改动。',
  'reason.mark-missing': '图片是一张已登记图片的副本；有一个区域不同，并且缺少图片其余部分所带的水印：其内容已被替换。',
  'reason.detail-missing':
    '图片是一张已登记图片的副本；有一个区域不同，并且看不到图片其余部分与之共有的细节：其内容已被替换。',
  'reason.mark-whole': '图片带有一张已登记图片的水印，与之不同的区域里也有：其内容未被替换。',
  'reason.content-kept':
    '图片是一张已登记图片的副本；有一个区域看起来略有不同，但显示了原有的全部内容：其内容未被替换。',
  'reason.mark-kept': '图片是一张已登记图片的副本；有一个区域不同，但仍带有水印：其内容似乎未被替换。',
  'reason.doubtful-change':
    '图片是一张已登记图片的副本；有一个区域不同，但无法判断它是被单独改动的，还是随整张图片一起改变的。',
  'reason.continued':
    '图片显示了一张已登记图片，未作改动，但其四周还有同一场景的更多内容，而登记的图片并未显示这些内容。',
  'reason.one-of-several': '图片完整显示了一张已登记图片，未作改动，旁边的其他内容占了大部分。',
  'reason.mostly-covered': '图片可见之处与一张已登记图片一致，但超过三分之一被遮盖。',
  'reason.copy-marked': '图片带有一张已登记图片的水印，并且处处与之一致。',
  'reason.copy-unmarked': '图片处处与一张已登记图片一致，但其中未找到水印。',
  'reason.mark-unaligned': '图片带有一张已登记图片的水印，但它太小、太单调或整体改动太大，无法与之比较。',
  'reason.mark-uncompared': '图片带有一张已登记图片的水印，但没有该图片的文件可供比较。',
  'reason.similar-scene': '一张已登记图片显示了相似的场景，但该图片不是它的副本。',
  'reason.nothing-found': '没有已登记的图片与该图片相符。',
};
