/** Arabic: as ../en/organization.ts. @module */
import type { organization as english } from '../en/organization.ts';
import type { In } from '../translate.ts';

export const organization: In<typeof english> = {
  'organization.title': 'المؤسسة',
  'organization.yours': 'أين تعمل',
  'organization.yoursText': 'الصور والمفاتيح والحصص تعود إلى مؤسسة. ما ترفعه وتشاهده هو ما يخص المختارة.',
  'organization.acting': 'تعمل هنا',
  'organization.personal': 'مؤسستك',
  'organization.work': 'اعمل هنا',
  'organization.new': 'مؤسسة جديدة',
  'organization.name': 'الاسم',
  'organization.nameMissing': 'سمِّها.',
  'organization.create': 'إنشاء',
  'organization.members': 'أعضاء {name}',
  'organization.remove': 'إزالة',
  'organization.removeSure': 'إزالة نهائية',
  'organization.roleOf': 'دور {person}',
  'organization.invitations': 'الدعوات',
  'organization.invite': 'دعوة',
  'organization.inviteText': 'تذهب رسالة فيها رابط إلى العنوان. يعمل الرابط أسبوعًا، لذلك العنوان وحده.',
  'organization.role': 'الدور',
  'organization.invited': 'مدعو بدور {role} حتى {day}',
  'organization.withdrawInvitation': 'سحب',
  'role.owner': 'مالك',
  'role.admin': 'مدير',
  'role.editor': 'محرر: يرفع الصور ويغيرها',
  'role.verifier': 'فاحص: يشاهد ويفحص',
  'role.viewer': 'مشاهد: يشاهد',
};
