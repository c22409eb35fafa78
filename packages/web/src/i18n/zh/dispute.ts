/** Chinese: as ../en/dispute.ts. @module */
import type { dispute as english } from '../en/dispute.ts';
import type { In } from '../translate.ts';

export const dispute: In<typeof english> = {
  'dispute.text': '运营本服务的人员会查看，答复将显示在这里。登录后，您可以在历史记录中再次找到它。',
  'dispute.reason': '哪里不对？',
  'dispute.reason.missing': '请选择哪里不对',
  'dispute.reason.not_altered': '图片没有被改动',
  'dispute.reason.altered': '图片被改动过',
  'dispute.reason.not_recognised': '其原图已在此登记，却没有找到',
  'dispute.reason.wrong_asset': '它属于另一张已登记的图片',
  'dispute.reason.other': '其他',
  'dispute.right': '正确的结论应是什么？',
  'dispute.right.unsaid': '我说不清',
  'dispute.comment': '请说明（可选）',
  'dispute.commentHint': '关于这张图片您知道什么？最多 2000 个字符。',
  'dispute.consent': '一并发送图片。图片会加密保存 30 天，仅供运营者查看，之后删除。',
  'dispute.noFile': '图片已不在手边，因此不会发送。如需一并发送，请重新检查图片，再对新的结果提出异议。',
  'dispute.tooLarge': '图片不会一并发送：只能保存不超过 {size} 的图片。',
  'dispute.send': '发送',
  'dispute.again': '再次提出异议',
  'dispute.state.open': '已发送，会有人查看。',
  'dispute.state.upheld': '已查看：结论是正确的。',
  'dispute.state.overturned': '已查看：结论是错误的。',
  'dispute.state.unclear': '已查看：无法判断。',
  'dispute.corrected': '正确的结论：{verdict}',
  'dispute.note': '运营者的说明：',
  'dispute.sent': '{time} 提出异议：{reason}。',
  'dispute.expected': '认为应是：{verdict}。',
  'dispute.picture.kept': '图片保存至 {time}。',
  'dispute.picture.removed': '图片已于 {time} 删除。',
  'dispute.picture.refused': '图片未被接受：它不是检查过的那个文件，或者没有空间。请去掉图片后重新发送。',
};
