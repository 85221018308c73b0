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
  /** Default: 2.35:1. */
  ratio?: string | number;
}

const maxTextLength = 6000;
const night = /\b(?:nights?|midnight|dark|darkness|moon|nocturnal|noir)\b/i;
const dawn = /\b(?:dawn|sunrise|daybreak|morning|new beginning)\b/i;
const day = /\b(?:summer|sunny|daylight|noon|midday|heat|days?)\b/i;

/** Draw the wide concept image of a film: its place and hour, with one or two small figures. */
export function drawConcept({ title, logline, synopsis, ratio = '2.35:1' }: ConceptPictureInput): SvgPicture {
  const texts = [title, logline ?? '', synopsis ?? ''].map((text) => text.slice(0, maxTextLength));
  const words = texts.join('\n');
  const size = pictureSize(ratio);
  const place = `FILM ${numericHash(words).toString(36)}`;
  const isPair = /\b(?:two|couple|brothers|sisters|lovers|friends|duo|partners|together)\b/i.test(words);
  // Show the people of the logline: a girl and her robot, not two arbitrary figures.
  const about = (logline ?? synopsis ?? '').slice(0, 400);
  const heroes = countUnnamedFigures(about);
  const { roles, people } = rolesOf({
    ...{ speakers: [], cast: [], action: about, seed: place },
    count: isPair ? 2 : Math.min(2, Math.max(1, heroes)),
  });
  const shot: Shot = {
    // The place is unique per film, so two films in the same place differ.
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

/**
 * Return the place of a film. The title takes precedence over the logline, and the logline over the
 * synopsis.
 */
function placeIn(texts: readonly string[]): Pick<Shot, 'outside' | 'scenery'> {
  for (const text of texts) {
    const own = outsidePlace(text);
    if (own) return { outside: own.set, scenery: own };
    const kind = kindIn(outsideWords, text);
    // From outside, a ship is shown as a whole at sea.
    const outside = kind === 'deck' ? 'sea' : kind;
    if (outside !== null) return { outside, scenery: { name: outside, things: [] } };
  }
  return { outside: 'skyline', scenery: { name: 'skyline', things: [] } };
}
