import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { compileKernels, readGenerated, sourceOf } from '../buildKernels.ts';

const compiler = path.resolve(import.meta.dirname, '../../node_modules/assemblyscript');

describe.skipIf(!fs.existsSync(compiler))('kernels (skipped without the AssemblyScript compiler)', () => {
  test('the committed module is what its source compiles to; else run npm run build:kernels', async () => {
    expect(readGenerated()).toBe(sourceOf(await compileKernels()));
  });
});
