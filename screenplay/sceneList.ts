import type { JointCues } from './cast.ts';
import type { SpokenElement } from './cue.ts';
import { isHeadingType } from './elementTypes/predicates.ts';
import { castFacts } from './facts/castFacts.ts';
import { sceneEighths } from './layout/eighths.ts';
import { pageLabelAt } from './layout/pageNumbers.ts';
import type { Pagination } from './layout/types.ts';
import { sceneHeading } from './scenes.ts';
import { stretchesOf } from './stretches.ts';
import { type Strip, stripsOf } from './strip.ts';

/** A scene in the list that a production plans with. */
export interface ListedScene {
  sceneId: number | null;
  heading: string;
  strip: Strip;
  /** Label of its first page. */
  page: string;
  /** 0 for an omitted scene. */
  eighths: number;
  /** Index of its heading. */
  first: number;
  /** Characters who speak, then those whom only action names, each in order of appearance. */
  speaking: string[];
  silent: string[];
}

/**
 * List the scenes of a script in order, without the opening. `pagination` must be of the same
 * elements.
 */
export function scenesForProduction(
  elements: readonly (SpokenElement & { sceneId?: number | null | undefined })[],
  pagination: Pagination,
  joint: JointCues = new Map(),
): ListedScene[] {
  const stretches = stretchesOf(elements);
  const parts = [...castFacts(elements, { joint }).parts.values()];
  const strips = stripsOf(stretches.map(({ from }) => sceneHeading(elements[from]?.content ?? '').heading));
  return stretches.flatMap((scene, index) => {
    const { from, sceneId } = scene;
    if (!isHeadingType(elements[from]?.elementType)) return [];
    const namesOf = (list: 'speaking' | 'silent') =>
      parts.filter((part) => part[list].includes(index)).map(({ name }) => name);
    return [
      {
        ...{ sceneId, first: from, heading: sceneHeading(elements[from]?.content ?? '').heading },
        strip: strips[index] ?? { setting: null, time: null, place: '' },
        page: pageLabelAt(pagination, from),
        eighths: sceneEighths(pagination, scene),
        ...{ speaking: namesOf('speaking'), silent: namesOf('silent') },
      },
    ];
  });
}

const times: readonly (string | null)[] = ['day', 'night', null];
const settings: readonly (string | null)[] = ['int', 'both', 'ext', null];

/**
 * Return the scenes to be shot in the order of a schedule: by location in the order of the script,
 * there interiors before exteriors and days before nights.
 */
export function inScheduleOrder(scenes: readonly ListedScene[]): ListedScene[] {
  const shot = scenes.filter(({ eighths }) => eighths > 0);
  const places = [...new Set(shot.map(({ strip }) => strip.place))];
  const rank = ({ strip: { place, setting, time } }: ListedScene) =>
    (places.indexOf(place) * settings.length + settings.indexOf(setting)) * times.length +
    times.indexOf(time);
  return shot.toSorted((a, b) => rank(a) - rank(b) || a.first - b.first);
}
