/** Who may work now: so many jobs at once, and no more memory than there is, in the order in which they came. @module */

export interface Admission {
  /** Waits until a job of this size may work. Whoever is bigger than everything works alone. */
  enter(sizeBytes: number): Promise<void>;
  /** To be called once by whoever entered, with the same size. */
  leave(sizeBytes: number): void;
}

/** @param bytesMax of all that work at the same time */
export function createAdmission(jobsMax: number, bytesMax: number): Admission {
  const line: { readonly sizeBytes: number; readonly start: () => void }[] = [];
  let jobs = 0;
  let bytes = 0;

  const fits = (sizeBytes: number): boolean => jobs === 0 || (jobs < jobsMax && bytes + sizeBytes <= bytesMax);

  /** Strictly from the front: whoever is big would wait for ever if small ones went past. */
  const admit = (): void => {
    for (let first = line[0]; first && fits(first.sizeBytes); first = line[0]) {
      line.shift();
      jobs++;
      bytes += first.sizeBytes;
      first.start();
    }
  };

  return {
    enter: (sizeBytes) =>
      new Promise<void>((start) => {
        line.push({ sizeBytes, start });
        admit();
      }),
    leave(sizeBytes) {
      jobs--;
      bytes -= sizeBytes;
      admit();
    },
  };
}
