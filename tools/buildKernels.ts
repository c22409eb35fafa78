// Compiles packages/core/assembly (AssemblyScript with SIMD) to WebAssembly and writes it, as base64, into a source file
// of the core: `npm run build:kernels`. The file is committed, so that nobody needs the compiler to build or run Assay;
// tools/test/kernels.slow.test.ts checks that it still is what its source says.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const SOURCES = path.join(root, 'packages/core/assembly');
const GENERATED = path.join(root, 'packages/core/src/kernels/generated/wasmModule.ts');

/** @returns the module. @throws {Error} with the compiler's words if the source does not compile */
export async function compileKernels(): Promise<Uint8Array> {
  // Only here, so that what reads the generated file needs no compiler.
  const { default: asc } = await import('assemblyscript/asc');
  const binaries: Uint8Array[] = [];
  const { error, stderr } = await asc.main(
    [
      'index.ts',
      ...['--outFile', 'kernels.wasm'],
      ...['--runtime', 'stub'],
      ...['--enable', 'simd'],
      ...['--optimizeLevel', '3'],
      ...['--shrinkLevel', '0'],
      '--converge',
      '--noAssert',
      ...['--use', 'abort='],
    ],
    {
      readFile: (name, folder) => {
        const file = path.resolve(SOURCES, folder, name);
        return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : null;
      },
      writeFile: (_, contents) => {
        if (typeof contents !== 'string') binaries.push(contents);
      },
      listFiles: () => [],
    },
  );
  const [binary] = binaries;
  if (error || !binary) throw new Error(`${error?.message ?? 'no output'}\n${stderr.toString()}`);
  return binary;
}

/** The text of the generated file. */
export function sourceOf(binary: Uint8Array): string {
  return `/** Compiled from packages/core/assembly by \`npm run build:kernels\`; do not edit. */
export const WASM_BASE64 =
  '${Buffer.from(binary).toString('base64')}';
`;
}

export const readGenerated = (): string => fs.readFileSync(GENERATED, 'utf8');

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const binary = await compileKernels();
  fs.mkdirSync(path.dirname(GENERATED), { recursive: true });
  fs.writeFileSync(GENERATED, sourceOf(binary));
  console.log(`${binary.length} bytes`);
}
