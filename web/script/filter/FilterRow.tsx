import { Ellipsis, ListFilter, Trash2 } from 'lucide-react';
import { type CSSProperties, type KeyboardEvent, memo, useLayoutEffect, useRef } from 'react';
import type { StripColour } from '#screenplay/strip.ts';
import type { Scene } from '#shared/contract/scenes.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Menu, MenuItem } from '#web/ui/Menu.tsx';
import { MoveItems, type PossibleMoves } from '#web/ui/reorder/MoveItems.tsx';
import { grabsItem } from '#web/ui/reorder/targets.ts';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import styles from './rows.module.css';
import { headingOrUntitled } from './sceneName.ts';

/** Actions of a scene list; the same object for its lifetime, so that rows are reused. */
export interface FilterActions {
  go: (scene: Scene) => void;
  filter: (scene: Scene) => void;
  /** Move a scene up or down by one position. */
  step: (scene: Scene, by: -1 | 1) => void;
  remove: (scene: Scene, index: number) => void;
}

interface SceneRowProps {
  scene: Scene;
  number: string | undefined;
  colour: StripColour | null;
  /** Null while the pages are being computed. */
  page: string | null;
  eighths: number | null;
  isCurrent: boolean;
  isChosen: boolean;
  /** Null for users who cannot edit. */
  moves: PossibleMoves | null;
  actions: FilterActions;
  index: number;
  isStop: boolean;
  onRowKey: (event: KeyboardEvent<HTMLElement>) => void;
  onRowFocus: (index: number) => void;
}

/**
 * A scene as a strip of a strip board. The row goes to the scene and can be dragged; a separate
 * button filters the script by the scene.
 */
export const FilterRow = memo(function SceneRow(props: SceneRowProps) {
  const { scene, number, isChosen, moves, actions, index, isStop } = props;
  const tabIndex = isStop ? 0 : -1;
  return (
    <>
      <RowButton {...props} tabIndex={tabIndex} />
      <button
        type="button"
        className={styles.filter}
        title={isChosen ? 'Show the whole script' : 'Show only this scene'}
        aria-label={`Filter by ${nameOf(scene, number)}`}
        aria-pressed={isChosen}
        tabIndex={tabIndex}
        onClick={() => actions.filter(scene)}
      >
        <ListFilter size={14} strokeWidth={1.6} aria-hidden="true" />
      </button>
      {moves !== null && <RowMenu {...{ scene, number, actions, index, moves, tabIndex }} />}
    </>
  );
});

function RowButton(props: SceneRowProps & { tabIndex: number }) {
  const { scene, number, colour, page, eighths, isCurrent, moves, actions, index, onRowKey, onRowFocus } =
    props;
  const button = useRef<HTMLButtonElement>(null);
  // A moved scene keeps the focus, and Tab reaches it at its new position.
  useLayoutEffect(() => {
    if (button.current && button.current === document.activeElement) onRowFocus(index);
  }, [index, onRowFocus]);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const by = moveOfKey(event);
    if (by === null) return onRowKey(event);
    event.preventDefault();
    if (moves === 'both' || moves === (by < 0 ? 'up' : 'down')) actions.step(scene, by);
  };
  return (
    <button
      ref={button}
      type="button"
      className={styles.scene}
      data-row={index}
      tabIndex={props.tabIndex}
      aria-current={isCurrent || undefined}
      aria-keyshortcuts={moves === null ? undefined : 'Alt+ArrowUp Alt+ArrowDown'}
      {...grabsItem}
      onClick={() => actions.go(scene)}
      onKeyDown={onKeyDown}
      onFocus={() => onRowFocus(index)}
    >
      <i className={styles.strip} data-strip={colour ?? undefined} />
      <ScreenReaderText text={number === undefined ? '' : 'Scene'} />{' '}
      <span className={styles.number}>{number}</span>{' '}
      <span className={styles.heading}>{headingOrUntitled(scene)}</span>{' '}
      <ScreenReaderText text={page === null ? '' : 'page'} /> <span className={styles.page}>{page}</span>{' '}
      <ScreenReaderText text={eighths === null ? '' : 'length'} />{' '}
      <span className={styles.eighths}>
        <span>{eighths !== null && eighths >= 8 && Math.floor(eighths / 8)}</span>{' '}
        <span>{eighths !== null && eighths % 8 > 0 && `${eighths % 8}/8`}</span>
      </span>
    </button>
  );
}

/** Return the direction of Alt with an arrow key; null for other keys. */
function moveOfKey({ key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): -1 | 1 | null {
  if (!altKey || ctrlKey || metaKey || shiftKey) return null;
  return key === 'ArrowUp' ? -1 : key === 'ArrowDown' ? 1 : null;
}

function nameOf(scene: Scene, number: string | undefined): string {
  return number === undefined ? headingOrUntitled(scene) : `scene ${number}`;
}

interface RowMenuProps extends Pick<SceneRowProps, 'scene' | 'number' | 'actions' | 'index'> {
  moves: NonNullable<SceneRowProps['moves']>;
  tabIndex: number;
}

function RowMenu({ scene, number, actions, index, moves, tabIndex }: RowMenuProps) {
  return (
    <Menu
      trigger={
        <IconButton
          label={`Actions for ${nameOf(scene, number)}`}
          size="small"
          className={styles.more}
          tabIndex={tabIndex}
        >
          <Ellipsis size={16} strokeWidth={1.6} aria-hidden="true" />
        </IconButton>
      }
    >
      <MoveItems moves={moves} onMove={(by) => actions.step(scene, by)} />
      <MenuItem
        icon={<Trash2 size={16} strokeWidth={1.6} aria-hidden="true" />}
        isDestructive
        onSelect={() => actions.remove(scene, index)}
      >
        Delete scene…
      </MenuItem>
    </Menu>
  );
}

/** Explanation of a number for screen readers. */
export function ScreenReaderText({ text }: { text: string }) {
  return text !== '' && <VisuallyHidden>{text}</VisuallyHidden>;
}

/** Return the position of a row, so that only rows near the viewport are in the document. */
export const rowAt = (index: number, rowPx: number): CSSProperties => ({
  top: index * rowPx,
  height: rowPx,
});
