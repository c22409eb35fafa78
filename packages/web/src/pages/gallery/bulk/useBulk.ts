/** A deed on several pictures as the gallery shows it: not begun, under way, over. @module */
import type { Asset } from '@assay/sdk/types';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Deed } from './deeds.ts';
import { type Outcome, runEach } from './runEach.ts';

export type BulkState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly current: Asset; readonly index: number; readonly total: number }
  | { readonly kind: 'over'; readonly outcome: Outcome<Asset> };

const IDLE: BulkState = { kind: 'idle' };

export interface Bulk {
  readonly state: BulkState;
  readonly run: (assets: readonly Asset[], deed: Deed) => void;
  readonly stop: () => void;
  readonly close: () => void;
}

/** @param onDone told of those that need no further try */
export function useBulk(onDone: (assets: readonly Asset[]) => void): Bulk {
  const queries = useQueryClient();
  const [state, setState] = useState<BulkState>(IDLE);
  const running = useRef<AbortController | null>(null);
  // Whoever leaves the page no longer sees what happens, so nothing more does.
  useEffect(() => () => running.current?.abort(), []);

  const run = async (assets: readonly Asset[], deed: Deed) => {
    const abort = new AbortController();
    running.current = abort;
    const outcome = await runEach(assets, deed, abort.signal, (index) =>
      setState({ kind: 'running', current: assets[index]!, index, total: assets.length }),
    );
    running.current = null;
    onDone(outcome.done);
    setState({ kind: 'over', outcome });
    await queries.invalidateQueries({ queryKey: ['assets'] });
  };
  return {
    state,
    run: (assets, deed) => {
      if (running.current === null && assets.length > 0) void run(assets, deed);
    },
    stop: () => running.current?.abort(),
    close: () => setState(IDLE),
  };
}
