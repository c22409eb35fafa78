/** Which statements of a migration would break the version that still serves while it runs. @module */

/** Each with what to do instead. Lower case, spaces made one. */
const UNSAFE: readonly (readonly [RegExp, string])[] = [
  [
    /\bdrop (table|column)\b/,
    'the old version still reads it: drop it a version later, in a migration called ..._contract',
  ],
  [/\brename\b/, 'the old version knows the old name: add the new one, fill it, drop the old one a version later'],
  [/\balter column \S+ (set data )?type\b/, 'the table is written anew under a lock: add a column beside it'],
  [/\bset not null\b/, 'the old version writes none: a version later, in a migration called ..._contract'],
  [
    /\badd column (?!.*\bdefault\b).*\bnot null\b/,
    'the old version writes none: give it a default, or let it be empty',
  ],
  [
    /\badd constraint (?!.*\bnot valid\b)/,
    'all rows are read under a lock: add it "not valid", validate it afterwards',
  ],
];

const squeeze = (statement: string): string =>
  statement
    .replaceAll(/--[^\n]*/g, ' ')
    .replaceAll('"', '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase();

/** Tables that the migration itself makes: nobody uses them yet. */
const madeIn = (statements: readonly string[]): ReadonlySet<string> =>
  new Set(statements.flatMap((one) => /^create table (?:if not exists )?(\S+)/.exec(one)?.[1] ?? []));

/** @returns a sentence for each, empty if it may run beside the version before */
export function unsafeStatements(name: string, text: string): string[] {
  const statements = text.split('--> statement-breakpoint').map(squeeze);
  const made = madeIn(statements);
  const problems: string[] = [];
  for (const statement of statements) {
    const table = /^(?:alter table (?:if exists )?(?:only )?|create (?:unique )?index .*? on )(\S+)/.exec(
      statement,
    )?.[1];
    if (table !== undefined && made.has(table)) continue;
    // Migrations run in a transaction, in which no index is built concurrently.
    if (/^create (unique )?index\b/.test(statement))
      problems.push(`${name}: "${statement}": writers wait for it: build it concurrently, as vectorIndexes.ts does`);
    for (const [pattern, remedy] of UNSAFE)
      if (pattern.test(statement) && !name.endsWith('_contract.sql'))
        problems.push(`${name}: "${statement}": ${remedy}`);
  }
  return problems;
}
