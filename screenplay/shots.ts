import { type JointCues, peopleOfCue } from './cast.ts';
import { type SpokenElement, speakerKey, speakersOf } from './cue.ts';
import { isActionType, isDialogueType } from './elementTypes/predicates.ts';
import { plainText } from './emphasis.ts';

/* Shots of a scene, derived from its script like a first assistant director's breakdown. */

/** How much of a subject a shot shows. */
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
  /** Index of the first element of the shot. */
  at: number;
  size: ShotSize;
  /** Whether the script names the shot: "CLOSE ON THE LOG". */
  isNamed: boolean;
  /** Line of action without emphasis marks; "" for a shot of dialogue only. */
  text: string;
  /** Speakers in order of appearance. */
  speakers: string[];
}

/** Fields of an element that determine shots. */
export type ShotElement = SpokenElement & { originalType?: string | null | undefined };

/**
 * Return the shots of one scene in order: shots named by the script, one per paragraph of action,
 * and one per run of dialogue between them. Unnamed shots start wide and are close-ups if the words
 * describe something small.
 */
export function shotsOf(elements: readonly ShotElement[], joint: JointCues = new Map()): SceneShot[] {
  const shots: SceneShot[] = [];
  const speakers = speakersOf(elements);
  let dialogueShot: SceneShot | null = null;
  const addShot = (shot: SceneShot) => {
    shots.push(shot);
    return shot;
  };
  for (const [at, { elementType, content, originalType }] of elements.entries()) {
    const text = plainText(content).replace(/\s+/g, ' ').trim();
    if (isActionType(elementType) && text !== '') {
      const namedSize = originalType === 'Shot' ? (namedSizeIn(text) ?? 'medium') : namedSizeIn(text);
      addShot({
        at,
        size: namedSize ?? sizeOf(text, shots.length),
        isNamed: namedSize !== null,
        text,
        speakers: [],
      });
      dialogueShot = null;
    }
    const speaker = speakers[at];
    if (!isDialogueType(elementType) || speaker == null) continue;
    const last = shots.at(-1);
    // Dialogue after a shot named by the script belongs to that shot.
    dialogueShot ??= last?.isNamed
      ? last
      : addShot({ at, size: 'close', isNamed: false, text: '', speakers: [] });
    const key = speakerKey(speaker);
    for (const name of joint.has(key) ? peopleOfCue(key, joint) : [speaker])
      if (!dialogueShot.speakers.some((other) => speakerKey(other) === speakerKey(name)))
        dialogueShot.speakers.push(name);
    if (!dialogueShot.isNamed) dialogueShot.size = dialogueShotSize(dialogueShot.speakers.length);
  }
  return shots;
}

function dialogueShotSize(speakers: number): ShotSize {
  if (speakers <= 1) return 'medium';
  return speakers === 2 ? 'two-shot' : 'group';
}

const namedShots: readonly [ShotSize, RegExp][] = [
  ['insert', /^INSERT\b/],
  ['pov', /^(?:[\p{Lu}\d .'’-]+['’]S? )?P\.?O\.?V\.?(?![\p{L}\d])/u],
  ['close', /^(?:EXTREME )?CLOSE(?:R|[- ]?UP| ON| SHOT)?\b|^E?CU\b|^TIGHT ON\b/],
  ['moving', /^(?:TRACKING|DOLLY|CRANE|STEADICAM|PAN(?:NING)?|FOLLOW(?:ING)?)\b/],
  ['two-shot', /^(?:TWO[- ]?SHOT|2[- ]?SHOT|OVER(?: THE)? SHOULDER|OTS)\b/],
  ['full', /^FULL SHOT\b/],
  ['wide', /^(?:(?:EXTREME(?:LY)? )?(?:WIDE|LONG)(?:R| SHOT| ON| ANGLE)?|ESTABLISHING|AERIAL|MASTER)\b/],
  ['medium', /^(?:MEDIUM|MED\.?|MCU|REVERSE|ANGLE|NEW ANGLE|ANOTHER ANGLE|BACK TO)\b(?! [\p{Ll}])/u],
];

/** Return the shot named at the start of a line, in capitals; null if there is none. */
function namedSizeIn(text: string): ShotSize | null {
  return namedShots.find(([, pattern]) => pattern.test(text))?.[0] ?? null;
}

const closeUpWords =
  /\b(?:eyes?|lips|fingers?|fingertips?|fist|thumb|tears?|a tear|knuckles|pupil|ring|watch|photo(?:graph)?|letter|note|envelope|screen|display|dial|gauge|headline|trigger|key|button|blade|bullet|page|signature|clock)\b/i;
const wideShotWords =
  /\b(?:crowd|skyline|landscape|horizon|street|city|harbou?r|everyone|army|convoy|valley|coast|sea)\b/i;

/**
 * Derive the shot size from the words of an action line. `before` is the number of earlier shots.
 */
function sizeOf(text: string, before: number): ShotSize {
  if (before === 0 || wideShotWords.test(text)) return 'wide';
  return closeUpWords.test(text) && text.length < 140 ? 'close' : 'medium';
}
