/** Files dropped anywhere on the page, or pasted into it. @module */
import { useEffect, useState } from 'react';

/**
 * Calls `onFiles` with what was dropped (possibly nothing, when a web page's picture comes without its file) or pasted
 * (only if there are files; pasted text is left alone).
 * @returns whether something is being dragged over the page
 */
export function usePageFiles(onFiles: (files: readonly File[]) => void): boolean {
  const [dragging, setDragging] = useState(false);
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!mayCarryPicture(event)) return;
      event.preventDefault(); // or the browser would leave the page and open the file
      setDragging(true);
    };
    const leave = (event: DragEvent) => {
      // Leaving for another element of the page names that element; leaving the window names none.
      if (event.relatedTarget === null) setDragging(false);
    };
    const drop = (event: DragEvent) => {
      if (!mayCarryPicture(event)) return;
      event.preventDefault();
      setDragging(false);
      onFiles([...(event.dataTransfer?.files ?? [])]);
    };
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length > 0) onFiles(files);
    };
    document.addEventListener('dragover', over);
    document.addEventListener('dragleave', leave);
    document.addEventListener('drop', drop);
    document.addEventListener('paste', paste);
    return () => {
      document.removeEventListener('dragover', over);
      document.removeEventListener('dragleave', leave);
      document.removeEventListener('drop', drop);
      document.removeEventListener('paste', paste);
    };
  }, [onFiles]);
  return dragging;
}

/** Files, or a link, as which a picture of another page comes. Text that is moved about is nobody's picture. */
function mayCarryPicture({ dataTransfer }: DragEvent): boolean {
  const types = dataTransfer?.types ?? [];
  return types.includes('Files') || types.includes('text/uri-list');
}
