import { searchedText } from '#screenplay/find.ts';
import { mentionsOf, type NameMention } from '#screenplay/mentions.ts';
import type { Character } from '#shared/contract/characters.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { PlacedScene } from './figures.ts';

/** A mention with its surrounding text and scene. */
export interface PlacedMention {
  mention: NameMention;
  /** Shortened text before and after it. */
  before: string;
  after: string;
  scene: PlacedScene | undefined;
}

/** Return a key that identifies a mention. */
export const mentionKey = ({ elementId, start }: NameMention) => `${elementId} ${start}`;

/** Length of the text shown on either side of the name. */
const aroundIt = 48;

/** Return the mentions in action and dialogue of a renamed character, with text and scene. */
export function mentionsInScript(
  elements: readonly Element[],
  { from, to, characters }: { from: string; to: string; characters: readonly Character[] },
  sceneAt: (elementIndex: number) => PlacedScene | undefined,
): PlacedMention[] {
  const others = characters.flatMap(({ name }) => (name === from ? [] : name));
  const mentions = mentionsOf(elements, from, to, others);
  const places = new Map(elements.map(({ id }, index) => [id, index]));
  return mentions.flatMap((mention) => {
    const index = places.get(mention.elementId) ?? -1;
    const element = elements[index];
    if (!element) return [];
    const text = searchedText(element);
    const before = text.slice(0, mention.start);
    const after = text.slice(mention.end);
    return [
      {
        mention,
        before: before.length > aroundIt ? `…${before.slice(-aroundIt).replace(/^\S*\s/, '')}` : before,
        after: after.length > aroundIt ? `${after.slice(0, aroundIt).replace(/\s\S*$/, '')}…` : after,
        scene: sceneAt(index),
      },
    ];
  });
}
