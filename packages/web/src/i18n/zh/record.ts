/** Chinese: as ../en/record.ts. @module */
import type { record as english } from '../en/record.ts';
import type { In } from '../translate.ts';

export const record: In<typeof english> = {
  'record.explorer': '在公链上查看',
  'record.show': '查看记录',
  'record.asking': '正在询问账本…',
  'record.failed': '无法读取记录。请稍后再试。',
  'record.proof.holds': '您的浏览器自行核查了证明：全部成立。',
  'record.proof.broken': '您的浏览器自行核查了证明：不成立。',
  'record.proof.early': '您的浏览器自行核查了证明：成立，但公共日志尚未包含它。',
  'record.proof.unable': '您的浏览器无法自行核查证明；请下载后在别处核查。',
  'record.proof.none': '没有证明：图片的所有者已将其删除。',
  'record.ledger.embedded': '账本：由本服务自行保存，并非公链',
  'record.ledger.solana': '账本：Solana {network}',
  'record.time': '区块时间：{time}',
  'record.download': '下载证明（JSON）',
};
