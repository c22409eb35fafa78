/** Arabic: as ../en/review.ts. @module */
import type { review as english } from '../en/review.ts';
import type { In } from '../translate.ts';

export const review: In<typeof english> = {
  'review.title': 'أحكام معترض عليها',
  'review.text':
    'ما يقول الناس إنه خطأ في كل المؤسسات، الأقدم أولًا. القرار نهائي؛ ويبقى السجل كما كان، ويقرأ المعترض ملاحظتك.',
  'review.all': 'أظهر المحسومة أيضًا',
  'review.none': 'لا اعتراض مفتوحًا.',
  'review.never': 'لم يعترض أحد على حكم حتى الآن.',
  'review.verdict': '{verdict}، {confidence}',
  'review.state.open': 'مفتوح',
  'review.state.upheld': 'كان الحكم صحيحًا',
  'review.state.overturned': 'كان الحكم خاطئًا',
  'review.state.unclear': 'لا أحد يستطيع الجزم',
  'review.noted': 'ملاحظتك:',
  'review.facts': 'أرقام',
  'review.check': 'الفحص',
  'review.rule': 'القاعدة الحاسمة',
  'review.asset': 'الصورة المسجّلة',
  'review.picture': 'احفظ الصورة ({size})',
  'review.noPicture': 'لم تُرسل صورة معه: لم تكن الصورة في متناول المعترض، أو لم يرد الاحتفاظ بها.',
  'review.removed': 'حُذفت الصورة {time}: صور الاعتراضات تُحفظ 30 يومًا.',
  'review.gone': 'لم تعد الصورة موجودة: حُفظت 30 يومًا، أو حُذفت مع حساب من أرسلها.',
  'review.decide': 'احسم',
  'review.decision': 'القرار',
  'review.decision.missing': 'اختر قرارًا',
  'review.upheld': 'كان الحكم صحيحًا',
  'review.overturned': 'كان خاطئًا؛ والصحيح: {verdict}',
  'review.unclear': 'لا أحد يستطيع الجزم',
  'review.note': 'ملاحظة (اختياري)',
  'review.noteHint': 'لمن اعترض.',
  'review.send': 'احسم نهائيًا',
};
