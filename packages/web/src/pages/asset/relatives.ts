/** The pictures that one was made from and that were made from it, as lists within lists. @module */
import type { Provenance } from '@assay/sdk/types';

type Graph = Provenance['graph'];

export interface Relative {
  readonly id: string;
  readonly title: string | null;
  /** What it is to the one above it; null at the top. */
  readonly relation: Graph['edges'][number]['relation'];
  readonly children: readonly Relative[];
}

/**
 * From those that were made of nothing here down to the last. A picture of several parents stands below each of them; one that
 * stands above itself is left out there, so that a graph which goes in circles ends.
 */
export function relativesOf({ nodes, edges }: Graph): readonly Relative[] {
  const titles = new Map(nodes.map(({ asset_id: id, title }) => [id, title]));
  const below = (id: string, relation: Relative['relation'], above: ReadonlySet<string>): Relative => {
    const path = new Set([...above, id]);
    const children = edges.filter((edge) => edge.parent_asset_id === id && !path.has(edge.child_asset_id));
    return {
      id,
      title: titles.get(id) ?? null,
      relation,
      children: children.map((edge) => below(edge.child_asset_id, edge.relation, path)),
    };
  };
  const withParent = new Set(edges.map(({ child_asset_id: id }) => id));
  const tops = nodes.filter(({ asset_id: id }) => !withParent.has(id));
  return (tops.length > 0 ? tops : nodes.slice(0, 1)).map(({ asset_id: id }) => below(id, null, new Set()));
}
