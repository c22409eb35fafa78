/** Counts the turns of this thread's loop, one every millisecond at most. */
export function createTicker(): { stop(): { readonly turns: number } } {
  let turns = 0;
  const timer = setInterval(() => turns++, 1);
  return {
    stop() {
      clearInterval(timer);
      return { turns };
    },
  };
}
