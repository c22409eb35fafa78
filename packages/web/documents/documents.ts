/** The documents of the repository as modules of the pages, each a file of its own to the browser. @module */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import { documentTree } from './documentTree.ts';
import { PUBLISHED, servedLink } from './published.ts';

/** All of them, by address, each with its title and a function that fetches the rest. */
const LIST = 'virtual:documents';
const ONE = 'virtual:document:';

export function documents(): Plugin {
  return {
    name: 'documents',
    resolveId: (id) => (id === LIST || id.startsWith(ONE) ? `\0${id}` : null),
    load(id) {
      if (id === `\0${LIST}`) return listModule();
      if (!id.startsWith(`\0${ONE}`)) return null;
      const file = fileOf(id.slice(`\0${ONE}`.length));
      this.addWatchFile(file);
      return documentModule(file);
    },
  };
}

function fileOf(address: string): string {
  const found = PUBLISHED.find((document) => document.address === address);
  if (!found) throw new TypeError(`documents: there is no ${address}`);
  return found.file;
}

/** Titles come along; the texts when they are opened. */
function listModule(): string {
  const lines = PUBLISHED.map(({ address, title }) => {
    const load = `() => import(${JSON.stringify(ONE + address)}).then((module) => module.default)`;
    return `{ address: ${JSON.stringify(address)}, title: ${JSON.stringify(title)}, load: ${load} }`;
  });
  return `export const DOCUMENTS = [${lines.join(',\n')}];`;
}

/** Pictures are imported, so that the build names them by their content; the tree holds a place for each. */
function documentModule(file: string): string {
  const pictures: string[] = [];
  const tree = treeOf(file, (target) => {
    pictures.push(path.resolve(path.dirname(file), target));
    return `picture:${pictures.length - 1}`;
  });
  const imports = pictures.map((picture, at) => `import picture${at} from ${JSON.stringify(`${picture}?url`)};`);
  const body = JSON.stringify(tree).replaceAll(/"picture:(\d+)"/g, 'picture$1');
  return [...imports, `export default ${body};`].join('\n');
}

const treeOf = (file: string, picture: (target: string) => string) =>
  documentTree(readFileSync(file, 'utf8'), { link: (target) => servedLink(file, target), picture });
