/** The languages in which the service speaks to people: those of its pages. @module */

export const LANGUAGES = ['en', 'de', 'zh', 'ar'] as const;
export type Language = (typeof LANGUAGES)[number];
