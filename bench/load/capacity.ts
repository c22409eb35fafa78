/** What n machines do in a day and what that takes, from measured figures. Pure. @module */

/** What counts of a knee with its soak (bench/results/service/soak.json), and of jobs that sleep (load.json). */
export interface LoadFigures {
  readonly cores: number;
  readonly memoryGiB: number;
  readonly loadBefore: number;
  readonly rows: readonly {
    readonly workers: number;
    readonly knee: { readonly perSecond: number };
    readonly soak?: {
      readonly minutes: number;
      readonly served: number;
      readonly memoryMib: { readonly late: number };
    };
  }[];
  /** Jobs that sleep: whether anything but the processor limits. */
  readonly scaling: readonly { readonly workers: number; readonly speedUp: number }[] | null;
}

/** What of bench/results/fingerprint/vector-indexes.json counts: bytes a stored picture. */
export interface BytesPerRow {
  readonly [table: string]: number;
}

export interface CapacityRow {
  readonly nodes: number;
  /** What was served in the soak, not what was asked; of these a tenth uploads. */
  readonly picturesADay: number;
  readonly uploadsADay: number;
  readonly cores: number;
  /** Processor seconds a picture, all cores counted as busy. */
  readonly coreSeconds: number;
  /** Of the service's processes, GiB. */
  readonly memoryGib: number;
  /** After a year of such days, GiB: of the database, of that its indexes, and of the store. */
  readonly databaseGib: number;
  readonly indexesGib: number;
  readonly storeGib: number;
}

const SHARE_UPLOADED = 0.1;
const DAY_S = 86_400;
const YEAR_DAYS = 365;
/** Tables; everything else of the bytes is an index, which should fit the memory of PostgreSQL. */
const TABLES = new Set(['rows', 'local_keys']);

/**
 * @param pictureBytes of a file; the store keeps the original and the marked file, taken to be as large
 * @throws {RangeError} when the figures have no row, or no soak of the largest one
 */
export function capacityOf(
  load: LoadFigures,
  bytesPerRow: BytesPerRow,
  nodes: readonly number[],
  pictureBytes: number,
): CapacityRow[] {
  const best = load.rows.toSorted((a, b) => b.knee.perSecond - a.knee.perSecond)[0];
  if (!best) throw new RangeError('The load figures have no row: run bench/load/run.ts --only knee,soak.');
  const { soak } = best;
  if (!soak)
    throw new RangeError(
      `The load figures have no soak at ${best.workers} workers: run bench/load/run.ts --only knee,soak.`,
    );
  const servedPerSecond = soak.served / (60 * soak.minutes);
  const bytes = Object.entries(bytesPerRow);
  const sum = (of: typeof bytes): number => of.reduce((total, [, each]) => total + each, 0);
  return nodes.map((count) => {
    const perSecond = servedPerSecond * count;
    const uploadsAYear = SHARE_UPLOADED * perSecond * DAY_S * YEAR_DAYS;
    const gib = (each: number): number => Math.round((uploadsAYear * each) / 2 ** 30);
    return {
      nodes: count,
      picturesADay: Math.round(perSecond * DAY_S),
      uploadsADay: Math.round(SHARE_UPLOADED * perSecond * DAY_S),
      cores: load.cores * count,
      coreSeconds: Math.round((100 * load.cores) / servedPerSecond) / 100,
      memoryGib: Math.round((10 * soak.memoryMib.late * count) / 1024) / 10,
      databaseGib: gib(sum(bytes)),
      indexesGib: gib(sum(bytes.filter(([name]) => !TABLES.has(name)))),
      storeGib: gib(2 * pictureBytes),
    };
  });
}

/** As a page; `stated` says of what machine the figures are. */
export function capacityPage(
  rows: readonly CapacityRow[],
  load: LoadFigures,
  pictureBytes: number,
  stated: string,
): string {
  const columns = [
    'nodes',
    'picturesADay',
    'uploadsADay',
    'cores',
    'memoryGib',
    'databaseGib',
    'indexesGib',
    'storeGib',
  ] as const;
  const four = load.scaling?.find(({ workers }) => workers === 4)?.speedUp;
  return [
    '# What n machines do in a day',
    '',
    `Written by \`bench/load/measureCapacity.ts\`. ${stated} A picture takes ${rows[0]?.coreSeconds} s of a core.`,
    'Machines are taken to add up: each works on its own pictures, over one PostgreSQL and one store, which need machines of their own.',
    four === undefined ? '' : `Jobs that only sleep went ${four} times as fast in four places as in one.`,
    `A file has ${(pictureBytes / 1e6).toFixed(1)} MB; the store keeps the original and a marked file as large. Database and store are those of a year of`,
    'such days; the indexes should fit the memory of PostgreSQL.',
    '',
    '| Nodes | Pictures a day | of these uploads | Cores | Memory, GiB | Database, GiB | its indexes, GiB | Store, GiB |',
    '|---|---|---|---|---|---|---|---|',
    ...rows.map((row) => `| ${columns.map((name) => row[name].toLocaleString('en')).join(' | ')} |`),
    '',
  ].join('\n');
}
