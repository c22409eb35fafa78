/** Chinese: as ../en/gallery.ts. @module */
import type { gallery as english } from '../en/gallery.ts';
import type { In } from '../translate.ts';

export const gallery: In<typeof english> = {
  'gallery.title': '图库',
  'gallery.search': '搜索',
  'gallery.tags': '标签',
  'gallery.status': '状态',
  'gallery.anyStatus': '任意',
  'gallery.order': '排序',
  'gallery.order.newest': '最新优先',
  'gallery.order.oldest': '最早优先',
  'gallery.order.title': '按标题',
  'gallery.order.largest': '最大优先',
  'gallery.count.one': '{count} 张图片',
  'gallery.count.other': '{count} 张图片',
  'gallery.empty': '还没有登记任何图片',
  'gallery.emptyText': '上传图片后，它们及其全部资料都会列在这里。',
  'gallery.nothing': '没有符合的图片',
  'gallery.nothingText': '每个词和每个标签都必须符合。请减少一些。',
  'gallery.all': '显示全部图片',
};
