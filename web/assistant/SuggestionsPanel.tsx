import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import type { Project } from '#shared/contract/projects.ts';
import { errorTexts } from '#shared/errors.ts';
import { may } from '#shared/roles.ts';
import type { AiState } from '#web/ai/price.ts';
import { PanelProblem } from '#web/ui/PanelProblem.tsx';
import { AcceptAll } from './AcceptAll.tsx';
import { AiOff } from './AiOff.tsx';
import { aiStateQuery } from './assistant.data.ts';
import { ContextStrip } from './ContextStrip.tsx';
import { cardsOf } from './cards.ts';
import { type AssistantContext, inputOf } from './context.ts';
import { needsComment } from './needsComment.ts';
import type { ApplySuggestion } from './offers.ts';
import { SuggestionList } from './SuggestionList.tsx';
import { SuggestionsFoot } from './SuggestionsFoot.tsx';
import styles from './SuggestionsPanel.module.css';
import type { Session } from './session.ts';
import type { SessionState } from './sessionState.ts';
import { useSessionState } from './useAssistant.ts';
import { useContextPreview } from './useContextPreview.ts';
import { useDecisions } from './useDecisions.ts';

interface SuggestionsPanelProps {
  project: Project;
  assistant: Session;
  /** Subject of the suggestions; null: the whole script. */
  context: AssistantContext | null;
  /** Whether the user can edit the script; otherwise there is neither Accept nor Reject. */
  isWritable: boolean;
  onGo: (elementId: number) => void;
  onClearContext: () => void;
  /** Apply the change to the script; rejects if it cannot be applied. */
  onApply: ApplySuggestion;
}

/** Show the changes that the assistant proposes (docs/spec/assistant.md). */
export function SuggestionsPanel(props: SuggestionsPanelProps) {
  const { project, assistant, context, isWritable, onGo, onClearContext, onApply } = props;
  const state = useSessionState(assistant);
  const { suggestions, shownVariants, applied, rejected, applying, isSuggesting } = state;
  const { data: ai } = useQuery(aiStateQuery(project.id));
  const list = useRef<HTMLElement>(null);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const cards = useMemo(() => cardsOf(suggestions, shownVariants), [suggestions, shownVariants]);
  const current = cards.find(({ id }) => id === chosenId) ?? cards[0];
  const access = ai?.access ?? project.aiAccess;
  const canAsk = may(project.role, 'comment') && access === 'suggest';
  const canDecide = isWritable && access === 'suggest';
  const price = useSuggestionsPrice({ projectId: project.id, context, state, ai, canAsk });
  const decisions = useDecisions({ offers: assistant.offers, cards, current, list, applying, onApply });

  return (
    <div className={styles.panel}>
      {context && access === 'suggest' && (
        <ContextStrip context={context} onGo={onGo} onClear={onClearContext} />
      )}
      <div className={styles.bar}>
        <p className={styles.counts} role="status">
          {applied} applied, {rejected} rejected
        </p>
        {canDecide && suggestions.length > 1 && <AcceptAll cards={cards} decisions={decisions} />}
      </div>
      <PanelProblem text={state.problem} />
      <SuggestionList
        list={list}
        cards={cards}
        current={current}
        canDecide={canDecide}
        decisions={decisions}
        onGo={onGo}
        onChoose={setChosenId}
      >
        {cards.length === 0 && (
          <Empty
            isWithoutAny={state.isWithoutSuggestions}
            isSuggesting={isSuggesting}
            canAsk={canAsk}
            isReader={!may(project.role, 'comment')}
          />
        )}
      </SuggestionList>
      {(canAsk || access !== 'suggest') && (
        <Foot {...{ project, assistant, context, state, ai, access, canAsk, price }} />
      )}
    </div>
  );
}

interface FootProps
  extends Pick<SuggestionsPanelProps, 'project' | 'assistant' | 'context'>,
    Pick<SuggestionsPriceInput, 'state' | 'ai' | 'canAsk'> {
  access: Project['aiAccess'];
  price: ReturnType<typeof useSuggestionsPrice>;
}

/** Show the button that requests suggestions, or the reason why there is none. */
function Foot({ project, assistant, context, state, ai, access, canAsk, price }: FootProps) {
  return (
    <div className={styles.foot}>
      {canAsk ? (
        <SuggestionsFoot
          assistant={assistant}
          ai={ai}
          context={context}
          isSuggesting={state.isSuggesting}
          leftOut={state.leaveOut.size}
          price={price}
        />
      ) : (
        <AiOff project={project} text={access === 'off' ? errorTexts.aiOff : errorTexts.aiReadsOnly} />
      )}
    </div>
  );
}

interface SuggestionsPriceInput {
  projectId: number;
  context: AssistantContext | null;
  state: SessionState;
  ai: AiState | undefined;
  canAsk: boolean;
}

/** Return the price of suggestions about this subject; undefined while it is not known. */
function useSuggestionsPrice({ projectId, context, state, ai, canAsk }: SuggestionsPriceInput) {
  const { leaveOut, reach } = state;
  const input = useMemo(() => inputOf(context, { leaveOut, reach }), [context, leaveOut, reach]);
  // The built-in engine is free for any context.
  const isPriced = canAsk && ai?.engine.isBuiltIn === false;
  const preview = useContextPreview(projectId, input, { isOpen: isPriced, isEnabled: isPriced });
  return preview.isCurrent ? preview.preview?.improvementsPrice : undefined;
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
