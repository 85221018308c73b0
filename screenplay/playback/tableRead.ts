import type { ScriptElement } from '../element.ts';
import { isDialogueType, isHeadingType } from '../elementTypes/predicates.ts';
import { elementTypeTable } from '../elementTypes/table.ts';
import { plainText } from '../emphasis.ts';
import { parseHeading } from '../heading.ts';
import { foreignSettingOf } from '../language/foreignHeading.ts';
import { type PlayableElement, playlistOf } from './playlist.ts';

/** Elements that the narrator reads. Dialogue and sound effects are always played. */
export interface ReadParts {
  headings: boolean;
  action: boolean;
}

/** Item of a table read: a speech, a sound effect, or narration. */
export interface ReadItem {
  /** Index of the element. */
  index: number;
  part: 'dialogue' | 'effect' | 'narration';
}

/**
 * Return the items of a table read in order. The narration precedes the sound effect of an element.
 */
export function tableReadOf(elements: readonly PlayableElement[], parts: ReadParts): ReadItem[] {
  const playable = new Set(playlistOf(elements));
  return elements.flatMap(({ elementType }, index): ReadItem[] => {
    const { narratedBy } = elementTypeTable[elementType];
    const isNarrated = narratedBy !== null && parts[narratedBy];
    const narration: ReadItem[] = isNarrated ? [{ index, part: 'narration' }] : [];
    if (!playable.has(index)) return narration;
    return [...narration, { index, part: isDialogueType(elementType) ? 'dialogue' : 'effect' }];
  });
}

const intros: Record<string, string> = { 'INT.': 'Interior', 'EXT.': 'Exterior', 'EST.': 'Establishing' };

/**
 * Return the narrator's text for a heading or action; a heading reads like "Interior. car deck.
 * night".
 */
export function narrationOf({
  elementType,
  content,
}: Pick<ScriptElement, 'elementType' | 'content'>): string {
  const text = plainText(content).replace(/\s+/g, ' ').trim();
  if (!isHeadingType(elementType)) return text;
  const { intro, location, timeOfDay } = parseHeading(text);
  const spokenIntro = intro === '' ? '' : (intros[intro] ?? otherIntro(intro));
  // Some voices spell out words in capitals.
  return [spokenIntro, location.toLowerCase(), timeOfDay.toLowerCase()].filter(Boolean).join('. ');
}

function otherIntro(intro: string): string {
  if (foreignSettingOf(intro) === null) return 'Interior and exterior';
  return intro.toLowerCase().replace(/\.$/, '');
}
