import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');
const RULE = path.join(ROOT, 'tools/handlerLines.mjs');

let folder: string;
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-lint-'));
  const rules = { 'assay/handler-lines': ['error', { max: 15 }] };
  const config = { jsPlugins: [RULE], categories: { correctness: 'off' }, rules };
  fs.writeFileSync(path.join(folder, 'oxlintrc.json'), JSON.stringify(config));
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

/** What the rule says of a file with this text; empty if it passes. */
function lint(text: string): string {
  const file = path.join(folder, 'route.ts');
  fs.writeFileSync(file, text);
  const oxlint = path.join(ROOT, 'node_modules/oxlint/bin/oxlint');
  const args = [oxlint, '-c', path.join(folder, 'oxlintrc.json'), '--format=unix', file];
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return status === 0 ? '' : stdout;
}

/** A route whose handler has this many lines, its first and its last one included. */
const route = (lines: number, inside = '    work();\n'): string =>
  `export function someRoute(app: App): void {\n  app.get('/here', { schema }, async (request: Request) => {\n${inside.repeat(lines - 2)}  });\n}\n`;

test('a handler of 15 lines passes, one of 16 fails', () => {
  expect(lint(route(15))).toBe('');
  expect(lint(route(16))).toContain('The handler has 16 lines, more than 15');
});

test('blank lines and comments do not count', () => {
  expect(lint(route(10, '\n    // why\n    /** what */\n    work();\n'))).toBe('');
});

test('a handler that is written elsewhere fails: its length would not be seen', () => {
  expect(lint("app.post('/here', { schema }, handle);\n")).toContain('Write the handler where its route is registered');
});

test('other calls may have long functions', () => {
  expect(lint(route(40).replace('app.get', 'app.addHook'))).toBe('');
});

test('the rule holds for the routes of the service', () => {
  const { overrides } = JSON.parse(fs.readFileSync(path.join(ROOT, '.oxlintrc.json'), 'utf8'));
  expect(overrides).toContainEqual({
    files: ['packages/service/src/http/routes/**'],
    rules: { 'assay/handler-lines': ['error', { max: 15 }] },
  });
});
