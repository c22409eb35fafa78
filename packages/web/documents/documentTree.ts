/**
 * A document in Markdown as a tree that the page turns into elements, so that no text of a file ever becomes markup by
 * itself. Whatever the documents of the repository do not use is refused, in place of being shown wrongly.
 * @module
 */
import { marked, type Token, type Tokens } from 'marked';
import type { DocumentElement, DocumentNode, DocumentTree } from '../src/pages/docs/documentTree.ts';
import { anchorOf } from './anchors.ts';

export interface Places {
  /** Where a link leads, and the title of the document there; null where that is nowhere inside the service: then its words stay. */
  link(target: string): { readonly address: string; readonly title?: string } | null;
  /** Address of a picture. */
  picture(target: string): string;
}

/** @throws {TypeError} for a document without a heading of its own, or with something that is not known here */
export function documentTree(markdown: string, places: Places): DocumentTree {
  const tokens = marked.lexer(markdown);
  const { title, start } = titled(tokens);
  return { title, body: new Writer(places, title).blocks(tokens.slice(start + 1)) };
}

/** The heading of a document. @throws {TypeError} if it has none */
export const titleOf = (markdown: string): string => titled(marked.lexer(markdown)).title;

function titled(tokens: readonly Token[]): { readonly title: string; readonly start: number } {
  const start = tokens.findIndex(isTitle);
  const heading = tokens[start];
  if (heading === undefined) throw new TypeError('documentTree: the document has no heading of its own');
  return { title: textOf(heading), start };
}

const isTitle = (token: Token): boolean => token.type === 'heading' && token['depth'] === 1;

/** The words of a token, without their marks. */
function textOf(token: Token): string {
  if ('tokens' in token && token.tokens) return token.tokens.map(textOf).join('');
  return 'text' in token ? unescaped(String(token['text'])) : '';
}

/** Text comes with the entities of HTML that the file has; in code they stand for themselves. */
const unescaped = (text: string): string =>
  text.replace(/&(?:lt|gt|quot|#39|amp);/g, (entity) => ENTITIES[entity] ?? entity);
const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
};

class Writer {
  readonly #anchors = new Set<string>();
  readonly #places: Places;
  /** The last heading: it names the tables and the blocks of code below it. */
  #heading: string;

  constructor(places: Places, title: string) {
    this.#places = places;
    this.#heading = title;
    anchorOf(title, this.#anchors);
  }

  readonly blocks = (tokens: readonly Token[]): readonly DocumentNode[] =>
    tokens.map((token) => this.#block(token)).filter((node) => node !== null);

  #block(token: Token): DocumentNode | null {
    switch (token.type) {
      case 'space':
        return null;
      case 'html':
        if (/^\s*(?:<!--[\s\S]*?-->\s*)+$/.test(token.raw)) return null;
        break;
      case 'heading':
        this.#heading = textOf(token);
        return [
          'h' + String(token['depth']),
          { id: anchorOf(this.#heading, this.#anchors) },
          this.#inline(token.tokens),
        ];
      case 'paragraph':
        return ['p', {}, this.#inline(token.tokens)];
      // What stands in an item of a tight list.
      case 'text':
        return ['span', {}, this.#inline(token.tokens ?? [token])];
      case 'list':
        return this.#list(token as Tokens.List);
      case 'blockquote':
        return ['blockquote', {}, this.blocks(token.tokens ?? [])];
      case 'code':
        return ['pre', { label: this.#heading }, [['code', {}, [String(token['text'])]]]];
      case 'table':
        return this.#table(token as Tokens.Table);
      default:
    }
    throw new TypeError(`documentTree: a document may not hold ${token.type}: ${token.raw.slice(0, 80)}`);
  }

  #list({ ordered, start, items }: Tokens.List): DocumentElement {
    const from = ordered && typeof start === 'number' && start !== 1 ? { start: String(start) } : {};
    return [ordered ? 'ol' : 'ul', from, items.map(({ tokens }) => ['li', {}, this.blocks(tokens)])];
  }

  #table({ header, rows }: Tokens.Table): DocumentElement {
    const line = (cells: readonly Tokens.TableCell[], tag: string): DocumentElement => [
      'tr',
      {},
      cells.map(({ tokens, align }) => [tag, align ? { align } : {}, this.#inline(tokens)]),
    ];
    return [
      'table',
      { label: this.#heading },
      [
        ['thead', {}, [line(header, 'th')]],
        ['tbody', {}, rows.map((cells) => line(cells, 'td'))],
      ],
    ];
  }

  #inline(tokens: readonly Token[] = []): readonly DocumentNode[] {
    return tokens.flatMap((token): readonly DocumentNode[] => {
      switch (token.type) {
        case 'text':
        case 'escape':
          return [unescaped(String(token['text']))];
        case 'codespan':
          return [['code', {}, [String(token['text'])]]];
        case 'strong':
        case 'em':
          return [[token.type, {}, this.#inline(token.tokens)]];
        case 'br':
          return [['br', {}, []]];
        case 'html':
          if (/^<br ?\/?>$/.test(token.raw)) return [['br', {}, []]];
          break;
        case 'link':
          return this.#link(token as Tokens.Link);
        case 'image':
          return [['img', { src: this.#places.picture(String(token['href'])), alt: String(token['text']) }, []]];
        default:
      }
      throw new TypeError(`documentTree: a line may not hold ${token.type}: ${token.raw.slice(0, 80)}`);
    });
  }

  #link({ href, tokens }: Tokens.Link): readonly DocumentNode[] {
    const target = this.#places.link(href);
    if (target === null) return this.#inline(tokens);
    // Whoever reads the repository knows a document by its file, whoever reads this by its title.
    const isFileName = target.title !== undefined && /^[\w-]+\.md$/.test(tokens.map(textOf).join(''));
    return [['a', { href: target.address }, isFileName ? [String(target.title)] : this.#inline(tokens)]];
  }
}
