/** Arabic: as ../en/dispute.ts. @module */
import type { dispute as english } from '../en/dispute.ts';
import type { In } from '../translate.ts';

export const dispute: In<typeof english> = {
  'dispute.text': 'سينظر فيه شخص ممن يشغّلون هذه الخدمة، وسيظهر الجواب هنا. إذا سجّلت الدخول تجده لاحقًا في السجل.',
  'dispute.reason': 'ما الخطأ؟',
  'dispute.reason.missing': 'اختر ما الخطأ',
  'dispute.reason.not_altered': 'لم يغيّر أحد الصورة',
  'dispute.reason.altered': 'الصورة معدّلة',
  'dispute.reason.not_recognised': 'أصلها مسجّل هنا لكنه لم يُعثر عليه',
  'dispute.reason.wrong_asset': 'تعود إلى صورة مسجّلة أخرى',
  'dispute.reason.other': 'شيء آخر',
  'dispute.right': 'ما الصحيح؟',
  'dispute.right.unsaid': 'لا أستطيع القول',
  'dispute.comment': 'بكلماتك (اختياري)',
  'dispute.commentHint': 'ماذا تعرف عن الصورة؟ 2000 حرف على الأكثر.',
  'dispute.consent': 'أرسل الصورة معه. تُحفظ مختومة 30 يومًا للمشغّل وحده، ثم تُحذف.',
  'dispute.noFile': 'لم تعد الصورة متاحة هنا، لذلك لا تُرسل. لإرسالها افحصها من جديد واعترض على النتيجة الجديدة.',
  'dispute.tooLarge': 'لا تُرسل الصورة: لا يُحفظ إلا ما حجمه {size} أو أقل.',
  'dispute.send': 'إرسال',
  'dispute.again': 'اعترض مرة أخرى',
  'dispute.state.open': 'أُرسل. سينظر فيه أحدهم.',
  'dispute.state.upheld': 'نُظر فيه: كان الحكم صحيحًا.',
  'dispute.state.overturned': 'نُظر فيه: كان الحكم خاطئًا.',
  'dispute.state.unclear': 'نُظر فيه: لا أحد يستطيع الجزم.',
  'dispute.corrected': 'الصحيح: {verdict}',
  'dispute.note': 'يقول المشغّل:',
  'dispute.sent': 'اعتُرض عليه {time}: {reason}.',
  'dispute.expected': 'المتوقع: {verdict}.',
  'dispute.picture.kept': 'تُحفظ الصورة حتى {time}.',
  'dispute.picture.removed': 'حُذفت الصورة {time}.',
  'dispute.picture.refused': 'لم تُقبل الصورة: ليست هي الملف الذي فُحص، أو لا مكان لها. أزلها وأرسل من جديد.',
};
