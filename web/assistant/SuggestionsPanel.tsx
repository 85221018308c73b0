import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import type { Suggestion } from '#shared/contract/assistant.ts';
import type { Project } from '#shared/contract/projects.ts';
import { errorTexts } from '#shared/errors.ts';
import { may } from '#shared/roles.ts';
import { PanelProblem } from '#web/ui/PanelProblem.tsx';
import { AcceptAll } from './AcceptAll.tsx';
import { AiOff } from './AiOff.tsx';
import { aiStateQuery } from './assistant.data.ts';
import { ContextStrip } from './ContextStrip.tsx';
import { type Card, cardsOf } from './cards.ts';
import { type AssistantContext, inputOf } from './context.ts';
import { needsComment } from './needsComment.ts';
import type { Apply } from './offers.ts';
import { SuggestionCard } from './SuggestionCard.tsx';
import { SuggestionsFoot } from './SuggestionsFoot.tsx';
import styles from './SuggestionsPanel.module.css';
import type { Session } from './session.ts';
import { useSessionState } from './useAssistant.ts';
import { useContextPreview } from './useContextPreview.ts';
import { cardOfSuggestion, useFocusAmong } from './useFocusAmong.ts';

interface SuggestionsPanelProps {
  project: Project;
  assistant: Session;
  /** What suggestions are asked for; null: the whole script. */
  context: AssistantContext | null;
  /** The script can be changed: without it there is neither Accept nor Reject. */
  isWritable: boolean;
  onGo: (elementId: number) => void;
  onClearContext: () => void;
  /** Makes the change in the script; rejects where it cannot be made. */
  onApply: Apply;
}

/**
 * The changes that the assistant proposes (docs/spec/assistant.md). Up and down move between them, left and right between
 * the variants of one, Enter accepts, Backspace rejects.
 */
export function SuggestionsPanel(props: SuggestionsPanelProps) {
  const { project, assistant, context, isWritable, onGo, onClearContext, onApply } = props;
  const state = useSessionState(assistant);
  const { suggestions, shownVariants, applied, rejected, applying, isSuggesting } = state;
  const { data: ai } = useQuery(aiStateQuery(project.id));
  const list = useRef<HTMLElement>(null);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [isAcceptingAll, setAcceptingAll] = useState(false);
  const cards = useMemo(() => cardsOf(suggestions, shownVariants), [suggestions, shownVariants]);
  const current = cards.find(({ id }) => id === chosenId) ?? cards[0];
  const access = ai?.access ?? project.aiAccess;
  const canAsk = may(project.role, 'comment') && access === 'suggest';
  const canDecide = isWritable && access === 'suggest';
  const { leaveOut, reach } = state;
  const input = useMemo(() => inputOf(context, { leaveOut, reach }), [context, leaveOut, reach]);
  // The built-in engine costs nothing, whatever it is given.
  const isPriced = canAsk && ai?.engine.isBuiltIn === false;
  const given = useContextPreview(project.id, input, { isOpen: isPriced, isEnabled: isPriced });
  const keptFocus = useFocusAmong(list, cards, current?.id ?? null);

  const accept = async (card: Card) => {
    keptFocus.before(card);
    await assistant.offers.accept(card, onApply);
  };
  const acceptAll = async (type: Suggestion['type']) => {
    setAcceptingAll(true);
    try {
      await assistant.offers.acceptAll(type, onApply);
    } finally {
      setAcceptingAll(false);
    }
  };
  const acceptPlaces = async (card: Card) => {
    keptFocus.before(card);
    setAcceptingAll(true);
    try {
      await assistant.offers.acceptPlaces(card, onApply);
    } finally {
      setAcceptingAll(false);
    }
  };
  const rejectPlaces = (card: Card) => {
    keptFocus.before(card);
    assistant.offers.rejectPlaces(card);
  };
  const reject = (card: Card) => {
    if (applying.has(card.id)) return;
    keptFocus.before(card);
    assistant.offers.reject(card);
  };
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
    // The script behind has keys of the same names.
    event.preventDefault();
    event.stopPropagation();
    if (next !== undefined) cardOfSuggestion(list.current, cards[next]?.id)?.focus();
    else if (isAcceptingAll) return;
    else if (steps !== undefined) assistant.offers.turn(card, steps);
    else if (key === 'Enter') void (card.shown.type !== 'note' && accept(card));
    else reject(card);
  };

  return (
    <div className={styles.panel}>
      {context && access === 'suggest' && (
        <ContextStrip context={context} onGo={onGo} onClear={onClearContext} />
      )}
      <div className={styles.bar}>
        <p className={styles.counts} role="status">
          {applied} applied, {rejected} rejected
        </p>
        {canDecide && suggestions.length > 1 && (
          <AcceptAll cards={cards} isBusy={isAcceptingAll} onAccept={(type) => void acceptAll(type)} />
        )}
      </div>
      <PanelProblem text={state.problem} />
      <section
        ref={list}
        className={styles.list}
        aria-label="Suggestions"
        tabIndex={-1}
        onKeyDown={onKeyDown}
      >
        {cards.map((card) => (
          <SuggestionCard
            key={card.id}
            card={card}
            isCurrent={card.id === current?.id}
            isApplying={applying.has(card.id)}
            isWritable={canDecide}
            onGo={onGo}
            onTurn={(steps) => assistant.offers.turn(card, steps)}
            onAccept={() => void accept(card)}
            onReject={() => reject(card)}
            onAcceptPlaces={() => void acceptPlaces(card)}
            onRejectPlaces={() => rejectPlaces(card)}
            onFocus={() => setChosenId(card.id)}
          />
        ))}
        {cards.length === 0 && (
          <Empty
            isWithoutAny={state.isWithoutSuggestions}
            isSuggesting={isSuggesting}
            canAsk={canAsk}
            isReader={!may(project.role, 'comment')}
          />
        )}
      </section>
      {(canAsk || access !== 'suggest') && (
        <div className={styles.foot}>
          {canAsk ? (
            <SuggestionsFoot
              assistant={assistant}
              ai={ai}
              context={context}
              isSuggesting={isSuggesting}
              leftOut={state.leaveOut.size}
              price={given.isCurrent ? given.preview?.improvementsPrice : undefined}
            />
          ) : (
            <AiOff project={project} text={access === 'off' ? errorTexts.aiOff : errorTexts.aiReadsOnly} />
          )}
        </div>
      )}
    </div>
  );
}

interface EmptyProps {
  isWithoutAny: boolean;
  isSuggesting: boolean;
  canAsk: boolean;
  isReader: boolean;
}

function Empty({ isWithoutAny, isSuggesting, canAsk, isReader }: EmptyProps) {
  if (isSuggesting) {
    return (
      <p className={styles.empty} role="status">
        Reading the script...
      </p>
    );
  }
  return (
    <div className={styles.empty}>
      <p className={styles.title}>{isWithoutAny ? 'Nothing to improve here' : 'No suggestions yet'}</p>
      {canAsk && (
        <p>
          {isWithoutAny
            ? 'Select another line, or ask in the Assistant tab for what you have in mind.'
            : 'Select a line or some words and press "Suggest improvements", or ask in the Assistant tab.'}
        </p>
      )}
      {isReader && <p>{needsComment}</p>}
    </div>
  );
}
