import type { Weather } from '#engines/storyboard/storyboard.ts';
import type { ReadProject } from '#screenplay/facts/project.ts';
import type { TemplateKind } from '#shared/promptTemplates.ts';
import { type Genre, type Hour, type Material, type PictureLook, pictureLook } from './look.ts';

/** Facts of a question for a prompt template. */
export interface TemplateFacts {
  kind: TemplateKind;
  project: ReadProject;
  /** The tone of the brief. "" when empty. */
  tone: string;
}

/**
 * Build a template in the look of the script: shared properties as text, scene properties as
 * variables.
 */
export function templateFor({ kind, project, tone }: TemplateFacts): string {
  const look = pictureLook(project);
  const sentences = kind === 'scene' ? sceneSentences(look) : portraitSentences(look);
  return [...sentences, toneSentence(tone), 'Film lighting, no text.'].filter(Boolean).join(' ');
}

function sceneSentences(look: PictureLook): string[] {
  return [
    `${capital(styles[look.genre].frame)} storyboard frame of ${aGenre(look.genre)}.`,
    'Scene: {{sceneHeading}}. Location: {{location}}. Time of day: {{timeOfDay}}.',
    'What happens: {{scriptContext}}. Notes: {{notes}}.',
    worldSentence(look),
    `Light: ${lightOf(look)}.`,
    materialSentence(look, 'Surfaces'),
    `Camera: ${spaceOf(look)}.`,
    look.period === null ? '' : `Clothes, cars and objects of ${look.period}.`,
  ];
}

function portraitSentences(look: PictureLook): string[] {
  const [hour] = look.hours[0] ?? ['day' as const];
  return [
    'Portrait of {{name}}, age {{age}}, {{role}} ({{characterType}}). {{description}}',
    `A face from ${aGenre(look.genre)}, ${styles[look.genre].face}.`,
    worldSentence(look),
    `Light on the face: ${faceLights[hour]}${look.weather ? `, ${weathers[look.weather].skin}` : ''}.`,
    materialSentence(look, 'Behind, out of focus'),
    look.period === null ? '' : `Clothes and hair of ${look.period}.`,
    'Visual style: {{styleControl}}.',
  ];
}

function worldSentence({ places }: PictureLook): string {
  const names = places.slice(0, 3).map(([place]) => place);
  return names.length === 0 ? '' : `The film lives in these places: ${names.join(', ')}.`;
}

/**
 * Describe the light of the most frequent hour, and of a second one with at least a quarter of the
 * scenes.
 */
function lightOf({ hours, scenes, weather }: PictureLook): string {
  const often = hours.filter(([, count], index) => index === 0 || count >= scenes / 4).slice(0, 2);
  const [first, second] = often.map(([hour]) => hour);
  const light = first ? lights[first] : 'motivated by what is in the frame';
  const other = second ? `; ${lights[second]} where it is ${second}` : '';
  return light + other + (weather ? `; ${weathers[weather].air}` : '');
}

function spaceOf({ inside, outside }: PictureLook): string {
  if (inside + outside === 0) return 'at eye level, as near as what happens asks for';
  if (inside >= outside * 2)
    return 'close to the walls, low ceilings, lamps in the frame, depth through doors';
  if (outside >= inside * 2) return 'wide, much sky, people small against what is around them';
  return 'narrow and near inside, wide and open outside, so that each feels like the end of the other';
}

function materialSentence({ materials }: PictureLook, label: string): string {
  const shown = materials.slice(0, 2).map((material) => surfaces[material]);
  return shown.length === 0 ? '' : `${label}: ${[...new Set(shown)].join(', ')}.`;
}

/** Return the writer's own words without braces and at most 300 characters long. */
function toneSentence(tone: string): string {
  const words = tone.replace(/[{}]/g, '').replace(/\s+/g, ' ').trim().slice(0, 300).toWellFormed();
  const text = words.replace(/[.\s]+$/, '');
  return text === '' ? '' : `Tone: ${text}.`;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function aGenre(genre: Genre): string {
  if (genre === 'drama' || genre === 'romance' || genre === 'comedy') return `a ${genre}`;
  return `a ${genre} film`;
}

const styles: Record<Genre, { frame: string; face: string }> = {
  horror: { frame: 'dark, underlit', face: 'wary, eyes on something out of frame' },
  crime: { frame: 'hard, high-contrast', face: 'guarded, giving nothing away' },
  'science fiction': { frame: 'cool, precise', face: 'composed, lit by instruments' },
  war: { frame: 'desaturated, hand-held', face: 'tired, dust on the skin' },
  western: { frame: 'wide, sun-bleached', face: 'weathered, narrowed eyes' },
  romance: { frame: 'soft, warm', face: 'open, on the edge of speaking' },
  comedy: { frame: 'bright, cleanly staged', face: 'alert, on the edge of a reaction' },
  drama: { frame: 'cinematic', face: 'still, with a thought behind the eyes' },
};

const lights: Record<Hour, string> = {
  dawn: 'pale, cold first light from low on one side',
  day: 'natural daylight, clear mid-tones',
  dusk: 'low amber light and long shadows',
  night: 'deep blues and blacks, broken by small warm lamps',
};

const faceLights: Record<Hour, string> = {
  dawn: 'pale and cold from one side, the shadows still blue',
  day: 'soft daylight from a window or an open sky',
  dusk: 'low and amber from behind, a rim on the hair',
  night: 'one warm lamp from the side, the rest falls into blue',
};

const weathers: Record<Weather, { air: string; skin: string }> = {
  storm: { air: 'wind and driven rain in the air', skin: 'wet hair, wind' },
  snow: { air: 'snow in the air, muffled colours', skin: 'cold cheeks, breath' },
  rain: { air: 'rain, and reflections on every flat thing', skin: 'a trace of rain' },
  fog: { air: 'fog that takes the background away', skin: 'diffused by mist' },
  clear: { air: 'clear air', skin: 'clear air' },
};

const surfaces: Record<Material, string> = {
  street: 'asphalt, shop fronts, street lamps',
  harbour: 'black water, wet stone, ropes',
  sea: 'open water to the horizon',
  deck: 'painted steel, rails, salt',
  beach: 'sand, driftwood, surf',
  forest: 'trunks, moss, light through leaves',
  field: 'tall grass, hedges, open ground',
  mountain: 'rock, scree, thin air',
  desert: 'sand, heat, bare rock',
  skyline: 'glass, concrete, a city behind',
  road: 'tarmac, headlights, roadside signs',
  house: 'brick, timber, lit windows',
  station: 'rails, tiles, departure boards',
  river: 'moving water, reeds, wet banks',
  lake: 'still water, reeds, reflections',
  underwater: 'blue light, drifting particles',
  space: 'black, hard light, metal',
  sky: 'clouds and light',
  plain: 'open ground, low buildings, sky',
  open: 'open ground and sky',
  room: 'lived-in furniture, curtains, lamps',
  bedroom: 'linen, a bedside lamp',
  kitchen: 'tiles, steam, enamel',
  bar: 'bottles, mirrors, worn wood',
  office: 'desks, paper, screens',
  corridor: 'long walls, doors, strip lights',
  car: 'dashboard glow, glass, passing lights',
  cabin: 'bulkheads, rivets, small windows',
  hold: 'bare metal, oil, work lamps',
  hall: 'high ceilings, columns, echo',
  cell: 'bare walls, a single door',
  ward: 'white tiles, steel, fluorescent light',
  bare: 'plain walls, one or two telling objects',
  interior: 'plain walls and practical lamps',
};
