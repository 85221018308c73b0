import type { ElementType } from '../element.ts';
import { plainText } from '../emphasis.ts';
import { parseHeading } from '../heading.ts';
import { type PlayableElement, playlistOf } from './playlist.ts';

/** What is read of a script, beside its dialogue and its sound effects. */
export interface ReadParts {
  headings: boolean;
  action: boolean;
}

/** One thing that is heard at a table read: a speech, a sound effect, or what the narrator reads. */
export interface ReadItem {
  /** Of the element in the list. */
  index: number;
  part: 'dialogue' | 'effect' | 'narration';
}

/** What a table read has, in order. The narrator goes before the sound effect of the same element. */
export function tableReadOf(
  elements: readonly PlayableElement[],
  { headings, action }: ReadParts,
): ReadItem[] {
  const played = new Set(playlistOf(elements));
  return elements.flatMap(({ elementType }, index): ReadItem[] => {
    const isNarrated = (elementType === 'scene_heading' && headings) || (elementType === 'action' && action);
    const narration: ReadItem[] = isNarrated ? [{ index, part: 'narration' }] : [];
    if (!played.has(index)) return narration;
    return [...narration, { index, part: elementType === 'dialogue' ? 'dialogue' : 'effect' }];
  });
}

const intros: Record<string, string> = { 'INT.': 'Interior', 'EXT.': 'Exterior', 'EST.': 'Establishing' };

/** What the narrator says for a heading or an action: a heading as a reader says it, "Interior. car deck. night". */
export function narrationOf({ elementType, content }: { elementType: ElementType; content: string }): string {
  const text = plainText(content).replace(/\s+/g, ' ').trim();
  if (elementType !== 'scene_heading') return text;
  const { intro, location, timeOfDay } = parseHeading(text);
  const said = intro === '' ? '' : (intros[intro] ?? 'Interior and exterior');
  // In capitals some voices spell.
  return [said, location.toLowerCase(), timeOfDay.toLowerCase()].filter(Boolean).join('. ');
}
