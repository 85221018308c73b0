import { type JointCues, peopleOfCue } from './cast.ts';
import { type SpokenElement, speakerKey, speakersOf } from './cue.ts';
import { plainText } from './emphasis.ts';

/* The shots of a scene, read from its script as a first assistant would break it down. */

/** How much of somebody or something a shot shows. */
export type ShotSize =
  | 'wide'
  | 'full'
  | 'medium'
  | 'two-shot'
  | 'group'
  | 'close'
  | 'insert'
  | 'pov'
  | 'moving';

export const shotSizes: Readonly<Record<ShotSize, string>> = {
  wide: 'Wide',
  full: 'Full',
  medium: 'Medium',
  'two-shot': 'Two shot',
  group: 'Group',
  close: 'Close',
  insert: 'Insert',
  pov: 'POV',
  moving: 'Moving',
};

export interface SceneShot {
  /** The element with which it begins, as an index into the elements that were given. */
  at: number;
  size: ShotSize;
  /** Whether the script names it: "CLOSE ON THE LOG". */
  isNamed: boolean;
  /** What is seen: the line of action, without marks of emphasis; "" where people only speak. */
  text: string;
  /** Who speaks in it, in order of appearance. */
  speakers: string[];
}

/** What shots need to know of an element. */
export type ShotElement = SpokenElement & { originalType?: string | null | undefined };

/**
 * The elements of one scene → its shots in order: those that the script names, a paragraph of action each, and between
 * them one for each stretch of dialogue. What nobody has named begins wide and comes closer where the words are of
 * something small.
 */
export function shotsOf(elements: readonly ShotElement[], joint: JointCues = new Map()): SceneShot[] {
  const shots: SceneShot[] = [];
  const speakers = speakersOf(elements);
  let talk: SceneShot | null = null;
  const begin = (shot: SceneShot) => {
    shots.push(shot);
    return shot;
  };
  for (const [at, { elementType, content, originalType }] of elements.entries()) {
    const text = plainText(content).replace(/\s+/g, ' ').trim();
    if (elementType === 'action' && text !== '') {
      const named = originalType === 'Shot' ? (sizeNamed(text) ?? 'medium') : sizeNamed(text);
      begin({ at, size: named ?? sizeOf(text, shots.length), isNamed: named !== null, text, speakers: [] });
      talk = null;
    }
    const speaker = speakers[at];
    if (elementType !== 'dialogue' || speaker == null) continue;
    const last = shots.at(-1);
    // Under a shot that the script names, people speak in that shot.
    talk ??= last?.isNamed ? last : begin({ at, size: 'close', isNamed: false, text: '', speakers: [] });
    const key = speakerKey(speaker);
    for (const name of joint.has(key) ? peopleOfCue(key, joint) : [speaker])
      if (!talk.speakers.some((other) => speakerKey(other) === speakerKey(name))) talk.speakers.push(name);
    if (!talk.isNamed) talk.size = sizeOfTalk(talk.speakers.length);
  }
  return shots;
}

function sizeOfTalk(speakers: number): ShotSize {
  if (speakers <= 1) return 'medium';
  return speakers === 2 ? 'two-shot' : 'group';
}

const names: readonly [ShotSize, RegExp][] = [
  ['insert', /^INSERT\b/],
  ['pov', /^(?:[\p{Lu}\d .'’-]+['’]S? )?P\.?O\.?V\.?(?![\p{L}\d])/u],
  ['close', /^(?:EXTREME )?CLOSE(?:R|[- ]?UP| ON| SHOT)?\b|^E?CU\b|^TIGHT ON\b/],
  ['moving', /^(?:TRACKING|DOLLY|CRANE|STEADICAM|PAN(?:NING)?|FOLLOW(?:ING)?)\b/],
  ['two-shot', /^(?:TWO[- ]?SHOT|2[- ]?SHOT|OVER(?: THE)? SHOULDER|OTS)\b/],
  ['full', /^FULL SHOT\b/],
  ['wide', /^(?:(?:EXTREME(?:LY)? )?(?:WIDE|LONG)(?:R| SHOT| ON| ANGLE)?|ESTABLISHING|AERIAL|MASTER)\b/],
  ['medium', /^(?:MEDIUM|MED\.?|MCU|REVERSE|ANGLE|NEW ANGLE|ANOTHER ANGLE|BACK TO)\b(?! [\p{Ll}])/u],
];

/** The shot that a line begins with, in capitals as scripts name them; null: it names none. */
function sizeNamed(text: string): ShotSize | null {
  return names.find(([, pattern]) => pattern.test(text))?.[0] ?? null;
}

const small =
  /\b(?:eyes?|lips|fingers?|fingertips?|fist|thumb|tears?|a tear|knuckles|pupil|ring|watch|photo(?:graph)?|letter|note|envelope|screen|display|dial|gauge|headline|trigger|key|button|blade|bullet|page|signature|clock)\b/i;
const large =
  /\b(?:crowd|skyline|landscape|horizon|street|city|harbou?r|everyone|army|convoy|valley|coast|sea)\b/i;

/** By the words of a line of action. `before`: how many shots the scene has had. */
function sizeOf(text: string, before: number): ShotSize {
  if (before === 0 || large.test(text)) return 'wide';
  return small.test(text) && text.length < 140 ? 'close' : 'medium';
}
