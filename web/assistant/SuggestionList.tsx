import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import type { Card } from './cards.ts';
import { SuggestionCard } from './SuggestionCard.tsx';
import styles from './SuggestionsPanel.module.css';
import type { Decisions } from './useDecisions.ts';
import { cardOfSuggestion } from './useFocusAmong.ts';

interface SuggestionListProps {
  list: RefObject<HTMLElement | null>;
  cards: readonly Card[];
  current: Card | undefined;
  canDecide: boolean;
  decisions: Decisions;
  onGo: (elementId: number) => void;
  onChoose: (cardId: string) => void;
  /** Content below the cards. */
  children: ReactNode;
}

/**
 * Show suggestions as cards. Up and down move between cards, left and right between the variants of
 * one; Enter accepts, Backspace rejects.
 */
export function SuggestionList(props: SuggestionListProps) {
  const { list, cards, current, canDecide, decisions, onGo, onChoose, children } = props;

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { target, key } = event;
    const id = target instanceof HTMLElement ? target.dataset.suggestion : undefined;
    const at = cards.findIndex((each) => each.id === id);
    const card = cards[at];
    if (!card || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: cards.length - 1 }[key];
    const steps = card.variants.length > 1 ? ({ ArrowLeft: -1, ArrowRight: 1 } as const)[key] : undefined;
    const isAnswer = canDecide && (key === 'Enter' || key === 'Backspace');
    if (next === undefined && steps === undefined && !isAnswer) return;
    // The script screen handles the same keys.
    event.preventDefault();
    event.stopPropagation();
    if (next !== undefined) cardOfSuggestion(list.current, cards[next]?.id)?.focus();
    else if (decisions.isAcceptingAll) return;
    else if (steps !== undefined) decisions.turn(card, steps);
    else if (key === 'Enter') void (card.shown.type !== 'note' && decisions.accept(card));
    else decisions.reject(card);
  };

  return (
    <section ref={list} className={styles.list} aria-label="Suggestions" tabIndex={-1} onKeyDown={onKeyDown}>
      {cards.map((card) => (
        <SuggestionCard
          key={card.id}
          card={card}
          isCurrent={card.id === current?.id}
          isApplying={decisions.applying.has(card.id)}
          isWritable={canDecide}
          onGo={onGo}
          onTurn={(steps) => decisions.turn(card, steps)}
          onAccept={() => void decisions.accept(card)}
          onReject={() => decisions.reject(card)}
          onAcceptPlaces={() => void decisions.acceptPlaces(card)}
          onRejectPlaces={() => decisions.rejectPlaces(card)}
          onFocus={() => onChoose(card.id)}
        />
      ))}
      {children}
    </section>
  );
}
