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

/** Return the actions on suggestions; a removed card passes the focus on. */
export function useDecisions({ offers, cards, current, list, applying, onApply }: DecisionsInput) {
  const [isAcceptingAll, setAcceptingAll] = useState(false);
  const focusGuard = useFocusAmong(list, cards, current?.id ?? null);
  return {
    isAcceptingAll,
    applying,
    turn: offers.turn,
    accept: async (card: Card) => {
      focusGuard.before(card);
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
      focusGuard.before(card);
      setAcceptingAll(true);
      try {
        await offers.acceptPlaces(card, onApply);
      } finally {
        setAcceptingAll(false);
      }
    },
    reject: (card: Card) => {
      if (applying.has(card.id)) return;
      focusGuard.before(card);
      offers.reject(card);
    },
    rejectPlaces: (card: Card) => {
      if (applying.has(card.id)) return;
      focusGuard.before(card);
      offers.rejectPlaces(card);
    },
  };
}
