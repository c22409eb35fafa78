/** What an organization signs of a step in the history of an asset (docs/spec/provenance.md). @module */

/** The first line keeps the signature from meaning anything elsewhere. @param hash of the step, 64 lower-case hex characters */
export const signedTraceText = (hash: string): string => `assay provenance v1\n${hash}`;
