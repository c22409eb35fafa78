/** Everything that rows of the wild bench depend on. */
import { COMPARED_ROW, sourceHash } from '../sourceHash.ts';

const WILD = [
  ...COMPARED_ROW,
  'bench/verdict/wild/edits',
  ...['drawn', 'judge', 'kinds', 'openCv', 'photos', 'pixels', 'wildCases', 'wildEdit', 'ycc'].map(
    (name) => `bench/verdict/wild/${name}.ts`,
  ),
];

/** Of rows that the comparison alone decides. */
export const wildHash = (): string => sourceHash(WILD);

/** Of rows of the whole story: the verdict is kept as it was made, so its rules count too. */
export const storyHash = (): string =>
  sourceHash([
    ...WILD,
    'bench/verdict/library.ts',
    'packages/core/src/verdict',
    'packages/core/src/watermark',
    'packages/service/src/app/verify',
    'packages/service/src/adapters/engine/jobs',
  ]);

/** Of pairs of shots. */
export const pairsHash = (): string => sourceHash([...WILD, 'bench/verdict/wild/pairs', 'packages/core/src/scene']);
