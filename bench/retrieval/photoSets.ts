import fs from 'node:fs';
import path from 'node:path';

/** Disjoint roles of the photos of a folder that holds train/ and bsds/; lists of paths, by name. */
export interface PhotoSets {
  /** From these the tables of the core are learned (training/fingerprintTables.ts). */
  readonly learned: readonly string[];
  /** Further impostors for the calibration. */
  readonly calibration: readonly string[];
  /** Held aside from learning and calibration: the database of the bench. */
  readonly database: readonly string[];
  /** In no database: what is queried with these must not be found. */
  readonly absent: readonly string[];
  /** In no database: what pictures are pasted onto. */
  readonly backgrounds: readonly string[];
}

/** Files of train/, from the end, that nothing is learned from. */
const HELD_ASIDE = 400;

/** @throws if the folder has fewer photos than the roles need */
export function photoSets(folder: string): PhotoSets {
  const list = (name: string) =>
    fs
      .readdirSync(path.join(folder, name))
      .sort()
      .map((file) => path.join(folder, name, file));
  const train = list('train');
  const bsds = list('bsds');
  if (train.length < HELD_ASIDE + 100 || bsds.length < 200)
    throw new Error(`${folder}: needs 500 photos in train/ and 200 in bsds/, has ${train.length} and ${bsds.length}`);
  return {
    learned: train.slice(0, -HELD_ASIDE),
    database: train.slice(-HELD_ASIDE),
    absent: bsds.slice(0, 50),
    backgrounds: bsds.slice(50, 150),
    calibration: bsds.slice(150),
  };
}
