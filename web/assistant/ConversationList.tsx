import { useInfiniteQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { type Conversation, conversationPageSize } from '#shared/contract/assistant.ts';
import { messageOf } from '#web/lib/api.ts';
import { useTimeAgo } from '#web/lib/useTimeAgo.ts';
import { Button } from '#web/ui/Button.tsx';
import { DeleteDialog } from '#web/ui/DeleteDialog.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { PanelProblem } from '#web/ui/PanelProblem.tsx';
import { conversationsQuery, useDeleteConversation } from './assistant.data.ts';
import styles from './ConversationList.module.css';

interface ConversationListProps {
  projectId: number;
  openId: number | null;
  onOpen: (conversationId: number) => void;
  onDeleted: (conversationId: number) => void;
}

/** Distance from the end at which the next page is asked for (docs/spec/assistant.md). */
const loadWithinPx = 50;

/** The writer's own conversations about a project, the latest first. */
export function ConversationList({ projectId, openId, onOpen, onDeleted }: ConversationListProps) {
  const query = useInfiniteQuery(conversationsQuery(projectId));
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query;
  const frame = useRef<HTMLElement>(null);
  const hasDeleted = useRef(false);
  const [asked, setAsked] = useState<Conversation | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const { mutate: remove, isPending: isRemoving } = useDeleteConversation(projectId);
  const conversations = unique(data?.pages.flatMap((page) => page.conversations) ?? []);
  const count = conversations.length;
  const canLoad = hasNextPage && !isFetching && !isError;

  const loadWhenNear = () => {
    const list = frame.current;
    if (!list || !canLoad) return;
    if (list.scrollHeight - list.scrollTop - list.clientHeight <= loadWithinPx) void fetchNextPage();
  };
  // A page that does not fill the list leaves nothing to scroll.
  useEffect(() => {
    const list = frame.current;
    if (!list || !canLoad || list.clientHeight === 0 || count === 0) return;
    if (list.scrollHeight <= list.clientHeight) void fetchNextPage();
  }, [canLoad, count, fetchNextPage]);

  // The row that had the focus is gone. The dialog gives it back in a task of its own: ours comes after it.
  useEffect(() => {
    if (asked || !hasDeleted.current) return;
    hasDeleted.current = false;
    const timer = setTimeout(() => frame.current?.focus(), 0);
    return () => clearTimeout(timer);
  }, [asked]);

  const confirm = (conversation: Conversation) => {
    setFailure(null);
    remove(conversation.id, {
      onSuccess: () => {
        hasDeleted.current = true;
        onDeleted(conversation.id);
      },
      onError: (error) =>
        setFailure(messageOf(error, 'The conversation could not be deleted. Please try again.')),
      onSettled: () => setAsked(null),
    });
  };

  return (
    <section
      ref={frame}
      className={styles.list}
      aria-label="Conversation history"
      tabIndex={-1}
      onScroll={loadWhenNear}
    >
      <PanelProblem text={failure} />
      {count > 0 && (
        <ul>
          {conversations.map((conversation) => (
            <Row
              key={conversation.id}
              conversation={conversation}
              isOpen={conversation.id === openId}
              onOpen={onOpen}
              onDelete={() => setAsked(conversation)}
            />
          ))}
        </ul>
      )}
      {query.isPending && (
        <p className={styles.note} role="status">
          Loading conversations...
        </p>
      )}
      {isError && (
        <div className={styles.note} role="alert">
          <p>Conversations could not be loaded.</p>
          <Button
            size="small"
            isBusy={isFetching}
            onClick={() => void (data ? fetchNextPage() : query.refetch())}
          >
            Try again
          </Button>
        </div>
      )}
      {query.isFetchingNextPage && <p className={styles.note}>Loading more...</p>}
      {query.isSuccess && count === 0 && (
        <p className={styles.note}>No conversations yet. Ask a question, and it is kept here.</p>
      )}
      {query.isSuccess && !hasNextPage && count > conversationPageSize && (
        <p className={styles.note}>All conversations loaded</p>
      )}
      {asked && (
        <DeleteDialog
          open
          onOpenChange={(open) => open || setAsked(null)}
          itemType="conversation"
          name={asked.title}
          isBusy={isRemoving}
          onConfirm={() => confirm(asked)}
        />
      )}
    </section>
  );
}

interface RowProps {
  conversation: Conversation;
  isOpen: boolean;
  onOpen: (conversationId: number) => void;
  onDelete: () => void;
}

function Row({ conversation: { id, title, updatedAt }, isOpen, onOpen, onDelete }: RowProps) {
  const age = useTimeAgo(updatedAt);
  return (
    <li className={styles.row}>
      <button
        type="button"
        className={styles.open}
        aria-current={isOpen ? 'true' : undefined}
        onClick={() => onOpen(id)}
      >
        <span className={styles.title} title={title}>
          {title}
        </span>{' '}
        <time className={styles.age} dateTime={updatedAt}>
          {age}
        </time>
      </button>
      <IconButton label={`Delete ${title}`} size="small" className={styles.delete} onClick={onDelete}>
        <Trash2 size={14} strokeWidth={1.6} aria-hidden="true" />
      </IconButton>
    </li>
  );
}

/** A conversation that was written in meanwhile moves to the first page, and may come once more. */
function unique(conversations: readonly Conversation[]): Conversation[] {
  return [...new Map(conversations.map((each) => [each.id, each])).values()];
}
