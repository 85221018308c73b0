import { useQuery } from '@tanstack/react-query';
import { History, Plus } from 'lucide-react';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { newConversationTitle } from '#shared/contract/assistant.ts';
import type { Project } from '#shared/contract/projects.ts';
import { errorTexts } from '#shared/errors.ts';
import { may } from '#shared/roles.ts';
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
  /** Leads to the suggestions that came with a reply. */
  onSuggestions?: () => void;
}

const icon = { size: 14, strokeWidth: 1.6, 'aria-hidden': true } as const;

/** The chat with the assistant, and the conversations before this one (docs/spec/assistant.md). */
export function AssistantPanel(props: AssistantPanelProps) {
  const { project, assistant, context, onGo, onClearContext, onSuggestions } = props;
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
    // The answer wants the room.
    setListOpen(false);
    void assistant.chat.send(text, context);
  };

  return (
    <div className={styles.panel}>
      {context && !isOff && (
        <ContextStrip
          context={context}
          onGo={onGo}
          onClear={() => {
            onClearContext();
            field.current?.focus();
          }}
        />
      )}
      {canAsk && (
        <ContextLine
          project={project}
          assistant={assistant}
          leaveOut={leaveOut}
          reach={reachWith(context, reach)}
          hasSelection={context !== null}
          given={preview}
          recipient={ai?.engine.isBuiltIn === false ? ai.engine.model : null}
          isOpen={isListOpen}
          onOpen={setListOpen}
        />
      )}
      <ChatBar
        title={state.title}
        isHistoryShown={history.isShown}
        onHistory={history.toggle}
        onNew={canAsk ? history.startNew : null}
      />
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
  isHistoryShown: boolean;
  onHistory: () => void;
  /** Null for a user who may not ask. */
  onNew: (() => void) | null;
}

/** Show the view's title, and the buttons for earlier conversations and for a new one. */
function ChatBar({ title, isHistoryShown, onHistory, onNew }: ChatBarProps) {
  return (
    <div className={styles.bar}>
      <p className={styles.title} title={title ?? undefined}>
        {isHistoryShown ? 'History' : (title ?? newConversationTitle)}
      </p>
      <Button
        kind="ghost"
        size="small"
        icon={<History {...icon} />}
        aria-pressed={isHistoryShown}
        onClick={onHistory}
      >
        History
      </Button>
      {onNew && (
        <Button kind="ghost" size="small" icon={<Plus {...icon} />} onClick={onNew}>
          New
        </Button>
      )}
    </div>
  );
}
