// A process of the bench: takes photos from run.ts one after the other and sends rows back.
import { judgePhoto, type PhotoTask } from './judgePhoto.ts';
import type { Row } from './rows.ts';

export type WorkerMessage =
  | { readonly kind: 'row'; readonly row: Row }
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly photo: string; readonly error: string };

function send(message: WorkerMessage): void {
  process.send?.(message);
}

process.on('message', async (task: PhotoTask) => {
  try {
    for await (const row of judgePhoto(task)) send({ kind: 'row', row });
    send({ kind: 'done' });
  } catch (error) {
    send({ kind: 'failed', photo: task.photo, error: error instanceof Error ? (error.stack ?? '') : String(error) });
  }
});
