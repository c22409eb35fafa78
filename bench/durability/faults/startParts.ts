/** What consists of parts, each of which runs until somebody ends it. @module */

/** Called once. May be asked before its part began, and when it ended by itself. */
export type End = () => unknown;

/**
 * Ends what was begun, the last first: when it is closed, and when a later part does not start. A part that cannot be ended keeps
 * no other one running.
 * @param begin hands over each part's end before it begins the part: one that fails halfway leaves something too
 * @throws what `begin` says; an AggregateError of it and of the parts that could not be ended
 */
export async function startParts<T extends object>(
  begin: (endLater: (end: End) => void) => Promise<T>,
): Promise<T & { close(): Promise<void> }> {
  const ends: End[] = [];
  const endAll = async (): Promise<unknown[]> => {
    const failures: unknown[] = [];
    for (let end = ends.pop(); end; end = ends.pop())
      try {
        await end();
      } catch (cause) {
        failures.push(cause);
      }
    return failures;
  };
  const close = async (): Promise<void> => {
    const failures = await endAll();
    if (failures.length > 0) throw new AggregateError(failures, 'not everything could be ended');
  };
  try {
    return { ...(await begin((end) => void ends.push(end))), close };
  } catch (cause) {
    const failures = await endAll();
    if (failures.length === 0) throw cause;
    throw new AggregateError([cause, ...failures], 'it did not start, and not everything could be ended', { cause });
  }
}
