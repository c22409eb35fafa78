/** One invented landscape rendered twice: other noise, another place of the camera, a later sun, trees that are gone. */
import { shadeGround } from '@assay/core/scene/ground';
import { drawLandscape, type Landscape, type Vector } from '@assay/core/scene/landscape';
import { develop } from '@assay/core/scene/sensor';
import { drawSolid, placeSolids } from '@assay/core/scene/solids';
import { buildTerrain } from '@assay/core/scene/terrain';
import { drawTree, plantTrees } from '@assay/core/scene/trees';
import { openView, seeTerrain, type View } from '@assay/core/scene/view';
import { rgbPicture, type RgbPicture } from '../../../retrieval/rgbPicture.ts';
import type { Random } from '../../random.ts';
import { between } from '../pixels.ts';
import type { Pair } from './exposures.ts';

interface Shot {
  readonly land: Landscape;
  /** Where the camera stands and looks: km up, rows of tilt, focal length as a factor. */
  readonly camera: (view: View) => View;
  /** Share of the trees that still stand. */
  readonly trees: number;
  readonly grain: number;
}

function shoot({ land, camera, trees, grain }: Shot, width: number, height: number): RgbPicture {
  const terrain = buildTerrain(land);
  const solids = placeSolids(land, terrain);
  const planted = plantTrees(land, terrain);
  const view = camera(openView(land, terrain, width, height));
  seeTerrain(view, terrain);
  shadeGround(land, terrain, view);
  for (const tree of planted) if (Math.abs(tree.seed % 1000) < 1000 * trees) drawTree(land, terrain, view, tree);
  for (const solid of solids) drawSolid(land, view, solid);
  return rgbPicture(width, height, Uint8Array.from(develop(view, grain)));
}

/** The sun a little further round. */
function turned([x, y, z]: Vector, angle: number): Vector {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return [cos * x + sin * z, y, cos * z - sin * x];
}

export async function sceneTwice(seed: number, random: Random): Promise<Pair> {
  const land = drawLandscape(seed);
  const [width, height] = [480 + 8 * random.below(30), 320 + 8 * random.below(20)];
  const moves = random.uniform() < 0.75;
  const rise = moves ? between(random, -0.006, 0.006) : 0;
  const [tilt, zoom] = moves ? [between(random, -8, 8), between(random, 0.98, 1.03)] : [0, 1];
  const sun = random.uniform() < 0.5 ? turned(land.sun, between(random, -0.12, 0.12)) : land.sun;
  return {
    reference: shoot({ land, camera: (view) => view, trees: 1, grain: random.below(1 << 30) }, width, height),
    query: shoot(
      {
        land: { ...land, sun },
        camera: (view) => ({
          ...view,
          eye: view.eye + rise,
          horizon: view.horizon + tilt,
          focal: view.focal * zoom,
        }),
        trees: random.uniform() < 0.5 ? between(random, 0.9, 0.99) : 1,
        grain: random.below(1 << 30),
      },
      width,
      height,
    ),
  };
}
