import type { Suggestion } from '#shared/contract/assistant.ts';

/**
 * A unit of decision: one suggestion, several variants for the same words (one can be accepted), or
 * a habit with all its places, each decided separately.
 */
export interface Card {
  /** Id of the first variant or of the habit; it is stable while places are removed. */
  id: string;
  /** Null if it is not a habit. */
  habit: string | null;
  /** The variants, or the places of the habit. */
  variants: readonly Suggestion[];
  shown: Suggestion;
}

/**
 * Return the cards in the order of their first suggestions. `shown`: id of the displayed variant by
 * card; otherwise the first.
 */
export function cardsOf(suggestions: readonly Suggestion[], shown: ReadonlyMap<string, string>): Card[] {
  return grouped(suggestions, ({ habit, ...suggestion }) => habit ?? targetOf(suggestion)).map((variants) => {
    const [{ id: firstId, habit = null }] = variants;
    const id = habit === null ? firstId : `habit ${habit}`;
    return { id, habit, variants, shown: variants.find((each) => each.id === shown.get(id)) ?? variants[0] };
  });
}

/** Return a card for each place of a habit. */
export function cardsOfPlaces(card: Card): Card[] {
  if (card.habit === null) return [card];
  return card.variants.map((shown) => ({ ...card, shown }));
}

/**
 * Return the target by which suggestions exclude each other. A cue and the speech below it have the
 * same place but different targets.
 */
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
