/** Arabic: as ../en/picture.ts. @module */
import type { picture as english } from '../en/picture.ts';
import type { In } from '../translate.ts';

export const picture: In<typeof english> = {
  'compare.side': 'جنبًا إلى جنب',
  'compare.swipe': 'سحب',
  'compare.flicker': 'تناوب',
  'compare.how': 'طريقة المقارنة',
  'compare.yours': 'صورتك',
  'compare.original': 'الأصل',
  'compare.share': 'مقدار ما يظهر من الأصل',
  'compare.turn': 'أظهر الأخرى',
  'compare.flickering': 'التناوب تلقائيًا، مرة كل ثانية',
  'compare.sideOnly': 'صورتك مقصوصة أو مُدارة أو مؤطرة، فلا يمكن وضع إحداهما فوق الأخرى هنا.',
  'compare.note': 'يُعرض الأصل بمعاينته الصغيرة.',
  'evidence.removal.label': 'آثار إزالة العلامة',
  'evidence.removal.absent':
    'أُزيلت العلامة أو أُتلفت، أو هي نسخة من الأصل غير المعلَّم: من النسخ السليمة التي تحتفظ بالقدر نفسه من التفاصيل لا يفقد علامته كليًا سوى {share} على الأكثر',
  'evidence.removal.subtracted': 'أُزيلت العلامة أو أُتلفت: تظهر بإشارة معكوسة، كأنما أُخذ منها أكثر مما كان فيها',
  'evidence.removal.how':
    'تطابق الصورة صورة مسجَّلة تحمل علامة، ولا تُقرأ فيها أي علامة. وقد قيس كم مرة يحدث ذلك للنسخ السليمة. ولا يستند الحكم إلى ذلك.',
  'picture.heading': 'الصورة',
  'picture.alt': 'الصورة التي أرسلتها، {name}',
  'picture.cannotShow': 'لا يستطيع هذا المتصفح عرض الملف. ولا يتأثر الفحص بذلك.',
  'picture.map.alt': 'خريطة التغييرات: كلما زاد السطوع زاد التأكد من التعديل',
  'picture.map.broken': 'تعذر رسم خريطة التغييرات.',
  'picture.map.empty': 'لا تحدد خريطة التغييرات أي منطقة.',
  'picture.map.fromMark': 'صُنعت دون الأصل: لا صورة محفوظة متاحة، لذا تُظهر هذه الخريطة أين تغيب العلامة.',
  'picture.alone.heading': 'أين جرى التغيير',
  'picture.alone.text': 'لا تظهر الصورة نفسها هنا. هذه خريطتها، وبنفس تناسب أبعادها: ساطعة حيث جرى التغيير.',
  'picture.opacity': 'عتامة خريطة التغييرات',
  'picture.grey': 'اعرض الصورة رمادية تحت الخريطة',
  'picture.legend.same': 'متماثل',
  'picture.legend.edited': 'معدّل بالتأكيد',
  'picture.noMap.unknown': 'لا خريطة للتغييرات: دون أصل لا شيء للمقارنة به.',
  'picture.noMap.authentic': 'لا خريطة للتغييرات: لا فرق لعرضه.',
  'picture.noMap.forged': 'لا خريطة للتغييرات: تعذر وضع الصورة فوق الأصل.',
  'presence.heading': 'أين تغيب العلامة',
  'presence.none': 'علامة المسار {tracks} لا تغيب في أي مكان، بقدر ما يمكن معرفته: في {assessable} من الصورة.',
  'presence.some':
    'علامة المسار {tracks} غائبة في {missing} من الصورة (المناطق: {count}). ويُرى غيابها في {assessable} منها.',
  'presence.map.alt': 'خريطة العلامة: ساطعة حيث تغيب',
  'presence.map.caption': 'أين تغيب العلامة؛ صُنعت دون الأصل.',
  'presence.limits':
    'ليست هذه مقارنة. تُقرأ من صورتك وحدها، ولا يستند الحكم إليها، وحيث تضعف العلامة كثيرًا لا تقول شيئًا.',
  'regions.heading': 'المناطق المعدلة',
  'regions.hint': 'اختر منطقة لتحديدها في الصورة. الإحداثيات بكسلات من الزاوية العليا اليسرى.',
  'regions.name': 'المنطقة {number}',
  'regions.place': '{width} × {height} بكسل عند x {x}، y {y}',
  'regions.score': 'التأكد {percent}',
};
