/** What the router's source says of each page, for tools that cannot run it. @module */

export interface RoutedPage {
  /** Of its address: a key of `ADDRESS`. */
  readonly name: string;
  /** From the folder of the sources: `pages/verify/VerifyPage.tsx`. */
  readonly module: string;
  /** Of the messages, beside `frame`. */
  readonly parts: readonly string[];
}

const ROUTE = /path: ADDRESS\.(\w+),(?:(?!createRoute)[^])*?withWords\(\s*import\('\.\.\/([^']+)'\),([^)]*)\)/g;

export const routedPages = (router: string): readonly RoutedPage[] =>
  [...router.matchAll(ROUTE)].map(([, name, module, given]) => ({
    name: String(name),
    module: String(module),
    parts: [...String(given).matchAll(/'(\w+)'/g)].map(([, part]) => String(part)),
  }));
