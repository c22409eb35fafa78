/** Arabic: as ../en/record.ts. @module */
import type { record as english } from '../en/record.ts';
import type { In } from '../translate.ts';

export const record: In<typeof english> = {
  'record.explorer': 'شاهده في السلسلة العامة',
  'record.show': 'اعرض القيد',
  'record.asking': 'جارٍ سؤال الدفتر …',
  'record.failed': 'تعذرت قراءة القيد. حاول لاحقًا من فضلك.',
  'record.proof.holds': 'فحص متصفحك البرهان بنفسه: كله صحيح.',
  'record.proof.broken': 'فحص متصفحك البرهان بنفسه: إنه غير صحيح.',
  'record.proof.early': 'فحص متصفحك البرهان بنفسه: إنه صحيح، لكن السجل العام لا يشمله بعد.',
  'record.proof.unable': 'لم يستطع متصفحك فحص البرهان بنفسه؛ نزّله لفحصه في مكان آخر.',
  'record.proof.none': 'لا برهان: حذفه مالك الصورة.',
  'record.ledger.embedded': 'الدفتر: تحفظه هذه الخدمة نفسها، وليس سلسلة عامة',
  'record.ledger.solana': 'الدفتر: Solana {network}',
  'record.time': 'وقت الكتلة: {time}',
  'record.download': 'نزّل البرهان (JSON)',
};
