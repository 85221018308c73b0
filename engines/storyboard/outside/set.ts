import { drawPlacedProps } from '../props/placed.ts';
import { glow, sky } from '../sky.ts';
import type { Stage } from '../stage.ts';
import { part, tag } from '../svg.ts';
import { fog, lightning } from '../weather.ts';
import type { Outside } from '../words.ts';
import { lake, openSky, river, space, underwater } from './elsewhere.ts';
import { forest } from './forest.ts';
import { desert, fieldScenery, plainLand } from './land.ts';
import { mountain } from './mountain.ts';
import { road } from './road.ts';
import { beach, harbour, sea, shipDeck } from './sea.ts';
import { house, skyline, station, street } from './town.ts';

const sets: Record<Outside, (stage: Stage) => string> = {
  street,
  harbour,
  sea,
  deck: shipDeck,
  beach,
  forest,
  field: fieldScenery,
  mountain,
  desert,
  skyline,
  road,
  house,
  station,
  river,
  lake,
  underwater,
  space,
  sky: openSky,
  plain: plainLand,
  open: plainLand,
};

/** Draw an outdoor place under its sky, without people. */
export function outsideSet(stage: Stage): string {
  const { shot, height, horizon, id, colours, dice } = stage;
  const lamp = tag('defs', {}, glow(`${id}lamp`, colours.lamp));
  const air =
    shot.weather === 'fog'
      ? fog(stage, horizon - height * 0.34, horizon + height * 0.24, 0.95) +
        fog(stage, height * 0.42, height * 1.06, 0.6)
      : shot.weather === 'storm' || shot.weather === 'rain' || shot.weather === 'snow'
        ? fog(stage, horizon - height * 0.14, horizon + height * 0.1, 0.5)
        : '';
  return part(
    'set',
    lamp +
      sky(stage) +
      (shot.weather === 'storm' ? lightning(stage, dice) : '') +
      sets[shot.outside](stage) +
      drawPlacedProps(stage) +
      air,
    { 'data-setting': 'ext', 'data-place': shot.scenery.name },
  );
}
