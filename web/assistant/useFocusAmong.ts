import { type RefObject, useEffect, useRef } from 'react';
import type { Card } from './cards.ts';

export function cardOfSuggestion(list: HTMLElement | null, id: string | undefined): HTMLElement | null {
  if (!list || id === undefined) return null;
  return list.querySelector<HTMLElement>(`[data-suggestion="${CSS.escape(id)}"]`);
}

/** Move the focus from a removed card to the next, the previous, or the list. */
export function useFocusAmong(
  list: RefObject<HTMLElement | null>,
  cards: readonly Card[],
  fallbackId: string | null,
) {
  const leaving = useRef<{ id: string; nextId: string | undefined } | null>(null);
  useEffect(() => {
    const left = leaving.current;
    if (!left || cards.some(({ id }) => id === left.id)) return;
    leaving.current = null;
    const isElsewhere = document.activeElement !== null && document.activeElement !== document.body;
    if (isElsewhere && !list.current?.contains(document.activeElement)) return;
    (
      cardOfSuggestion(list.current, left.nextId) ??
      cardOfSuggestion(list.current, fallbackId ?? undefined) ??
      list.current
    )?.focus();
  }, [list, cards, fallbackId]);
  return {
    before({ id }: Card) {
      const card = cardOfSuggestion(list.current, id);
      // A button that is disabled while it works loses the focus, so the card receives it.
      if (card?.contains(document.activeElement)) card.focus();
      const at = cards.findIndex((each) => each.id === id);
      leaving.current = { id, nextId: (cards[at + 1] ?? cards[at - 1])?.id };
    },
  };
}
