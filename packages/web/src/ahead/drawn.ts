/** When what stands in the document now has been drawn; at once where nobody looks at it, since nothing is drawn there. */
export const drawn = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.hidden) return resolve();
    // Called before a frame is drawn; a task of its own comes after it.
    requestAnimationFrame(() => setTimeout(resolve));
    document.addEventListener('visibilitychange', () => resolve(), { once: true });
  });
