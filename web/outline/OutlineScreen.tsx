import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { OutlineItem } from '#shared/contract/outlines.ts';
import type { Project } from '#shared/contract/projects.ts';
import { may } from '#shared/roles.ts';
import { UndoButtons } from '#web/boards/UndoButtons.tsx';
import { useBoardUndo, useUndoKeys } from '#web/boards/useBoardUndo.ts';
import { Button } from '#web/ui/Button.tsx';
import { DeleteDialog } from '#web/ui/DeleteDialog.tsx';
import { LoadFailure } from '#web/ui/LoadFailure.tsx';
import { PageHead } from '#web/ui/PageHead.tsx';
import { Sortable } from '#web/ui/reorder/Sortable.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { outlineDraftKey, outlineDrafts } from './drafts.ts';
import { EmptyOutline } from './EmptyOutline.tsx';
import card from './OutlineCard.module.css';
import { cardId, OutlineCard } from './OutlineCard.tsx';
import { OutlineForm } from './OutlineForm.tsx';
import styles from './OutlineScreen.module.css';
import { outlineQuery, useCreateOutlineItem, useDeleteOutlineItem } from './outline.data.ts';
import { useOrderOutline } from './useOrderOutline.ts';
import type { OutlineWords } from './words.ts';

/** Show the outline as one column of cards that can be reordered (decision OQ-92). */
export function OutlineScreen({ project }: { project: Project }) {
  const outline = useQuery(outlineQuery(project.id));
  const canWrite = may(project.role, 'write');
  const [isAdding, setIsAdding] = useState(
    () => outlineDrafts.of(outlineDraftKey(project.id, null)) !== null,
  );
  const addButton = useRef<HTMLButtonElement>(null);
  const form = useRef<HTMLDivElement>(null);
  const count = outline.data?.length ?? 0;
  const undo = useBoardUndo(project.id);
  useUndoKeys(undo, canWrite);
  const add = () => {
    setIsAdding(true);
    form.current?.querySelector('input')?.focus();
  };

  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <PageHead title="Outline" facts={factsOf(outline.data?.length)}>
          {canWrite && <UndoButtons undo={undo} />}
          {canWrite && !outline.isLoadingError && (
            <AddButton ref={addButton} isDisabled={!outline.data} onAdd={add} />
          )}
        </PageHead>
      </div>
      {outline.isLoadingError && (
        <OutlineFailure isRetrying={outline.isFetching} onRetry={() => void outline.refetch()} />
      )}
      {outline.data && count === 0 && !isAdding && <EmptyOutline onAdd={canWrite ? add : null} />}
      <div className={styles.column}>
        {outline.isPending && <Waiting />}
        {outline.data && (
          <>
            <Items
              projectId={project.id}
              items={outline.data}
              canWrite={canWrite}
              onNoneLeft={() => addButton.current?.focus()}
            />
            {isAdding && canWrite && (
              <NewItem
                ref={form}
                projectId={project.id}
                count={count}
                onDone={() => {
                  setIsAdding(false);
                  addButton.current?.focus();
                }}
              />
            )}
          </>
        )}
      </div>
    </div>
  );
}

interface AddButtonProps {
  ref: RefObject<HTMLButtonElement | null>;
  isDisabled: boolean;
  onAdd: () => void;
}

function AddButton({ ref, isDisabled, onAdd }: AddButtonProps) {
  return (
    <Button
      ref={ref}
      kind="primary"
      disabled={isDisabled}
      icon={<Plus size={16} strokeWidth={1.6} aria-hidden="true" />}
      onClick={onAdd}
    >
      Add Item
    </Button>
  );
}

function OutlineFailure({ isRetrying, onRetry }: { isRetrying: boolean; onRetry: () => void }) {
  return <LoadFailure text="The outline could not be loaded." isRetrying={isRetrying} onRetry={onRetry} />;
}

/** Return the number of items; undefined reserves its space while loading. */
function factsOf(count: number | undefined): string | undefined {
  if (count === undefined) return '';
  if (count === 0) return undefined;
  return `${count} ${count === 1 ? 'item' : 'items'}`;
}

interface ItemsProps {
  projectId: number;
  items: readonly OutlineItem[];
  canWrite: boolean;
  onNoneLeft: () => void;
}

