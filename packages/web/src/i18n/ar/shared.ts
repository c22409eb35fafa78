/** Arabic: as ../en/shared.ts. @module */
import type { shared as english } from '../en/shared.ts';
import type { In } from '../translate.ts';

export const shared: In<typeof english> = {
  'shared.gone.title': 'انتهى هذا الرابط',
  'shared.gone.text': 'ألغاه من أنشأه، أو انقضى وقته.',
  'shared.missing.title': 'لا يوجد رابط كهذا',
  'shared.missing.text': 'العنوان غير كامل، أو حُذف ما كان يعرضه.',
  'shared.asset.untitled': 'صورة مسجلة',
  'shared.asset.registered': 'هذه الصورة مسجلة هنا، ويعرضها مالكها لكل من لديه هذا الرابط.',
  'shared.asset.withdrawn': 'سحب المالك هذه الصورة',
  'shared.asset.withdrawnOn': 'منذ {time}. السبب: {reason}',
  'shared.asset.noReason': 'لم يُذكر',
  'shared.asset.facts': 'معلومات',
  'shared.asset.size': 'الأبعاد',
  'shared.asset.hash': 'SHA-256 للأصل',
  'shared.asset.markedHash': 'SHA-256 للصورة الموسومة',
  'shared.asset.checkText': 'لديك نسخة من هذه الصورة؟ افحص هل ما زالت هي المسجلة.',
};
