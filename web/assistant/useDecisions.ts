import { type RefObject, useState } from 'react';
import type { Suggestion } from '#shared/contract/assistant.ts';
import type { Card } from './cards.ts';
import type { ApplySuggestion } from './offers.ts';
import type { Session } from './session.ts';
import { useFocusAmong } from './useFocusAmong.ts';

interface DecisionsInput {
  offers: Session['offers'];
  cards: readonly Card[];
  current: Card | undefined;
  list: RefObject<HTMLElement | null>;
  /** Ids of the cards that are being applied. */
  applying: ReadonlySet<string>;
  onApply: ApplySuggestion;
}

export type Decisions = ReturnType<typeof useDecisions>;

/** What is decided about suggestions; a card that goes away hands on the focus. */
export function useDecisions({ offers, cards, current, list, applying, onApply }: DecisionsInput) {
  const [isAcceptingAll, setAcceptingAll] = useState(false);
  const keptFocus = useFocusAmong(list, cards, current?.id ?? null);
  return {
    isAcceptingAll,
    applying,
    turn: offers.turn,
    accept: async (card: Card) => {
      keptFocus.before(card);
      await offers.accept(card, onApply);
    },
    acceptAll: async (type: Suggestion['type']) => {
      setAcceptingAll(true);
      try {
        await offers.acceptAll(type, onApply);
      } finally {
        setAcceptingAll(false);
      }
    },
    acceptPlaces: async (card: Card) => {
      keptFocus.before(card);
      setAcceptingAll(true);
      try {
        await offers.acceptPlaces(card, onApply);
      } finally {
        setAcceptingAll(false);
      }
    },
    reject: (card: Card) => {
      if (applying.has(card.id)) return;
      keptFocus.before(card);
      offers.reject(card);
    },
    rejectPlaces: (card: Card) => {
      if (applying.has(card.id)) return;
      keptFocus.before(card);
      offers.rejectPlaces(card);
    },
  };
}
