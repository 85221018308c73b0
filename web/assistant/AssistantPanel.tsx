import { useQuery } from '@tanstack/react-query';
import { History, Plus } from 'lucide-react';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { newConversationTitle } from '#shared/contract/assistant.ts';
import type { Project } from '#shared/contract/projects.ts';
import { errorTexts } from '#shared/errors.ts';
import { may } from '#shared/roles.ts';
import type { AiState } from '#web/ai/price.ts';
import { Button } from '#web/ui/Button.tsx';
import { PanelProblem } from '#web/ui/PanelProblem.tsx';
import { AiOff } from './AiOff.tsx';
import { AskFoot } from './AskFoot.tsx';
import styles from './AssistantPanel.module.css';
import { aiStateQuery } from './assistant.data.ts';
import { ChatLog } from './ChatLog.tsx';
import { ContextLine } from './ContextLine.tsx';
import { ContextStrip } from './ContextStrip.tsx';
import { ConversationList } from './ConversationList.tsx';
import { type AssistantContext, inputOf, reachWith } from './context.ts';
import { needsComment } from './needsComment.ts';
import type { Session } from './session.ts';
import { useSessionState } from './useAssistant.ts';
import { useContextPreview } from './useContextPreview.ts';

interface AssistantPanelProps {
  project: Project;
  assistant: Session;
  /** Subject of the question; null: the whole script. A new object moves the focus to the input. */
  context: AssistantContext | null;
  onGo: (elementId: number) => void;
  onClearContext: () => void;
  /** Show the suggestions that arrived with a reply. */
  onSuggestions?: () => void;
}

const icon = { size: 14, strokeWidth: 1.6, 'aria-hidden': true } as const;

/** Show the chat with the assistant, and earlier conversations (docs/spec/assistant.md). */
export function AssistantPanel(props: AssistantPanelProps) {
  const { project, assistant, context, onSuggestions } = props;
  const state = useSessionState(assistant);
  const { data: ai } = useQuery(aiStateQuery(project.id));
  const [isListOpen, setListOpen] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const isOff = (ai?.access ?? project.aiAccess) === 'off';
  const canAsk = may(project.role, 'comment') && !isOff;
  const { leaveOut, reach } = state;
  const input = useMemo(() => inputOf(context, { leaveOut, reach }), [context, leaveOut, reach]);
  const preview = useContextPreview(project.id, input, { isOpen: isListOpen, isEnabled: canAsk });
  const history = useHistory(assistant, context, field);

  const send = (text: string) => {
    history.hide();
    // Makes room for the answer.
    setListOpen(false);
    void assistant.chat.send(text, context);
  };

  return (
    <div className={styles.panel}>
      <ContextBars
        panel={props}
        {...{ state, preview, ai, isOff, canAsk, isListOpen }}
        onListOpen={setListOpen}
        onCleared={() => field.current?.focus()}
      />
      <ChatBar title={state.title} history={history} canAsk={canAsk} />
      <PanelProblem text={state.problem} />
      {history.isShown ? (
        <ConversationList
          projectId={project.id}
          openId={state.conversationId}
          onOpen={history.open}
          onDeleted={assistant.chat.forget}
        />
      ) : (
        <ChatLog state={state} isOff={isOff} isTight={isListOpen} onSuggestions={onSuggestions} />
      )}
      <div className={styles.foot}>
        {isOff && <AiOff project={project} text={errorTexts.aiOff} />}
        {canAsk && (
          <AskFoot
            assistant={assistant}
            state={state}
            ai={ai}
            context={context}
            price={preview.isCurrent ? preview.preview?.price : undefined}
            onSend={send}
            fieldRef={field}
          />
        )}
        {!isOff && !canAsk && <p className={styles.price}>{needsComment}</p>}
      </div>
    </div>
  );
}

interface ContextBarsProps {
  panel: AssistantPanelProps;
  state: ReturnType<typeof useSessionState>;
  preview: ReturnType<typeof useContextPreview>;
  ai: AiState | undefined;
  isOff: boolean;
  canAsk: boolean;
  isListOpen: boolean;
  onListOpen: (isOpen: boolean) => void;
  /** Called after the context was cleared. */
  onCleared: () => void;
}

/** Show the subject of the question, and the parts of the script that are sent with it. */
function ContextBars({ panel, state, preview, ai, isOff, canAsk, isListOpen, ...on }: ContextBarsProps) {
  const { project, assistant, context, onGo, onClearContext } = panel;
  const { onListOpen, onCleared } = on;
  return (
    <>
      {context && !isOff && (
        <ContextStrip
          context={context}
          onGo={onGo}
          onClear={() => {
            onClearContext();
            onCleared();
          }}
        />
      )}
      {canAsk && (
        <ContextLine
          project={project}
          assistant={assistant}
          leaveOut={state.leaveOut}
          reach={reachWith(context, state.reach)}
          hasSelection={context !== null}
          given={preview}
          recipient={ai?.engine.isBuiltIn === false ? ai.engine.model : null}
          isOpen={isListOpen}
          onOpen={onListOpen}
        />
      )}
    </>
  );
}

/**
 * Show earlier conversations in place of the chat; opening one, or a new one, focuses the input.
 */
function useHistory(
  { chat }: Session,
  context: AssistantContext | null,
  field: RefObject<HTMLTextAreaElement | null>,
) {
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    if (!context) return;
    setIsShown(false);
    field.current?.focus();
  }, [context, field]);
  return {
    isShown,
    toggle: () => setIsShown(!isShown),
    hide: () => setIsShown(false),
    startNew: () => {
      setIsShown(false);
      void chat.startNew();
      field.current?.focus();
    },
    open: (conversationId: number) => {
      setIsShown(false);
      void chat.open(conversationId);
      field.current?.focus();
    },
  };
}

interface ChatBarProps {
  /** Title of the conversation; null before the first message. */
  title: string | null;
  history: ReturnType<typeof useHistory>;
  canAsk: boolean;
}

/** Show the view's title, and the buttons for earlier conversations and for a new one. */
function ChatBar({ title, history, canAsk }: ChatBarProps) {
  return (
    <div className={styles.bar}>
      <p className={styles.title} title={title ?? undefined}>
        {history.isShown ? 'History' : (title ?? newConversationTitle)}
      </p>
      <Button
        kind="ghost"
        size="small"
        icon={<History {...icon} />}
        aria-pressed={history.isShown}
        onClick={history.toggle}
      >
        History
      </Button>
      {canAsk && (
        <Button kind="ghost" size="small" icon={<Plus {...icon} />} onClick={history.startNew}>
          New
        </Button>
      )}
    </div>
  );
}
