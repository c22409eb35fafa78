/** Chinese: as ../en/shared.ts. @module */
import type { shared as english } from '../en/shared.ts';
import type { In } from '../translate.ts';

export const shared: In<typeof english> = {
  'shared.gone.title': '此链接已结束',
  'shared.gone.text': '创建者已将其撤销，或有效期已过。',
  'shared.missing.title': '没有此链接',
  'shared.missing.text': '地址不完整，或其展示的内容已被删除。',
  'shared.asset.untitled': '一张已登记的图片',
  'shared.asset.registered': '此图片在这里登记，所有者向所有持有此链接的人展示。',
  'shared.asset.withdrawn': '所有者已撤回此图片',
  'shared.asset.withdrawnOn': '自 {time} 起。理由：{reason}',
  'shared.asset.noReason': '未说明',
  'shared.asset.facts': '资料',
  'shared.asset.size': '尺寸',
  'shared.asset.hash': '原件的 SHA-256',
  'shared.asset.markedHash': '带标记图片的 SHA-256',
  'shared.asset.checkText': '您有此图片的副本吗？检查它是否仍是登记的那一张。',
};
