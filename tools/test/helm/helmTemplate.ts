/**
 * Renders templates of deploy/helm as far as they go: if, else, range, include, define, fail, and the functions that they use.
 * No Helm is to be had from the registries that this project takes tools from, and a template that nobody renders is not read.
 * @module
 */
import { stringify } from 'yaml';

interface Scope {
  readonly Values: unknown;
  readonly Release: { readonly Name: string };
  readonly [variable: `$${string}`]: unknown;
}

type Node =
  | { readonly text: string }
  | { readonly print: string }
  | { readonly open: string; readonly body: Node[]; readonly other: Node[] };

const TAG = /\{\{(-?)\s*([\s\S]*?)\s*(-?)\}\}/g;

/** White space is cut where a tag has a dash, as text/template does. */
function tokens(source: string): string[] {
  const out: string[] = [];
  let at = 0;
  let cutNext = false;
  for (const match of source.matchAll(TAG)) {
    const text = source.slice(at, match.index);
    const left = cutNext ? text.trimStart() : text;
    out.push(match[1] ? left.trimEnd() : left, `{{${match[2] ?? ''}`);
    cutNext = match[3] === '-';
    at = match.index + match[0].length;
  }
  const rest = source.slice(at);
  return [...out, cutNext ? rest.trimStart() : rest];
}

function parse(all: string[], from: { at: number }): { nodes: Node[]; end: string } {
  const nodes: Node[] = [];
  while (from.at < all.length) {
    const token = all[from.at++] ?? '';
    if (!token.startsWith('{{')) nodes.push({ text: token });
    else {
      const tag = token.slice(2);
      if (tag === 'end' || tag === 'else') return { nodes, end: tag };
      if (!/^(?:if|range|define)\b/.test(tag)) nodes.push({ print: tag });
      else {
        const body = parse(all, from);
        const other = body.end === 'else' ? parse(all, from).nodes : [];
        nodes.push({ open: tag, body: body.nodes, other });
      }
    }
  }
  return { nodes, end: '' };
}

/** Words, strings, and what stands in parentheses. */
function wordsOf(text: string): string[] {
  const words: string[] = [];
  let depth = 0;
  for (const part of text.match(/"[^"]*"|[()]|[^\s()"]+/g) ?? []) {
    if (part === ')') depth -= 1;
    const isInside = depth > 0 || part === ')';
    if (isInside) words.push(`${words.pop() ?? ''}${part === ')' || words.at(-1) === '(' ? '' : ' '}${part}`);
    else words.push(part);
    if (part === '(') depth += 1;
  }
  return words;
}

const isEmpty = (value: unknown): boolean => !value || (typeof value === 'object' && Object.keys(value).length === 0);

class Renderer {
  readonly #defined = new Map<string, Node[]>();

  render(source: string, scope: Scope): string {
    return this.#nodes(parse(tokens(source), { at: 0 }).nodes, scope);
  }

  #nodes(nodes: readonly Node[], scope: Scope): string {
    return nodes.map((node) => this.#node(node, scope)).join('');
  }

  #node(node: Node, scope: Scope): string {
    if ('text' in node) return node.text;
    if ('print' in node) {
      const value = this.#value(node.print, scope);
      return value === undefined || value === null ? '' : String(value);
    }
    const [word, ...rest] = wordsOf(node.open);
    if (word === 'define') {
      this.#defined.set(String(rest[0]).slice(1, -1), node.body);
      return '';
    }
    if (word === 'if') return this.#nodes(isEmpty(this.#value(rest.join(' '), scope)) ? node.other : node.body, scope);
    const [names = '', list = ''] = node.open.slice('range '.length).split(/\s*:=\s*/);
    const variables = names.split(/,\s*/);
    return Object.entries(this.#value(list, scope) as object)
      .map(([key, value]) => {
        const own =
          variables.length === 2 ? { [variables[0]!]: key, [variables[1]!]: value } : { [variables[0]!]: value };
        return this.#nodes(node.body, { ...scope, ...own });
      })
      .join('');
  }

  #value(text: string, scope: Scope): unknown {
    const [first = '', ...pipes] = text.split(/\s\|\s/);
    return pipes.reduce<unknown>(
      (value, pipe) => this.#call(wordsOf(pipe), scope, [value]),
      this.#call(wordsOf(first), scope, []),
    );
  }

  #call(words: readonly string[], scope: Scope, piped: readonly unknown[]): unknown {
    const [name = '', ...rest] = words;
    const known = FUNCTIONS[name];
    const given = rest.map((word) => this.#atom(word, scope));
    if (name === 'include') return this.#nodes(this.#defined.get(String(given[0])) ?? missing(String(given[0])), scope);
    if (known) return known(...([...given, ...piped] as never[]));
    return rest.length === 0 && piped.length === 0 ? this.#atom(name, scope) : missing(name);
  }

  #atom(word: string, scope: Scope): unknown {
    if (word.startsWith('(')) return this.#value(word.slice(1, -1), scope);
    if (word.startsWith('"')) return word.slice(1, -1);
    if (/^\d+$/.test(word)) return Number(word);
    if (word === '.') return scope;
    if (word.startsWith('$')) return scope[word as `$${string}`];
    if (!word.startsWith('.')) return missing(word);
    const members = word.slice(1).split('.');
    return members.reduce<unknown>((value, member, index) => {
      const holder = value as Record<string, unknown>;
      // A setting may be left out; everything else has its default in the values.
      const mayMiss = members[index - 1] === 'settings';
      return mayMiss || Object.hasOwn(holder, member) ? holder[member] : missing(word);
    }, scope);
  }
}

const missing = (what: string): never => {
  throw new Error(`unknown in a template: ${what}`);
};

const FUNCTIONS: Readonly<Record<string, (...given: never[]) => unknown>> = {
  and: (...all: unknown[]) => all.find(isEmpty) ?? all.at(-1),
  or: (...all: unknown[]) => all.find((one) => !isEmpty(one)) ?? all.at(-1),
  not: (one: unknown) => isEmpty(one),
  gt: (a: number, b: number) => a > b,
  list: (...all: unknown[]) => all,
  has: (one: unknown, all: readonly unknown[]) => all.includes(one),
  int: (one: unknown) => Number(one),
  quote: (one: unknown) => JSON.stringify(String(one)),
  toYaml: (one: unknown) => stringify(one).trimEnd(),
  nindent: (spaces: number, text: string) => `\n${text.replace(/^/gm, ' '.repeat(spaces))}`,
  fail: (why: string) => {
    throw new Error(why);
  },
};

/** @param templates their sources, those that define names first */
export function renderTemplates(templates: readonly string[], values: unknown): string[] {
  const renderer = new Renderer();
  return templates.map((source) => renderer.render(source, { Values: values, Release: { Name: 'photos' } }));
}
