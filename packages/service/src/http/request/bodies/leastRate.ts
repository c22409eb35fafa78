/** Ends bodies that come too slowly: each holds a connection and memory that others could use. @module */
import type { Socket } from 'node:net';
import { AppError } from '@assay/core/errors';

export interface RateWatch {
  /** Rejects at the end of the first interval in which too little came. */
  readonly tooSlow: Promise<never>;
  stop(): void;
}

/** @param stallMs over which the rate is taken */
export function watchRate(
  socket: Pick<Socket, 'bytesRead'>,
  { bytesPerSMin, stallMs }: { readonly bytesPerSMin: number; readonly stallMs: number },
): RateWatch {
  let timer: NodeJS.Timeout | undefined;
  let before = socket.bytesRead;
  const tooSlow = new Promise<never>((_, reject) => {
    timer = setInterval(() => {
      const came = socket.bytesRead - before;
      before = socket.bytesRead;
      if (came >= (bytesPerSMin * stallMs) / 1000) return;
      clearInterval(timer);
      reject(new AppError('BAD_REQUEST', `The body comes at less than ${bytesPerSMin} bytes a second.`));
    }, stallMs);
  });
  // Whoever reads the body waits for it; a rejection after that concerns nobody.
  tooSlow.catch(() => {});
  return { tooSlow, stop: () => clearInterval(timer) };
}
