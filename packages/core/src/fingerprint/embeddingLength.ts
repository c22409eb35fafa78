/** Numbers of each embedding: docs/spec/fingerprints.md#embeddings. @module */

export const EMBEDDING_LENGTH = { embedding768: 768, embedding1024: 1024 } as const;
