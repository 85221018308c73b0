import { Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { OutlineItem } from '#shared/contract/outlines.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { outlineDraftKey, outlineDrafts } from './drafts.ts';
import styles from './OutlineCard.module.css';
import { OutlineForm } from './OutlineForm.tsx';
import { useUpdateOutlineItem } from './outline.data.ts';
import type { OutlineWords } from './words.ts';

interface OutlineCardProps {
  item: OutlineItem;
  canWrite: boolean;
  handle: ReactNode;
  onDelete: () => void;
}

/** Show an item, or the form that edits it in place. */
export function OutlineCard({ item, canWrite, handle, onDelete }: OutlineCardProps) {
  // Reopen the form if there is an unsaved draft from before the view was closed.
  const [isEditing, setIsEditing] = useState(
    () => outlineDrafts.of(outlineDraftKey(item.projectId, item.id)) !== null,
  );
  const editButton = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  const titleId = useId();
  useEffect(() => {
    if (wasEditing.current && !isEditing) editButton.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);

  if (isEditing && canWrite) return <Editor item={item} onDone={() => setIsEditing(false)} />;
  return (
    <article id={cardId(item.id)} className={styles.card} aria-labelledby={titleId} tabIndex={-1}>
      {handle}
      <div className={styles.words}>
        <h2 id={titleId} className={styles.title} dir="auto">
          {item.title}
        </h2>
        {item.content && <Content text={item.content} />}
      </div>
      {canWrite && (
        <div className={styles.actions}>
          <IconButton ref={editButton} label={`Edit ${item.title}`} onClick={() => setIsEditing(true)}>
            <Pencil size={15} strokeWidth={1.6} aria-hidden="true" />
          </IconButton>
          <IconButton label={`Delete ${item.title}`} onClick={onDelete}>
            <Trash2 size={15} strokeWidth={1.6} aria-hidden="true" />
          </IconButton>
        </div>
      )}
    </article>
  );
}

/** Return the element id of a card, which gets the focus when its neighbour is deleted. */
export function cardId(itemId: number): string {
  return `outline-item-${itemId}`;
}

function Editor({ item, onDone }: { item: OutlineItem; onDone: () => void }) {
  const update = useUpdateOutlineItem(item.projectId);
  const words = { title: item.title, content: item.content ?? '' };
  const save = async (next: OutlineWords) => {
    const changes = {
      ...(next.title !== words.title && { title: next.title }),
      ...(next.content !== words.content && { content: next.content }),
    };
    if (Object.keys(changes).length > 0) await update.mutateAsync({ itemId: item.id, ...changes });
    onDone();
  };
  return (
    <div className={styles.editor}>
      <OutlineForm
        draftKey={outlineDraftKey(item.projectId, item.id)}
        label={`Edit ${item.title}`}
        verb="Save"
        words={words}
        onSave={save}
        onCancel={onDone}
      />
    </div>
  );
}

/**
 * Limits above which a card shows only its beginning, so that the list stays easy to scan and
 * reorder.
 */
const long = { letters: 1200, lines: 14 };

function Content({ text }: { text: string }) {
  const id = useId();
  const [isWhole, setIsWhole] = useState(false);
  const isLong = text.length > long.letters || text.split('\n').length > long.lines;
  return (
    <>
      <p id={id} className={styles.content} data-cut={(isLong && !isWhole) || undefined} dir="auto">
        {text}
      </p>
      {isLong && (
        <button
          type="button"
          className={styles.more}
          aria-expanded={isWhole}
          aria-controls={id}
          onClick={() => setIsWhole(!isWhole)}
        >
          {isWhole ? 'Show less' : 'Show all'}
        </button>
      )}
    </>
  );
}
