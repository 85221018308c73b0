import { useInfiniteQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
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

/** List the user's own conversations about a project, latest first. */
export function ConversationList({ projectId, openId, onOpen, onDeleted }: ConversationListProps) {
  const query = useConversationPages(projectId);
  const frame = useRef<HTMLElement>(null);
  const conversations = unique(query.data?.pages.flatMap((page) => page.conversations) ?? []);
  const count = conversations.length;
  const removal = useDeleteConversation(projectId);
  const loadWhenNear = useLoadNearEnd(frame, query, count);
  const { asked, ...deletion } = useDeletion(removal, frame, onDeleted);

  return (
    <section
      ref={frame}
      className={styles.list}
      aria-label="Conversation history"
      tabIndex={-1}
      onScroll={loadWhenNear}
    >
      <PanelProblem text={deletion.failure} />
      {count > 0 && (
        <ul>
          {conversations.map((conversation) => (
            <Row
              key={conversation.id}
              conversation={conversation}
              isOpen={conversation.id === openId}
              onOpen={onOpen}
              onDelete={() => deletion.ask(conversation)}
            />
          ))}
        </ul>
      )}
      <ListNotes query={query} count={count} />
      {asked && (
        <DeleteDialog
          open
          onOpenChange={(open) => open || deletion.cancel()}
          itemType="conversation"
          name={asked.title}
          isBusy={deletion.isRemoving}
          onConfirm={() => deletion.confirm(asked)}
        />
      )}
    </section>
  );
}

type ConversationPages = ReturnType<typeof useConversationPages>;

function useConversationPages(projectId: number) {
  return useInfiniteQuery(conversationsQuery(projectId));
}

/** Load the next page near the end of the list. Return the scroll handler. */
function useLoadNearEnd(frame: RefObject<HTMLElement | null>, query: ConversationPages, count: number) {
  const { hasNextPage, isFetching, isError, fetchNextPage } = query;
  const canLoad = hasNextPage && !isFetching && !isError;
  // A list that does not overflow fires no scroll events.
  useEffect(() => {
    const list = frame.current;
    if (!list || !canLoad || list.clientHeight === 0 || count === 0) return;
    if (list.scrollHeight <= list.clientHeight) void fetchNextPage();
  }, [frame, canLoad, count, fetchNextPage]);
  return () => {
    const list = frame.current;
    if (!list || !canLoad) return;
    if (list.scrollHeight - list.scrollTop - list.clientHeight <= loadWithinPx) void fetchNextPage();
  };
}

/** Delete a conversation after a confirmation, then move the focus to the list. */
function useDeletion(
  { mutate: remove, isPending: isRemoving }: ReturnType<typeof useDeleteConversation>,
  frame: RefObject<HTMLElement | null>,
  onDeleted: (conversationId: number) => void,
) {
  const hasDeleted = useRef(false);
  const [asked, setAsked] = useState<Conversation | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  // The focused row was removed. The dialog restores the focus in a later task; this effect runs
  // after it.
  useEffect(() => {
    if (asked || !hasDeleted.current) return;
    hasDeleted.current = false;
    const timer = setTimeout(() => frame.current?.focus(), 0);
    return () => clearTimeout(timer);
  }, [frame, asked]);

  const confirm = ({ id }: Conversation) => {
    setFailure(null);
    remove(id, {
      onSuccess: () => {
        hasDeleted.current = true;
        onDeleted(id);
      },
      onError: (error) =>
        setFailure(messageOf(error, 'The conversation could not be deleted. Please try again.')),
      onSettled: () => setAsked(null),
    });
  };
  return { asked, failure, isRemoving, ask: setAsked, cancel: () => setAsked(null), confirm };
}

/** Show a note below the conversations: loading, failed, none yet, or all shown. */
function ListNotes({ query, count }: { query: ConversationPages; count: number }) {
  return (
    <>
      {query.isPending && (
        <p className={styles.note} role="status">
          Loading conversations...
        </p>
      )}
      {query.isError && (
        <div className={styles.note} role="alert">
          <p>Conversations could not be loaded.</p>
          <Button
            size="small"
            isBusy={query.isFetching}
            onClick={() => void (query.data ? query.fetchNextPage() : query.refetch())}
          >
            Try again
          </Button>
        </div>
      )}
      {query.isFetchingNextPage && <p className={styles.note}>Loading more...</p>}
      {query.isSuccess && count === 0 && (
        <p className={styles.note}>No conversations yet. Your questions and answers will appear here.</p>
      )}
      {query.isSuccess && !query.hasNextPage && count > conversationPageSize && (
        <p className={styles.note}>All conversations loaded</p>
      )}
    </>
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

/** Remove repeated conversations: one that was written to between two pages appears on both. */
function unique(conversations: readonly Conversation[]): Conversation[] {
  return [...new Map(conversations.map((each) => [each.id, each])).values()];
}
