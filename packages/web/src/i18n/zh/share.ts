/** Chinese: as ../en/share.ts. @module */
import type { share as english } from '../en/share.ts';
import type { In } from '../translate.ts';

export const share: In<typeof english> = {
  'share.heading': '转发',
  'share.permalink': '持有此地址的人都能阅读结果：',
  'share.private': '此地址仅供您使用；他人需要登录。要让他人阅读结果，请分享：',
  'share.text': '分享链接向所有持有者展示结果，不含您的名字。您可以撤销它。',
  'share.lifetime': '链接有效期',
  'share.lifetime.day': '一天',
  'share.lifetime.month': '30 天',
  'share.lifetime.never': '直到我撤销',
  'share.do': '分享',
  'share.made': '链接，仅显示这一次',
  'share.links': '有效的链接',
  'share.link': '创建于 {time}',
  'share.linkUntil': '创建于 {time}，有效至 {end}',
  'share.revoke': '撤销',
  'share.qr': '地址的二维码',
  'share.badge': '网页徽章',
  'share.badgeCode': '徽章的 HTML',
  'share.print': '打印',
  'share.copyFailed': '复制被拒绝；请选中后手动复制',
  'share.report': '下载报告（JSON）',
  'matched.since': '登记于',
  'evidence.ledger.tx': '交易',
  'record.status.pending': '状态：进行中',
  'record.status.confirmed': '状态：已确认，即将最终确定',
  'record.status.finalized': '状态：最终确定',
  'share.reportPdf': '下载报告（PDF）',
  'share.evidence': '下载证据（ZIP）',
};
