import { searchedText } from '#screenplay/find.ts';
import { mentionsOf, type NameMention } from '#screenplay/mentions.ts';
import type { Character } from '#shared/contract/characters.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { PlacedScene } from './figures.ts';

/** A mention with what a reader needs to judge it. */
export interface PlacedMention {
  mention: NameMention;
  /** Shortened text before and after it. */
  before: string;
  after: string;
  scene: PlacedScene | undefined;
}

/** Return a key that identifies a place of the script. */
export const mentionKey = ({ elementId, start }: NameMention) => `${elementId} ${start}`;

/** Characters on either side of the name. */
const aroundIt = 48;

/** Where action and dialogue name somebody who takes another name, each with its line and scene. */
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
