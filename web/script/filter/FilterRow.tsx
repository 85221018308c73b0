import { Ellipsis, ListFilter, Trash2 } from 'lucide-react';
import { type CSSProperties, type KeyboardEvent, memo } from 'react';
import type { StripColour } from '#screenplay/strip.ts';
import type { Scene } from '#shared/contract/scenes.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Menu, MenuItem } from '#web/ui/Menu.tsx';
import { MoveItems, type PossibleMoves } from '#web/ui/reorder/MoveItems.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import styles from './rows.module.css';
import { headingOrUntitled } from './sceneName.ts';

/** Actions of a scene list; the same object for its lifetime, so that rows are reused. */
export interface FilterActions {
  choose: (scene: Scene) => void;
  move: (scene: Scene, direction: 'up' | 'down') => void;
  remove: (scene: Scene, index: number) => void;
}

interface SceneRowProps {
  scene: Scene;
  number: string | undefined;
  colour: StripColour | null;
  /** Null while the pages are being computed. */
  page: number | null;
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

/** A scene as a strip of a strip board. */
export const FilterRow = memo(function SceneRow(props: SceneRowProps) {
  const { scene, number, colour, page, eighths, isCurrent, isChosen, moves, actions, index, isStop } = props;
  const tabIndex = isStop ? 0 : -1;
  const wholePages = eighths === null ? 0 : Math.floor(eighths / 8);
  const rest = eighths === null ? 0 : eighths % 8;
  return (
    <>
      <button
        type="button"
        className={styles.scene}
        data-row={index}
        tabIndex={tabIndex}
        aria-pressed={isChosen}
        aria-current={isCurrent || undefined}
        onClick={() => actions.choose(scene)}
        onKeyDown={props.onRowKey}
        onFocus={() => props.onRowFocus(index)}
      >
        <i className={styles.strip} data-strip={colour ?? undefined} />
        <ScreenReaderText text={number === undefined ? '' : 'Scene'} />{' '}
        <span className={styles.number}>{number}</span>{' '}
        <span className={styles.heading}>{headingOrUntitled(scene)}</span>
        {isChosen && <ListFilter className={styles.mark} size={13} strokeWidth={1.6} aria-hidden="true" />}{' '}
        <ScreenReaderText text={page === null ? '' : 'page'} /> <span className={styles.page}>{page}</span>{' '}
        <ScreenReaderText text={eighths === null ? '' : 'length'} />{' '}
        <span className={styles.eighths}>
          <span>{wholePages > 0 && wholePages}</span> <span>{rest > 0 && `${rest}/8`}</span>
        </span>
      </button>
      {moves !== null && <RowMenu {...{ scene, number, actions, index, moves, tabIndex }} />}
    </>
  );
});

interface RowMenuProps extends Pick<SceneRowProps, 'scene' | 'number' | 'actions' | 'index'> {
  moves: NonNullable<SceneRowProps['moves']>;
  tabIndex: number;
}

function RowMenu({ scene, number, actions, index, moves, tabIndex }: RowMenuProps) {
  return (
    <Menu
      trigger={
        <IconButton
          label={`Actions for ${number === undefined ? headingOrUntitled(scene) : `scene ${number}`}`}
          size="small"
          className={styles.more}
          tabIndex={tabIndex}
        >
          <Ellipsis size={16} strokeWidth={1.6} aria-hidden="true" />
        </IconButton>
      }
    >
      <MoveItems moves={moves} onMove={(by) => actions.move(scene, by < 0 ? 'up' : 'down')} />
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
