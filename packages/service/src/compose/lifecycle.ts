/** What a process has open, and the order in which it is closed. @module */

export interface Lifecycle<Name extends string> {
  /**
   * Notes what was opened under its name, and gives it back.
   * @throws {RangeError} when the name is taken: everything has its own place in the order
   */
  own<Resource>(name: Name, resource: Resource, close: (resource: Resource) => Promise<void> | void): Resource;
  /**
   * Closes whatever is open, one after the other, in the stated order. A failure keeps nothing else open.
   * @throws the first failure, when all is closed
   */
  closeAll(): Promise<void>;
}

/**
 * @param closingOrder what is named first is closed first; what was not opened is passed over
 * @param told after each resource that is closed
 */
export function createLifecycle<Name extends string>(
  closingOrder: readonly Name[],
  told: (name: Name) => void = () => {},
): Lifecycle<Name> {
  const open = new Map<Name, () => Promise<void> | void>();
  return {
    own(name, resource, close) {
      if (open.has(name)) throw new RangeError(`${name} is open already`);
      open.set(name, () => close(resource));
      return resource;
    },
    async closeAll() {
      const failures: unknown[] = [];
      for (const name of closingOrder) {
        const close = open.get(name);
        if (!close) continue;
        open.delete(name);
        try {
          await close();
        } catch (cause) {
          failures.push(cause);
        }
        told(name);
      }
      if (failures.length > 0) throw failures[0];
    },
  };
}
