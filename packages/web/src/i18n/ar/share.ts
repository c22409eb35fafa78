/** Arabic: as ../en/share.ts. @module */
import type { share as english } from '../en/share.ts';
import type { In } from '../translate.ts';

export const share: In<typeof english> = {
  'share.heading': 'مشاركتها',
  'share.permalink': 'كل من لديه هذا العنوان يستطيع قراءة النتيجة:',
  'share.private': 'هذا العنوان لك وحدك؛ ويطلب من غيرك تسجيل الدخول. ليقرأ غيرك النتيجة شاركها:',
  'share.text': 'رابط المشاركة يعرضها لكل من لديه الرابط، دون اسمك. ويمكنك إلغاؤه.',
  'share.lifetime': 'مدة صلاحية الرابط',
  'share.lifetime.day': 'يوم',
  'share.lifetime.month': '30 يومًا',
  'share.lifetime.never': 'حتى ألغيه',
  'share.do': 'مشاركة',
  'share.made': 'الرابط، يظهر هذه المرة فقط',
  'share.links': 'روابط صالحة',
  'share.link': 'أُنشئ {time}',
  'share.linkUntil': 'أُنشئ {time}، صالح حتى {end}',
  'share.revoke': 'إلغاء',
  'share.qr': 'رمز QR للعنوان',
  'share.badge': 'شارة لصفحة ويب',
  'share.badgeCode': 'HTML الشارة',
  'share.print': 'طباعة',
  'share.copyFailed': 'رُفض النسخ؛ حدده وانسخه يدويًا',
  'share.report': 'نزّل التقرير (JSON)',
  'matched.since': 'سُجلت في',
  'evidence.ledger.tx': 'المعاملة',
  'record.status.pending': 'الحالة: في الطريق',
  'record.status.confirmed': 'الحالة: مؤكد، وسيصبح نهائيًا قريبًا',
  'record.status.finalized': 'الحالة: نهائي',
  'share.reportPdf': 'نزّل التقرير (PDF)',
  'share.evidence': 'نزّل الأدلة (ZIP)',
};
