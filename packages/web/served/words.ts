/** What a page says to readers without script. @module */
import type { Language } from '../src/i18n/language.ts';

interface Words {
  readonly text: string;
  /** The way to what can be read. */
  readonly docs: string;
}

export const NO_SCRIPT: Readonly<Record<Language, Words>> = {
  en: {
    text: 'This page needs JavaScript to work. The command line tool and the API do without it, and so do links to results.',
    docs: 'Documentation',
  },
  de: {
    text: 'Diese Seite braucht JavaScript. Das Kommandozeilenprogramm und die API kommen ohne aus, ebenso Links zu Ergebnissen.',
    docs: 'Dokumentation',
  },
  zh: {
    text: '此页面需要 JavaScript 才能使用。命令行工具、API 以及结果链接无需 JavaScript。',
    docs: '文档',
  },
  ar: {
    text: 'تحتاج هذه الصفحة إلى JavaScript لتعمل. أما أداة سطر الأوامر وواجهة API وروابط النتائج فتعمل من دونها.',
    docs: 'الوثائق',
  },
};
