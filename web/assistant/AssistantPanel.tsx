import { useQuery } from '@tanstack/react-query';
import { History, Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { newConversationTitle } from '#shared/contract/assistant.ts';
import type { Project } from '#shared/contract/projects.ts';
import { may } from '#shared/roles.ts';
import { Button } from '#web/ui/Button.tsx';
import styles from './AssistantPanel.module.css';
import { aiStateQuery } from './assistant.data.ts';
import { ChatInput } from './ChatInput.tsx';
import { ChatLog } from './ChatLog.tsx';
import { ContextStrip } from './ContextStrip.tsx';
import { ConversationList } from './ConversationList.tsx';
import type { AssistantContext } from './context.ts';
import { PriceLine } from './PriceLine.tsx';
import { promptsFor } from './prompts.ts';
import type { Session } from './session.ts';
import { useSessionState } from './useAssistant.ts';

interface AssistantPanelProps {
  project: Project;
  assistant: Session;
  /** What is asked about; null: the whole script. A new object brings the focus to the input. */
  context: AssistantContext | null;
  onGo: (elementId: number) => void;
  onClearContext: () => void;
  /** Leads to the suggestions that came with a reply. */
  onSuggestions?: () => void;
}

const icon = { size: 14, strokeWidth: 1.6, 'aria-hidden': true } as const;

/** The chat with the assistant, and the conversations before this one (spec workspace §2). */
export function AssistantPanel(props: AssistantPanelProps) {
  const { project, assistant, context, onGo, onClearContext, onSuggestions } = props;
  const state = useSessionState(assistant);
  const { data: ai } = useQuery(aiStateQuery(project.id));
  const [isHistoryShown, setHistoryShown] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const isPending = state.writing !== null;
  const canAsk = may(project.role, 'comment');
  const isHeld = state.isOpening || ai?.price === null;

  useEffect(() => {
    if (!context) return;
    setHistoryShown(false);
    field.current?.focus();
  }, [context]);

  const send = (text: string) => {
    setHistoryShown(false);
    void assistant.send(text, context);
  };

  return (
    <div className={styles.panel}>
      {context && (
        <ContextStrip
          context={context}
          onGo={onGo}
          onClear={() => {
            onClearContext();
            field.current?.focus();
          }}
        />
      )}
      <div className={styles.bar}>
        <p className={styles.title} title={state.title ?? undefined}>
          {isHistoryShown ? 'History' : (state.title ?? newConversationTitle)}
        </p>
        <Button
          kind="ghost"
          size="small"
          icon={<History {...icon} />}
          aria-pressed={isHistoryShown}
          onClick={() => setHistoryShown(!isHistoryShown)}
        >
          History
        </Button>
        {canAsk && (
          <Button
            kind="ghost"
            size="small"
            icon={<Plus {...icon} />}
            onClick={() => {
              setHistoryShown(false);
              void assistant.startNew();
              field.current?.focus();
            }}
          >
            New
          </Button>
        )}
      </div>
      {state.problem && (
        <p className={styles.problem} role="alert">
          {state.problem}
        </p>
      )}
      {isHistoryShown ? (
        <ConversationList
          projectId={project.id}
          openId={state.conversationId}
          onOpen={(conversationId) => {
            setHistoryShown(false);
            void assistant.open(conversationId);
            field.current?.focus();
          }}
          onDeleted={assistant.forget}
        />
      ) : (
        <ChatLog state={state} onSuggestions={onSuggestions} />
      )}
      <div className={styles.foot}>
        {canAsk ? (
          <>
            <section className={styles.prompts} aria-label="Quick prompts">
              {promptsFor(context).map((prompt) => (
                <button
                  key={prompt}
                  type="button"
                  className={styles.prompt}
                  disabled={isPending || isHeld}
                  onClick={() => {
                    field.current?.focus();
                    send(prompt);
                  }}
                >
                  {prompt}
                </button>
              ))}
            </section>
            <ChatInput
              text={state.draft}
              onText={assistant.write}
              isPending={isPending}
              isHeld={isHeld}
              onSend={send}
              onStop={assistant.stop}
              fieldRef={field}
            />
            <PriceLine state={ai} />
          </>
        ) : (
          <p className={styles.price}>
            You can read this project. Commenters and editors can ask the assistant.
          </p>
        )}
      </div>
    </div>
  );
}
