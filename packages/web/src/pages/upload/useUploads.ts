/** Uploads of one visit of the page: chosen, looked up, sent, cancelled, sent again. @module */
import type { UploadOptions } from '@assay/sdk/client';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { connection } from '../../api/api.ts';
import { apiClient } from '../../api/client.ts';
import { failureBeforeSending } from '../../shared/failure.ts';
import { duplicateOf } from './duplicateOf.ts';
import { type UploadClient, UploadQueue } from './uploadQueue.ts';
import { isSendable, isUnderWay, reduceUploads, type Upload } from './uploads.ts';

export interface Uploads {
  readonly uploads: readonly Upload[];
  readonly choose: (files: readonly File[]) => void;
  /** Sends these with these options, as many at a time as is sensible. */
  readonly send: (uploads: readonly Upload[], options: UploadOptions, recipients: readonly string[]) => void;
  readonly cancel: (id: number) => void;
  readonly remove: (id: number) => void;
}

const CLIENT: UploadClient = {
  upload: (file, options) => apiClient.upload(file, options),
  makeCopy: (assetId, recipient, signal) =>
    connection.json({
      method: 'POST',
      path: `/v1/assets/${assetId}/copies`,
      json: { recipient },
      creates: true,
      signal,
    }),
};

/** @param bytesMax the largest file that the service takes; null while that is not known */
export function useUploads(bytesMax: number | null): Uploads {
  const [uploads, dispatch] = useReducer(reduceUploads, []);
  const [queue] = useState(() => new UploadQueue(CLIENT, dispatch));
  const nextId = useRef(1);
  useEffect(() => () => queue.stop(), [queue]);
  useFreshGallery(uploads.filter(({ state }) => state === 'done').length);
  useLeaveWarning(uploads.some(isUnderWay));

  const choose = useCallback(
    (files: readonly File[]) => {
      const chosen = files.map((file) => {
        nextId.current += 1;
        return { id: nextId.current, file, failure: failureBeforeSending(file, bytesMax) };
      });
      dispatch({ type: 'chosen', files: chosen });
      void lookUp(
        chosen.filter(({ failure }) => !failure),
        (id, duplicateId) => dispatch({ type: 'known', id, duplicateId }),
      );
    },
    [bytesMax],
  );
  const send = useCallback(
    (wanted: readonly Upload[], options: UploadOptions, recipients: readonly string[]) =>
      queue.add(wanted.filter(isSendable).map(({ id, file }) => ({ id, file, options, recipients }))),
    [queue],
  );
  const cancel = useCallback((id: number) => queue.cancel(id), [queue]);
  const remove = useCallback((id: number) => dispatch({ type: 'removed', id }), []);
  return { uploads, choose, send, cancel, remove };
}

/** One after the other: hashing takes memory of the size of the file. */
async function lookUp(
  files: readonly { readonly id: number; readonly file: File }[],
  found: (id: number, duplicateId: string) => void,
): Promise<void> {
  for (const { id, file } of files) {
    const duplicateId = await duplicateOf(file);
    if (duplicateId !== null) found(id, duplicateId);
  }
}

/** What the gallery kept is old with each picture that is registered. */
function useFreshGallery(registered: number): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (registered > 0) void queries.invalidateQueries({ queryKey: ['assets'] });
  }, [queries, registered]);
}

/** Whoever closes the window ends the uploads in it, and is asked first. */
function useLeaveWarning(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isNeeded]);
}
