/** Chinese: as ../en/verdict.ts. @module */
import type { verdict as english } from '../en/verdict.ts';
import type { In } from '../translate.ts';
import { reason } from './reason.ts';

export const verdict: In<typeof english> = {
  ...reason,
  'verdict.label': '判定',
  'verdict.authentic': '与已登记的原件一致',
  'verdict.forged': '被改动或带有虚假标记',
  'verdict.unknown': '未找到已登记的原件',
  'verdict.noReason': '服务没有给出进一步的理由。',
  'verdict.revoked': '登记之后，所有者已撤回此图片。',
  'verdict.corrected': '有人重新查看了此次检查，结论是：{verdict}。',
  'verdict.confidence': '置信度',
  'verdict.confidenceValue': '{word}，{percent}',
  'verdict.confidence.certain': '确定',
  'verdict.confidence.veryHigh': '非常高',
  'verdict.confidence.high': '高',
  'verdict.confidence.moderate': '中等',
  'verdict.confidence.low': '低',
  'verdict.checked': '检查时间',
  'verdict.canChange': '结果可能变化：原件会增加，也会被撤回。',
  'verdict.file': '文件',
  'verdict.again': '检查其他图片',
  'verdict.announce': '判定：{verdict}。置信度 {confidence}。',
  'verdict.unknownNext': '这并不意味着图片是假的：大多数图片从未登记。请尝试您能找到的最大版本，或向来源索取文件本身。',
  'limits.heading': '这不能证明什么',
  'limits.truth': '一致只说明有人在这里登记过这张图片，并不说明它所展示的是真的，也不说明何时何地拍摄。',
  'limits.unknown': '没有一致并不说明图片是假的。从未登记的图片，在我们看来与被改得面目全非的图片一样。',
  'limits.who': '被改动的图片说明哪里不同，而不是谁改的或为什么。',
  'limits.context': '真实的图片也可能因其说明文字或裁剪而误导人。',
};
