import type { Suggestion } from '#shared/contract/assistant.ts';

/** What the writer decides on: one suggestion, or several for the same words, of which one can be taken. */
export interface Card {
  /** Of its first variant. */
  id: string;
  variants: readonly Suggestion[];
  shown: Suggestion;
}

/** In the order in which the first of each came. `shown`: id of the variant that is looked at, by card; else the first. */
export function cardsOf(suggestions: readonly Suggestion[], shown: ReadonlyMap<string, string>): Card[] {
  const groups = new Map<string, [Suggestion, ...Suggestion[]]>();
  for (const suggestion of suggestions) {
    const key = targetOf(suggestion);
    const group = groups.get(key);
    if (group) group.push(suggestion);
    else groups.set(key, [suggestion]);
  }
  return [...groups.values()].map((variants) => {
    const [{ id }] = variants;
    return { id, variants, shown: variants.find((each) => each.id === shown.get(id)) ?? variants[0] };
  });
}

/** Two suggestions with the same target exclude each other. A cue and the speech below it do not, though both come there. */
export function targetOf({ type, elementId, originalContent, elementType }: Suggestion): string {
  const isInsertion = type === 'insert_before' || type === 'insert_after';
  return JSON.stringify([type, elementId, originalContent, isInsertion && elementType]);
}
