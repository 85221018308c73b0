import type { Suggestion } from '#shared/contract/assistant.ts';

/**
 * What the writer decides on: one suggestion, several for the same words, of which one can be taken, or a habit with all
 * its places, of which each is decided on.
 */
export interface Card {
  /** Of its first variant, or of the habit: it stays while its places go. */
  id: string;
  /** Null for what is no habit. */
  habit: string | null;
  /** The variants, or the places of the habit. */
  variants: readonly Suggestion[];
  shown: Suggestion;
}

/** In the order in which the first of each came. `shown`: id of the variant that is looked at, by card; else the first. */
export function cardsOf(suggestions: readonly Suggestion[], shown: ReadonlyMap<string, string>): Card[] {
  return grouped(suggestions, ({ habit, ...suggestion }) => habit ?? targetOf(suggestion)).map((variants) => {
    const [{ id: firstId, habit = null }] = variants;
    const id = habit === null ? firstId : `habit ${habit}`;
    return { id, habit, variants, shown: variants.find((each) => each.id === shown.get(id)) ?? variants[0] };
  });
}

/** Each place of a habit as a card of its own. */
export function cardsOfPlaces(card: Card): Card[] {
  if (card.habit === null) return [card];
  return card.variants.map((shown) => ({ ...card, shown }));
}

/** Two suggestions with the same target exclude each other. A cue and the speech below it do not, though both come there. */
export function targetOf({
  type,
  elementId,
  originalContent,
  elementType,
}: Pick<Suggestion, 'type' | 'elementId' | 'originalContent' | 'elementType'>): string {
  const isInsertion = type === 'insert_before' || type === 'insert_after';
  return JSON.stringify([type, elementId, originalContent, isInsertion && elementType]);
}

function grouped(
  suggestions: readonly Suggestion[],
  keyOf: (suggestion: Suggestion) => string,
): [Suggestion, ...Suggestion[]][] {
  const groups = new Map<string, [Suggestion, ...Suggestion[]]>();
  for (const suggestion of suggestions) {
    const key = keyOf(suggestion);
    const group = groups.get(key);
    if (group) group.push(suggestion);
    else groups.set(key, [suggestion]);
  }
  return [...groups.values()];
}
