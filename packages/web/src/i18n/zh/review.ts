/** Chinese: as ../en/review.ts. @module */
import type { review as english } from '../en/review.ts';
import type { In } from '../translate.ts';

export const review: In<typeof english> = {
  'review.title': '有异议的结论',
  'review.text': '所有组织中被认为有误的结论，最早的在前。决定不可更改；日志保持原样，提出异议的人会看到您的说明。',
  'review.all': '也显示已决定的',
  'review.none': '没有待处理的异议。',
  'review.never': '还没有人对结论提出异议。',
  'review.verdict': '{verdict}，{confidence}',
  'review.state.open': '待处理',
  'review.state.upheld': '结论正确',
  'review.state.overturned': '结论错误',
  'review.state.unclear': '无法判断',
  'review.noted': '您的说明：',
  'review.facts': '编号',
  'review.check': '检查',
  'review.rule': '起决定作用的规则',
  'review.asset': '已登记的图片',
  'review.picture': '保存图片（{size}）',
  'review.noPicture': '没有一并发送图片：提出异议的人手边没有图片，或不希望保留图片。',
  'review.removed': '图片已于 {time} 删除：异议图片只保留 30 天。',
  'review.gone': '图片已不在：它已保留满 30 天，或已随发送者的账户删除。',
  'review.decide': '作出决定',
  'review.decision': '决定',
  'review.decision.missing': '请选择一个决定',
  'review.upheld': '结论正确',
  'review.overturned': '结论错误；正确的是：{verdict}',
  'review.unclear': '无法判断',
  'review.note': '说明（可选）',
  'review.noteHint': '给提出异议的人。',
  'review.send': '最终决定',
};
