/** Tags as people type them, with the commas of their languages between. @module */

export const tagsOf = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(/[,،、，;]/)
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
  ),
];
