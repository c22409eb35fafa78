/** What this fake leaves to the real database: tests of it run on the repositories. @module */

export const onlyInDatabase =
  (name: string) =>
  (..._input: unknown[]): Promise<never> =>
    Promise.reject(new Error(`${name} has no fake; give the test the real repositories`));
