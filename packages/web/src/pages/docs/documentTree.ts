/** What the build makes of a document: see the elements that `DocumentText` makes of it. @module */

/** Tag, attributes, content. */
export type DocumentElement = readonly [
  tag: string,
  attributes: Readonly<Record<string, string>>,
  content: readonly DocumentNode[],
];

export type DocumentNode = string | DocumentElement;

export interface DocumentTree {
  readonly title: string;
  readonly body: readonly DocumentNode[];
}

export interface ListedDocument {
  /** Path in this service. */
  readonly address: string;
  readonly title: string;
  readonly load: () => Promise<DocumentTree>;
}
