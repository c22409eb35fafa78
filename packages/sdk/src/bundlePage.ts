/** The script of `verify.html` in a bundle: checks the bundle that is handed to it, and asks nobody. @module */
import { assertZipBytes } from '@assay/core/encoding/storedZip';
import { BUNDLE_LIMITS } from '@assay/core/evidence/bundle';
import { verifyBundle } from './bundle.ts';

const element = (id: string): HTMLElement => {
  const found = document.getElementById(id);
  if (!found) throw new TypeError(`verify.html: there is no #${id}`);
  return found;
};

function show(
  verdict: string,
  isGood: boolean,
  lines: readonly { readonly says: string; readonly holds: boolean }[],
): void {
  const heading = element('verdict');
  heading.textContent = verdict;
  heading.className = isGood ? 'good' : 'bad';
  element('claims').replaceChildren(
    ...lines.map(({ says, holds }) => {
      const item = document.createElement('li');
      item.className = holds ? 'good' : 'bad';
      item.textContent = `${holds ? '✓' : '✗'} ${says}`;
      return item;
    }),
  );
}

async function check(file: Blob): Promise<void> {
  element('verdict').textContent = '…';
  element('result').textContent = '';
  element('claims').replaceChildren();
  try {
    assertZipBytes(file.size, BUNDLE_LIMITS);
    const { holds, claims, report, manifest } = await verifyBundle(new Uint8Array(await file.arrayBuffer()));
    show(holds ? 'All of it holds.' : 'It does not hold.', holds, claims);
    const verification = report?.verification as { readonly verdict?: unknown; readonly details?: unknown } | undefined;
    if (holds && verification)
      element('result').textContent =
        `Verdict: ${String(verification.verdict)}. ${String(verification.details)} Signed by: ${manifest?.signed_by ?? 'nobody'}.`;
  } catch (cause) {
    show(`This is no bundle that can be checked: ${(cause as Error).message}.`, false, []);
  }
}

const input = element('file') as HTMLInputElement;
input.addEventListener('change', () => {
  const [file] = input.files ?? [];
  if (file) void check(file);
});
document.addEventListener('dragover', (event) => event.preventDefault());
document.addEventListener('drop', (event) => {
  event.preventDefault();
  const [file] = event.dataTransfer?.files ?? [];
  if (file) void check(file);
});
