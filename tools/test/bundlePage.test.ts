import { expect, test } from 'vitest';
import { bundlePage, readGenerated, sourceOf } from '../buildBundlePage.ts';

test('the page in bundles is what its source says: else npm run build:bundlePage', async () => {
  expect(readGenerated()).toBe(sourceOf(await bundlePage()));
});

test('the page fetches nothing', async () => {
  const page = await bundlePage();
  expect(page).toContain("default-src 'none'");
  expect(page).not.toMatch(/https?:\/\/|fetch\(|XMLHttpRequest|import\(/);
});
