/** How Node must start a worker whose entry is TypeScript (development and tests; a build needs nothing). @module */

const SOURCE_EXEC_ARGV = [
  '--import',
  new URL('./registerSource.mjs', import.meta.url).href,
  '--conditions=assay-source',
];

/** The option of piscina for this entry. */
export const sourceExecArgv = (entry: URL): { execArgv?: string[] } =>
  entry.pathname.endsWith('.ts') ? { execArgv: SOURCE_EXEC_ARGV } : {};
