/** Which pictures of the gallery are selected, over all of its pages. @module */
import type { Asset } from '@assay/sdk/types';
import { useState } from 'react';

export interface Selection {
  readonly assets: readonly Asset[];
  readonly has: (asset: Asset) => boolean;
  readonly select: (assets: readonly Asset[]) => void;
  readonly deselect: (assets: readonly Asset[]) => void;
  readonly set: (asset: Asset, isSelected: boolean) => void;
  readonly clear: () => void;
}

const NONE: ReadonlyMap<string, Asset> = new Map();

/** @param shown what the gallery is filtered by: other filters end a selection, of which one would not see what it holds */
export function useSelection(shown: string): Selection {
  const [{ of, byId }, setState] = useState({ of: shown, byId: NONE });
  const selected = of === shown ? byId : NONE;
  const change = (work: (copy: Map<string, Asset>) => void) =>
    setState((now) => {
      const copy = new Map(now.of === shown ? now.byId : NONE);
      work(copy);
      return { of: shown, byId: copy };
    });
  const select = (assets: readonly Asset[]) => change((copy) => assets.forEach((asset) => copy.set(asset.id, asset)));
  const deselect = (assets: readonly Asset[]) => change((copy) => assets.forEach(({ id }) => copy.delete(id)));
  return {
    assets: [...selected.values()],
    has: ({ id }) => selected.has(id),
    select,
    deselect,
    set: (asset, isSelected) => (isSelected ? select([asset]) : deselect([asset])),
    clear: () => change((copy) => copy.clear()),
  };
}
