import { useQuery } from '@tanstack/react-query';
import { Sparkles, Square } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { type Suggestion, suggestionTypes } from '#shared/contract/assistant.ts';
import type { Project } from '#shared/contract/projects.ts';
import { may } from '#shared/roles.ts';
import { Button } from '#web/ui/Button.tsx';
import { Menu, MenuItem } from '#web/ui/Menu.tsx';
import { aiStateQuery } from './assistant.data.ts';
import { ContextStrip } from './ContextStrip.tsx';
import type { AssistantContext } from './context.ts';
import { PriceLine } from './PriceLine.tsx';
import { SuggestionCard, typeLabels } from './SuggestionCard.tsx';
import styles from './SuggestionsPanel.module.css';
import type { Apply, Session } from './session.ts';
import { useSessionState } from './useAssistant.ts';

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
  /** Told of each suggestion that was rejected. */
  onReject?: (suggestion: Suggestion) => void;
}

const icon = { size: 14, strokeWidth: 1.6, 'aria-hidden': true } as const;

/** The changes that the assistant proposes (spec workspace §2). Arrows move, Enter accepts, Backspace rejects. */
export function SuggestionsPanel(props: SuggestionsPanelProps) {
  const { project, assistant, context, isWritable, onGo, onClearContext, onApply, onReject } = props;
  const state = useSessionState(assistant);
  const { suggestions, applied, rejected, applying, isSuggesting } = state;
  const { data: ai } = useQuery(aiStateQuery(project.id));
  const list = useRef<HTMLElement>(null);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [isAcceptingAll, setAcceptingAll] = useState(false);
  const current = suggestions.find(({ id }) => id === chosenId) ?? suggestions[0];
  const canAsk = may(project.role, 'comment');
  const keptFocus = useFocusAmong(list, suggestions, current?.id ?? null);

  const accept = async (suggestion: Suggestion) => {
    keptFocus.before(suggestion);
    await assistant.accept(suggestion, onApply);
  };
  const acceptAll = async (type: Suggestion['type']) => {
    setAcceptingAll(true);
    try {
      await assistant.acceptAll(type, onApply);
    } finally {
      setAcceptingAll(false);
    }
  };
  const reject = (suggestion: Suggestion) => {
    if (applying.has(suggestion.id)) return;
    keptFocus.before(suggestion);
    assistant.reject(suggestion);
    onReject?.(suggestion);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { target, key } = event;
    const id = target instanceof HTMLElement ? target.dataset.suggestion : undefined;
    const at = suggestions.findIndex((each) => each.id === id);
    const suggestion = suggestions[at];
    if (!suggestion || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: suggestions.length - 1 }[key];
    const isAnswer = isWritable && (key === 'Enter' || key === 'Backspace');
    if (next === undefined && !isAnswer) return;
    // The script behind has keys of the same names.
    event.preventDefault();
    event.stopPropagation();
    if (next !== undefined) cardOf(list.current, suggestions[next]?.id)?.focus();
    else if (isAcceptingAll) return;
    else if (key === 'Enter') void accept(suggestion);
    else reject(suggestion);
  };

  return (
    <div className={styles.panel}>
      {context && <ContextStrip context={context} onGo={onGo} onClear={onClearContext} />}
      <div className={styles.bar}>
        <p className={styles.counts} role="status">
          {applied} applied, {rejected} rejected
        </p>
        {isWritable && suggestions.length > 1 && (
          <AcceptAll
            suggestions={suggestions}
            isBusy={isAcceptingAll}
            onAccept={(type) => void acceptAll(type)}
          />
        )}
      </div>
      {state.problem && (
        <p className={styles.problem} role="alert">
          {state.problem}
        </p>
      )}
      <section
        ref={list}
        className={styles.list}
        aria-label="Suggestions"
        tabIndex={-1}
        onKeyDown={onKeyDown}
      >
        {suggestions.map((suggestion) => (
          <SuggestionCard
            key={suggestion.id}
            suggestion={suggestion}
            isCurrent={suggestion.id === current?.id}
            isApplying={applying.has(suggestion.id)}
            isWritable={isWritable}
            onGo={onGo}
            onAccept={() => void accept(suggestion)}
            onReject={() => reject(suggestion)}
            onFocus={() => setChosenId(suggestion.id)}
          />
        ))}
        {suggestions.length === 0 && (
          <Empty isWithoutAny={state.isWithoutSuggestions} isSuggesting={isSuggesting} canAsk={canAsk} />
        )}
      </section>
      {canAsk && (
        <div className={styles.foot}>
          <div className={styles.actions}>
            <Button
              icon={<Sparkles {...icon} />}
              isBusy={isSuggesting}
              disabled={ai?.price === null}
              onClick={() => void assistant.improve(context)}
            >
              Suggest improvements
            </Button>
            {isSuggesting && (
              <Button kind="ghost" icon={<Square {...icon} />} onClick={assistant.stopSuggesting}>
                Stop
              </Button>
            )}
          </div>
          <PriceLine state={ai} />
        </div>
      )}
    </div>
  );
}

interface AcceptAllProps {
  suggestions: readonly Suggestion[];
  isBusy: boolean;
  onAccept: (type: Suggestion['type']) => void;
}

function AcceptAll({ suggestions, isBusy, onAccept }: AcceptAllProps) {
  const kinds = suggestionTypes
    .map((type) => ({ type, count: suggestions.filter((each) => each.type === type).length }))
    .filter(({ count }) => count > 0);
  return (
    <Menu
      trigger={
        <Button size="small" isBusy={isBusy}>
          Accept all
        </Button>
      }
    >
      {kinds.map(({ type, count }) => (
        <MenuItem key={type} onSelect={() => onAccept(type)}>
          {typeLabels[type]} ({count})
        </MenuItem>
      ))}
    </Menu>
  );
}

function Empty({
  isWithoutAny,
  isSuggesting,
  canAsk,
}: {
  isWithoutAny: boolean;
  isSuggesting: boolean;
  canAsk: boolean;
}) {
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
    </div>
  );
}

function cardOf(list: HTMLElement | null, id: string | undefined): HTMLElement | null {
  if (!list || id === undefined) return null;
  return list.querySelector<HTMLElement>(`[data-suggestion="${CSS.escape(id)}"]`);
}

/** A card that goes away with the focus in it hands the focus on: to the next, the one before, or the list. */
function useFocusAmong(
  list: RefObject<HTMLElement | null>,
  suggestions: readonly Suggestion[],
  fallbackId: string | null,
) {
  const leaving = useRef<{ id: string; nextId: string | undefined } | null>(null);
  useEffect(() => {
    const left = leaving.current;
    if (!left || suggestions.some(({ id }) => id === left.id)) return;
    leaving.current = null;
    const isElsewhere = document.activeElement !== null && document.activeElement !== document.body;
    if (isElsewhere && !list.current?.contains(document.activeElement)) return;
    (
      cardOf(list.current, left.nextId) ??
      cardOf(list.current, fallbackId ?? undefined) ??
      list.current
    )?.focus();
  }, [list, suggestions, fallbackId]);
  return {
    before({ id }: Suggestion) {
      const card = cardOf(list.current, id);
      // A button that is disabled while it works loses the focus: the card holds it.
      if (card?.contains(document.activeElement)) card.focus();
      const at = suggestions.findIndex((each) => each.id === id);
      leaving.current = { id, nextId: (suggestions[at + 1] ?? suggestions[at - 1])?.id };
    },
  };
}
