#!/usr/bin/env bash
# Node 20 is past its end of life, so everything must also run on Node 24: starts the built service under it, registers,
# uploads and verifies through the demonstration, runs the fast tests of core and the command line, and installs the packed
# tarballs in an empty folder, where they verify and serve; the small ones with npm 10 and npm 11, of which neither may warn.
# The npm packages node-PLATFORM carry the binary; it is kept in ASSAY_CI_CACHE. Needs `npm ci && npm run build` before.
set -euo pipefail
cd "$(dirname "$0")/.."

package=node-$(node -p 'process.platform + "-" + process.arch')
folder=${ASSAY_CI_CACHE:-${TMPDIR:-/tmp}/assay-ci}/node24
binary=$folder/node_modules/$package/bin
if [ ! -x "$binary/node" ]; then
  mkdir -p "$folder"
  npm install --prefix "$folder" --no-audit --no-fund --no-save --loglevel=error "$package@24" >&2
fi
export PATH="$binary:$PATH"
echo "> smoke tests on Node $(node --version)" >&2
node tools/demo.mjs >/dev/null
node node_modules/vitest/vitest.mjs run packages/core/test/scene packages/cli/test
ASSAY_TEST_TIER=slow node node_modules/vitest/vitest.mjs run tools/test/servicePackage.slow.test.ts
for npm in 10.9.9 11.19.1; do
  tool=$folder/npm-$npm
  [ -x "$tool/node_modules/.bin/npm" ] || npm install --prefix "$tool" --no-audit --no-fund --no-save --loglevel=error "npm@$npm" >&2
  echo "> packages with npm $npm" >&2
  PATH="$tool/node_modules/.bin:$PATH" ASSAY_TEST_TIER=all \
    node node_modules/vitest/vitest.mjs run tools/test/lockfile.test.ts tools/test/packages.slow.test.ts
done
