import { numericHash } from '#screenplay/dice.ts';
import { describePicture } from './describe.ts';
import { countUnnamedFigures, rolesOf } from './people/roles.ts';
import { outsidePlace } from './places.ts';
import { composeShot, pictureId } from './scene.ts';
import { type Shot, shotOf } from './shot.ts';
import { pictureSize } from './size.ts';
import { type SvgPicture, sheet } from './svgPicture.ts';
import { kindIn, outsideWords } from './words.ts';

export interface ConceptPictureInput {
  title: string;
  logline?: string | null | undefined;
  synopsis?: string | null | undefined;
  /** 2.35:1 where nothing else is asked for. */
  ratio?: string | number;
}

const longest = 6000;
const night = /\b(?:nights?|midnight|dark|darkness|moon|nocturnal|noir)\b/i;
const dawn = /\b(?:dawn|sunrise|daybreak|morning|new beginning)\b/i;
const day = /\b(?:summer|sunny|daylight|noon|midday|heat|days?)\b/i;

/** The wide picture of a whole film: its place and hour, one or two small people in it. */
export function drawConcept({ title, logline, synopsis, ratio = '2.35:1' }: ConceptPictureInput): SvgPicture {
  const texts = [title, logline ?? '', synopsis ?? ''].map((text) => text.slice(0, longest));
  const words = texts.join('\n');
  const size = pictureSize(ratio);
  const place = `FILM ${numericHash(words).toString(36)}`;
  const isPair = /\b(?:two|couple|brothers|sisters|lovers|friends|duo|partners|together)\b/i.test(words);
  // Whom the logline is about stands in it: a girl and her robot, not two of anybody.
  const about = (logline ?? synopsis ?? '').slice(0, 400);
  const heroes = countUnnamedFigures(about);
  const { roles, people } = rolesOf({
    ...{ speakers: [], cast: [], action: about, seed: place },
    count: isPair ? 2 : Math.min(2, Math.max(1, heroes)),
  });
  const shot: Shot = {
    // Of two films in the same place each has its own.
    ...shotOf({ heading: '', text: words, ratio }),
    setting: 'ext',
    place,
    ...placeIn(texts),
    light: night.test(words) ? 'night' : dawn.test(words) ? 'dawn' : day.test(words) ? 'day' : 'dusk',
    mood: 'lonely',
    people,
    roles,
    throng: 0,
    lens: { size: 'full', angle: 'eye level' },
  };
  const alt = describePicture(shot);
  return sheet(size, { alt, about: title, id: pictureId(shot, size) }, composeShot(shot, size), false);
}

/** The title counts before the logline, and that before the synopsis. */
function placeIn(texts: readonly string[]): Pick<Shot, 'outside' | 'scenery'> {
  for (const text of texts) {
    const own = outsidePlace(text);
    if (own) return { outside: own.set, scenery: own };
    const kind = kindIn(outsideWords, text);
    // A ship is seen whole.
    const outside = kind === 'deck' ? 'sea' : kind;
    if (outside !== null) return { outside, scenery: { name: outside, things: [] } };
  }
  return { outside: 'skyline', scenery: { name: 'skyline', things: [] } };
}
