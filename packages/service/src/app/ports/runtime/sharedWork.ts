/** Work that several may ask for at the same time. @module */

export interface SharedWork {
  /**
   * Who asks while the work of that name is under way gets its result. So many different ones are done at a time; the rest waits
   * in the order in which it was asked for.
   */
  once<T>(name: string, work: () => Promise<T>): Promise<T>;
}
