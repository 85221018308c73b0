import { lightingOf } from '../light.ts';
import { isDark, project, type Stage } from '../stage.ts';
import { part } from '../svg.ts';
import { type Prop, penAt } from './pen.ts';
import { propNamed } from './things.ts';

/** Height of the eye above the ground in metres. */
const eyeMetres = 1.6;

/** Return the pixels per metre at a distance. */
export function pixelsPerMetre(stage: Stage, depth: number): number {
  const eye = stage.shot.setting === 'ext' ? 0.9 : 1;
  return ((stage.height / 2 / depth) * eye) / eyeMetres;
}

/** Draw the props of the place and those named in the action, from far to near. */
export function drawPlacedProps(stage: Stage): string {
  const { shot } = stage;
  const isInside = shot.setting !== 'ext';
  const defaultDepth = isInside ? 2.1 : 3;
  const own = shot.scenery.things.map(([name, x, depth = defaultDepth]) => ({
    thing: propNamed(name),
    x,
    depth,
  }));
  const takenPositions = own.map(({ x }) => x);
  const free = [0.8, -0.8, -0.34, 0.36, 0.02].filter((x) =>
    takenPositions.every((other) => Math.abs(other - x) > 0.2),
  );
  const named = shot.things.flatMap((name, at) => {
    const x = free[at % Math.max(1, free.length)];
    if (own.some(({ thing }) => thing.name === name) || x === undefined) return [];
    const thing = propNamed(name);
    // Large props are far enough away to be visible as a whole.
    const depth = Math.max(
      defaultDepth,
      (thing.width * pixelsPerMetre(stage, 1)) / (stage.width * 0.42),
      (thing.height * pixelsPerMetre(stage, 1)) / (stage.height * 0.62),
    );
    return isInside && depth > 4 ? [] : [{ thing, x, depth: isInside ? Math.min(depth, 2.15) : depth }];
  });
  return part(
    'things',
    [...own, ...named]
      .sort((a, b) => b.depth - a.depth)
      .map(({ thing, x, depth }) => drawProp(stage, thing, x, depth))
      .join(''),
  );
}

/**
 * Draw a prop on the ground, on a table or on the wall. `x` is -1 to 1 across the frame at any
 * distance.
 */
function drawProp(stage: Stage, thing: Prop, x: number, depth: number): string {
  const metre = pixelsPerMetre(stage, depth);
  const floor = stage.shot.setting === 'ext' ? -0.9 : -1;
  const [, foot] = project(stage, 0, floor, depth);
  const px = stage.width * (0.5 + x * 0.44);
  const tone = lightingOf(stage);
  const draw = (what: Prop, at: { x: number; y: number }, size = metre) =>
    what.draw(penAt({ ...at, metre: size, facing: x > 0 ? -1 : 1 }, stage.colours, isDark(stage), tone));
  if (thing.where === 'wall')
    return part('thing', draw(thing, { x: px, y: foot - 1.75 * metre }), { 'data-thing': thing.name });
  if (thing.where === 'floor')
    return part('thing', draw(thing, { x: px, y: foot }), { 'data-thing': thing.name });
  // Small props are drawn larger than life so that they are recognisable.
  const top = draw(thing, { x: px, y: foot - 0.76 * metre }, metre * 1.5);
  return (
    draw(propNamed('table'), { x: px, y: foot }, metre * 0.9) +
    part('thing', top, { 'data-thing': thing.name })
  );
}
