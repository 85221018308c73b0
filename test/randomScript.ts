import type { ScriptElement } from '#screenplay/element.ts';
import { type Random, seeded } from './random.ts';
import { action, column, cue, dialogueLine, element, heading, paren, transition } from './script.ts';

const words =
  'the ferry turns north and MARA holds the rail while TOBIAS counts lamps on a far, well-lit shore -- nobody speaks yet something moves below deck'.split(
    ' ',
  );
const names = ['MARA', 'TOBIAS', 'MARA (V.O.)', 'THE CAPTAIN (O.S.)', 'OLD WOMAN'];
const places = ['INT. FERRY - NIGHT', 'EXT. DECK - DAWN', 'INT. ENGINE ROOM - CONTINUOUS', 'EXT. PIER'];

/** Return a sentence or two of `wordCount` words. */
export function randomText(random: Random, wordCount: number): string {
  let text = '';
  for (let left = wordCount; left > 0; left--) {
    text += random.pick(words);
    if (left === 1 || random.chance(0.12)) text += random.pick(['.', '.', '?', '!”', '...', '.)']);
    if (left > 1) text += random.chance(0.03) ? '  ' : random.chance(0.005) ? '\n' : ' ';
  }
  return text;
}

/**
 * Return one block of a script: a heading, action, a speech, a dual dialogue, a transition, or one
 * of the rarer kinds.
 */
export function randomBlock(random: Random): ScriptElement[] {
  const kind = random.below(100);
  if (kind < 12) return [heading(random.pick(places))];
  if (kind < 50) return [action(randomText(random, 1 + random.below(70)))];
  if (kind < 86) return randomSpeech(random);
  if (kind < 91) return [transition(random.pick(['CUT TO:', 'DISSOLVE TO:', 'FADE OUT.']))];
  if (kind < 94)
    return [...column('left', ...randomSpeech(random)), ...column('right', ...randomSpeech(random))];
  if (kind < 96) return [element('action', 'CLOSE ON THE LAMP', { originalType: 'Shot' })];
  if (kind < 97) return [element('action', 'END OF ACT', { originalType: 'End of Act' })];
  if (kind < 98)
    return [
      element('action', randomText(random, 8), {
        extras: { blanksBefore: [{ type: 'Action' }, { type: 'General' }] },
      }),
    ];
  if (kind < 99)
    return [element('action', randomText(random, 20), { extras: { layout: { startsNewPage: true } } })];
  return [dialogueLine(randomText(random, 30))];
}

function randomSpeech(random: Random): ScriptElement[] {
  const speech = [cue(random.pick(names))];
  if (random.chance(0.2)) speech.push(paren(`(${randomText(random, 1 + random.below(8))})`));
  speech.push(dialogueLine(randomText(random, 1 + random.below(50))));
  while (random.chance(0.2))
    speech.push(paren('(beat)'), dialogueLine(randomText(random, 1 + random.below(60))));
  return speech;
}

/** Return a script of at least `elementCount` elements. The same seed gives the same script. */
export function randomScript(seed: number, elementCount: number): ScriptElement[] {
  const random = seeded(seed);
  const elements: ScriptElement[] = [];
  while (elements.length < elementCount) elements.push(...randomBlock(random));
  return elements;
}
