/** From the description of the API to what a reader sees of an operation. @module */

interface Schema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly $ref?: string;
  readonly example?: unknown;
}

interface RawOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly description?: string;
    readonly schema?: Schema;
  }[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: Schema; readonly example?: unknown }>>;
  };
  readonly responses: Readonly<Record<string, { readonly description?: string }>>;
}

export interface Description {
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

export interface Member {
  readonly name: string;
  /** `path`, `query`, `form` or `json`. */
  readonly place: string;
  readonly isRequired: boolean;
  readonly type: string;
  readonly text: string;
}

export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly text: string;
  readonly needsCredential: boolean;
  readonly members: readonly Member[];
  /** A body of JSON as it may be sent; undefined where there is none. */
  readonly body: unknown;
  readonly answers: readonly (readonly [status: string, text: string])[];
}

const METHODS: ReadonlySet<string> = new Set(['get', 'post', 'put', 'patch', 'delete']);
const FORM = 'multipart/form-data';

/** By tag, in the order of the description. */
export function operationsByTag(description: Description): readonly (readonly [string, readonly Operation[]])[] {
  const all = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => METHODS.has(method))
      .map(([method, raw]) => ({ tag: raw.tags?.[0] ?? '', shown: operationOf(description, method, path, raw) })),
  );
  return description.tags.map(({ name }) => [name, all.flatMap(({ tag, shown }) => (tag === name ? [shown] : []))]);
}

function operationOf(description: Description, method: string, path: string, raw: RawOperation): Operation {
  const parameters = (raw.parameters ?? [])
    .filter((parameter) => parameter.in === 'path' || parameter.in === 'query')
    .map(
      (parameter): Member => ({
        name: parameter.name,
        place: parameter.in,
        isRequired: parameter.required === true,
        type: typeOf(description, parameter.schema),
        text: parameter.description ?? parameter.schema?.description ?? '',
      }),
    );
  return {
    id: raw.operationId,
    method: method.toUpperCase(),
    path,
    summary: raw.summary,
    text: raw.description ?? '',
    needsCredential: (raw.security ?? []).length > 0 && !raw.security?.some((one) => Object.keys(one).length === 0),
    members: [...parameters, ...bodyOf(description, raw)],
    body: exampleOf(description, raw),
    answers: Object.entries(raw.responses).map(([status, { description: text = '' }]) => [status, text] as const),
  };
}

function bodyOf(description: Description, { requestBody }: RawOperation): readonly Member[] {
  const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const schema = resolved(description, content?.schema);
  return Object.entries(schema?.properties ?? {}).map(([name, member]) => ({
    name,
    place: type === FORM ? 'form' : 'json',
    isRequired: schema?.required?.includes(name) ?? false,
    type: typeOf(description, member),
    text: resolved(description, member)?.description ?? '',
  }));
}

function exampleOf(description: Description, { requestBody }: RawOperation): unknown {
  const content = requestBody?.content['application/json'];
  return content && (content.example ?? resolved(description, content.schema)?.example);
}

function resolved({ components }: Description, schema: Schema | undefined): Schema | undefined {
  const name = schema?.$ref?.split('/').at(-1);
  return name === undefined ? schema : components.schemas[name];
}

function typeOf(description: Description, schema: Schema | undefined): string {
  const found = resolved(description, schema);
  if (found?.enum) return found.enum.map(String).join(' | ');
  if (found?.format === 'binary') return 'file';
  return [found?.type ?? 'any'].flat().join(' | ');
}

const UUID = /"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"/;

/** The body for a shell: members that name something by its id are variables, since only the reader has one. */
function quotedBody(body: unknown): string {
  const members = Object.entries(body as object).map(([name, value]) => {
    const text = JSON.stringify(value).replaceAll("'", "'\\''");
    return `${JSON.stringify(name)}:${text.replace(UUID, `"'$${name.toUpperCase()}'"`)}`;
  });
  return `'{${members.join(',')}}'`;
}

/** A command that does it: what names something stands as a variable of the shell, so that nothing invented is sent. */
export function commandOf({ method, path, needsCredential, members, body }: Operation, origin: string): string {
  const variable = (name: string) => `$${name.toUpperCase()}`;
  const required = members.filter(({ isRequired }) => isRequired);
  const query = required.filter(({ place }) => place === 'query').map(({ name }) => `${name}=${variable(name)}`);
  const form = required.filter(({ place }) => place === 'form');
  const address = origin + path.replaceAll(/\{(\w+)\}/g, (_, name: string) => variable(name));
  return [
    'curl',
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    ...(needsCredential ? ['-H "X-API-Key: $ASSAY_KEY"'] : []),
    ...form.map(({ name, type }) =>
      type === 'file' || type === 'array' ? `-F ${name}=@picture.jpg` : `-F "${name}=${variable(name)}"`,
    ),
    ...(body === undefined ? [] : [`--json ${quotedBody(body)}`]),
    `"${address}${query.length > 0 ? `?${query.join('&')}` : ''}"`,
  ].join(' ');
}
