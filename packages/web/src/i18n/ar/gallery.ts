/** Arabic: as ../en/gallery.ts. @module */
import type { gallery as english } from '../en/gallery.ts';
import type { In } from '../translate.ts';

export const gallery: In<typeof english> = {
  'gallery.title': 'المعرض',
  'gallery.search': 'بحث',
  'gallery.tags': 'وسوم',
  'gallery.status': 'الحالة',
  'gallery.anyStatus': 'أي حالة',
  'gallery.order': 'الترتيب',
  'gallery.order.newest': 'الأحدث أولًا',
  'gallery.order.oldest': 'الأقدم أولًا',
  'gallery.order.title': 'حسب العنوان',
  'gallery.order.largest': 'الأكبر أولًا',
  'gallery.count.zero': 'لا صور',
  'gallery.count.one': 'صورة واحدة',
  'gallery.count.two': 'صورتان',
  'gallery.count.few': '{count} صور',
  'gallery.count.other': '{count} صورة',
  'gallery.empty': 'لم يُسجل شيء بعد',
  'gallery.emptyText': 'ارفع صورًا فتظهر هنا مع كل ما يُعرف عنها.',
  'gallery.nothing': 'لا صورة تناسب',
  'gallery.nothingText': 'يجب أن تناسب كل كلمة وكل وسم. جرّب أقل منها.',
  'gallery.all': 'اعرض كل الصور',
};