function Items({ projectId, items, canWrite, onNoneLeft }: ItemsProps) {
  const order = useOrderOutline(projectId);
  const deletion = useItemDeletion(projectId, items, onNoneLeft);
  const byId = new Map(items.map((item) => [item.id, item]));

  return (
    <>
      {items.length > 0 && (
        <Sortable
          label="Outline"
          className={styles.list}
          ids={items.map(({ id }) => id)}
          labelOf={(id) => byId.get(id)?.title ?? ''}
          isDisabled={!canWrite}
          onMove={(ids, movedId) => order(`Move ${byId.get(movedId)?.title ?? 'an item'}`, ids)}
        >
          {(id, handle) => {
            const item = byId.get(id);
            return (
              item && (
                <OutlineCard
                  item={item}
                  canWrite={canWrite}
                  handle={handle}
                  onDelete={() => deletion.ask(item)}
                />
              )
            );
          }}
        </Sortable>
      )}
      {deletion.asked && (
        <DeleteDialog
          open={deletion.isAsking}
          onOpenChange={deletion.setIsAsking}
          itemType="outline item"
          name={deletion.asked.title}
          isBusy={deletion.isPending}
          onConfirm={deletion.confirm}
        />
      )}
    </>
  );
}

/** Delete an item after confirmation. The focus then moves to the adjacent card. */
function useItemDeletion(projectId: number, items: readonly OutlineItem[], onNoneLeft: () => void) {
  const { mutate, isPending } = useDeleteOutlineItem(projectId);
  const deleted = useRef<{ neighbourId: number | undefined } | null>(null);
  const [asked, setAsked] = useState<OutlineItem | null>(null);
  const [isAsking, setIsAsking] = useState(false);

  // The open question has the focus; afterwards it moves to the card next to the deleted one.
  useEffect(() => {
    if (isAsking || !deleted.current) return;
    const { neighbourId } = deleted.current;
    deleted.current = null;
    if (neighbourId) document.getElementById(cardId(neighbourId))?.focus();
    else onNoneLeft();
  });

  const confirm = () => {
    if (!asked) return;
    const index = items.findIndex(({ id }) => id === asked.id);
    mutate(asked.id, {
      onSuccess: () => {
        deleted.current = { neighbourId: (items[index + 1] ?? items[index - 1])?.id };
      },
      onSettled: () => setIsAsking(false),
    });
  };
  const ask = (item: OutlineItem) => {
    setAsked(item);
    setIsAsking(true);
  };
  return { asked, isAsking, setIsAsking, isPending, ask, confirm };
}

interface NewItemProps {
  ref: RefObject<HTMLDivElement | null>;
  projectId: number;
  count: number;
  onDone: () => void;
}

function NewItem({ ref, projectId, count, onDone }: NewItemProps) {
  const create = useCreateOutlineItem(projectId);
  // The form is below all cards, possibly outside the viewport.
  useEffect(() => {
    ref.current?.scrollIntoView?.({ block: 'nearest' });
  }, [ref]);
  const add = async ({ title, content }: OutlineWords) => {
    await create.mutateAsync({ title, content, orderIndex: count });
    onDone();
  };
  return (
    <div ref={ref} className={styles.adding}>
      <OutlineForm
        draftKey={outlineDraftKey(projectId, null)}
        label="New outline item"
        verb="Add"
        words={{ title: '', content: '' }}
        onSave={add}
        onCancel={onDone}
      />
    </div>
  );
}

/** Numbers of lines of the placeholder cards. */
const coming = [
  { card: 1, lines: ['92%', '64%'] },
  { card: 2, lines: ['78%'] },
  { card: 3, lines: ['96%', '88%', '41%'] },
  { card: 4, lines: [] },
  { card: 5, lines: ['84%', '52%'] },
  { card: 6, lines: ['70%'] },
];

/** Show placeholder cards while loading. */
function Waiting() {
  return (
    <div className={styles.list} role="status" aria-label="Loading the outline">
      {coming.map(({ card: place, lines }) => (
        <div key={place} className={card.card} aria-hidden="true">
          <div className={`${card.words} ${styles.coming}`}>
            <Skeleton width="46%" height={14} />
            {lines.map((width) => (
              <Skeleton key={width} width={width} height={11} />
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}
