import { Ellipsis, FolderInput, Pencil, Trash2 } from 'lucide-react';
import { memo, type RefObject, useEffect, useRef } from 'react';
import type { StoryBeat } from '#shared/contract/beats.ts';
import { useIsNearViewport } from '#web/lib/useIsNearViewport.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Menu, MenuItem, MenuSeparator } from '#web/ui/Menu.tsx';
import { MoveItems, movesAmong } from '#web/ui/reorder/MoveItems.tsx';
import { ReorderHandle } from '#web/ui/reorder/ReorderHandle.tsx';
import { dropTarget } from '#web/ui/reorder/targets.ts';
import { useReorderItem } from '#web/ui/reorder/useReorderItem.ts';
import styles from './BeatCard.module.css';
import { BeatForm } from './BeatForm.tsx';
import { BeatPages } from './BeatPages.tsx';
import { useBoardTools } from './tools.ts';

interface BeatCardProps {
  beat: StoryBeat;
  canWrite: boolean;
  isEditing: boolean;
  isLifted: boolean;
  isFirst: boolean;
  isLast: boolean;
}

/** Show a beat as an index card: the title above a line, the description below it. */
export const BeatCard = memo(function BeatCard(props: BeatCardProps) {
  const { beat, canWrite, isEditing, isLifted } = props;
  const { edit, seen } = useBoardTools();
  const card = useRef<HTMLLIElement>(null);
  const isNear = useIsNearViewport(card, beat.id, seen);
  const menu = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    // Move the focus back to the card when its form closes.
    if (wasEditing.current && !isEditing) menu.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);

  if (isEditing && canWrite) {
    return (
      // Observed also while the form is open, so that its tools are there when it closes.
      <li ref={card} className={styles.card} {...dropTarget({ type: 'item', id: beat.id })}>
        <BeatForm beat={beat} onClose={() => edit(beat.id, false)} />
      </li>
    );
  }
  return (
    <li
      ref={card}
      className={isLifted ? `${styles.card} ${styles.source}` : styles.card}
      {...dropTarget({ type: 'item', id: beat.id })}
      data-can-lift={canWrite || undefined}
    >
      <h5 className={styles.title} dir="auto">
        {beat.title}
      </h5>
      {beat.description && (
        <p className={styles.text} dir="auto">
          {beat.description}
        </p>
      )}
      <BeatPages beat={beat} />
      {canWrite && isNear && <Tools {...props} card={card} menu={menu} />}
    </li>
  );
});

interface ToolsProps extends BeatCardProps {
  card: RefObject<HTMLLIElement | null>;
  menu: RefObject<HTMLButtonElement | null>;
}

/** Show the card's handle and menu, and make the card draggable. */
function Tools({ beat, isLifted, isFirst, isLast, card, menu }: ToolsProps) {
  const { ref } = useReorderItem(beat.id);
  // In an effect, because the surrounding card element must exist.
  useEffect(() => {
    ref(card.current);
    return () => ref(null);
  }, [ref, card]);
  return (
    <div className={styles.tools}>
      <ReorderHandle
        itemId={beat.id}
        label={beat.title}
        isLifted={isLifted}
        size="small"
        iconPx={15}
        className={`${styles.tool} ${styles.grip}`}
      />
      <Menu
        trigger={
          <IconButton ref={menu} label={`Menu of ${beat.title}`} size="small" className={styles.tool}>
            <Ellipsis size={15} strokeWidth={1.6} aria-hidden="true" />
          </IconButton>
        }
      >
        <BeatMenu beat={beat} isFirst={isFirst} isLast={isLast} />
      </Menu>
    </div>
  );
}

const icon = { size: 16, strokeWidth: 1.6, 'aria-hidden': true } as const;

function BeatMenu({ beat, isFirst, isLast }: Pick<BeatCardProps, 'beat' | 'isFirst' | 'isLast'>) {
  const { edit, step, open } = useBoardTools();
  return (
    <>
      <MenuItem icon={<Pencil {...icon} />} onSelect={() => edit(beat.id, true)}>
        Edit
      </MenuItem>
      <MenuItem icon={<FolderInput {...icon} />} onSelect={() => open({ type: 'move beat', beat })}>
        Move to…
      </MenuItem>
      <MoveItems moves={movesAmong(isFirst, isLast)} onMove={(by) => step(beat.id, by)} />
      <MenuSeparator />
      <MenuItem
        icon={<Trash2 {...icon} />}
        isDestructive
        onSelect={() => open({ type: 'delete beat', beat })}
      >
        Delete
      </MenuItem>
    </>
  );
}
