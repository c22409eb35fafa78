/** Arabic: as ../en/verdict.ts. @module */
import type { verdict as english } from '../en/verdict.ts';
import type { In } from '../translate.ts';
import { reason } from './reason.ts';

export const verdict: In<typeof english> = {
  ...reason,
  'verdict.label': 'الحكم',
  'verdict.authentic': 'تطابق أصلًا مسجلًا',
  'verdict.forged': 'معدّلة أو موسومة زورًا',
  'verdict.unknown': 'لم يُعثر على أصل مسجل',
  'verdict.noReason': 'لم تذكر الخدمة سببًا آخر.',
  'verdict.revoked': 'سحب المالك هذه الصورة بعد تسجيلها.',
  'verdict.corrected': 'أعاد شخص النظر في هذا الفحص ووجد: {verdict}.',
  'verdict.confidence': 'الثقة',
  'verdict.confidenceValue': '{word}، {percent}',
  'verdict.confidence.certain': 'مؤكدة',
  'verdict.confidence.veryHigh': 'عالية جدًا',
  'verdict.confidence.high': 'عالية',
  'verdict.confidence.moderate': 'متوسطة',
  'verdict.confidence.low': 'منخفضة',
  'verdict.checked': 'وقت الفحص',
  'verdict.canChange': 'قد يتغير هذا: تُضاف أصول وتُسحب أخرى.',
  'verdict.file': 'الملف',
  'verdict.again': 'افحص صورة أخرى',
  'verdict.announce': 'الحكم: {verdict}. الثقة {confidence}.',
  'verdict.unknownNext':
    'لا يعني هذا أن الصورة مزيفة: معظم الصور لم تُسجل قط. جرّب أكبر نسخة تجدها، أو اطلب الملف نفسه من المصدر.',
  'limits.heading': 'ما لا يثبته هذا',
  'limits.truth': 'التطابق يقول إن أحدًا سجل هذه الصورة هنا. ولا يقول إن ما تعرضه صحيح، أو متى وأين التُقطت.',
  'limits.unknown': 'عدم التطابق لا يجعل الصورة مزيفة. فالصور التي لم تُسجل قط تبدو لنا كالتي غُيّرت حتى لم تعد تُعرف.',
  'limits.who': 'الصورة المعدلة تبين ما يختلف، لا من غيّره ولا لماذا.',
  'limits.context': 'قد تضلل صورة أصيلة بتعليقها أو بقصّها.',
};
