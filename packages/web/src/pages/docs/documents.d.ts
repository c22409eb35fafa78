/** Made by the build of the documents of the repository. */
declare module 'virtual:documents' {
  export const DOCUMENTS: readonly import('./documentTree.ts').ListedDocument[];
}
