import { Ellipsis, Pencil, Plus, Trash2 } from 'lucide-react';
import type { Act } from '#shared/contract/acts.ts';
import type { Sequence } from '#shared/contract/sequences.ts';
import { Button } from '#web/ui/Button.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Menu, MenuItem } from '#web/ui/Menu.tsx';
import { dropTarget } from '#web/ui/reorder/targets.ts';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import styles from './ActCard.module.css';
import { BeatList, type BoardState } from './BeatList.tsx';
import { containerKeyOf } from './beatPositions.ts';
import { beatsIn, sequencesIn } from './board.ts';
import { pageRange, usePlanInScript } from './realPages.ts';
import { useBoardTools } from './tools.ts';

/** The id of an act's card in the document. */
export function actCardId(actId: number): string {
  return `act-${actId}`;
}

const icon = { size: 16, strokeWidth: 1.6, 'aria-hidden': true } as const;
const plus = <Plus size={14} strokeWidth={1.6} aria-hidden="true" />;

interface ActCardProps {
  act: Act;
  board: BoardState;
  isAdding: boolean;
}

export function ActCard({ act, board, isAdding }: ActCardProps) {
  const { open, addBeat } = useBoardTools();
  const { plan, canWrite, held } = board;
  const loose = { actNumber: act.number, sequenceId: null };
  const isLandingHere = held?.position.containerKey === containerKeyOf(loose);
  const hasLoose = beatsIn(plan, loose).length > 0 || isLandingHere;
  const sequences = sequencesIn(plan, act.number);
  const titleId = `${actCardId(act.id)}-title`;
  return (
    <section
      className={styles.act}
      id={actCardId(act.id)}
      aria-label={`Act ${act.number}: ${act.title}`}
      tabIndex={-1}
      data-theme={act.colorTheme}
      {...dropTarget({ type: 'end', key: containerKeyOf(loose) })}
      // The second press of a double-click on "Beat" lands next to the new form: keep the focus in
      // the form.
      onMouseDown={(event) => {
        if (event.detail > 1 && !isField(event.target)) event.preventDefault();
      }}
    >
      <ActHead act={act} titleId={titleId} canWrite={canWrite} />
      {sequences.map((sequence) => (
        <SequenceCard key={sequence.id} sequence={sequence} board={board} isAdding={isAdding} />
      ))}
      {hasLoose && (
        <div className={styles.loose}>
          <h4 className={styles.caption}>Loose beats</h4>
          <BeatList board={board} home={loose} label={`Loose beats of act ${act.number}`} />
        </div>
      )}
      {canWrite && (
        <div className={styles.adds}>
          <Button
            kind="ghost"
            size="small"
            icon={plus}
            aria-describedby={titleId}
            disabled={isAdding}
            onClick={() => addBeat(loose)}
          >
            Beat
          </Button>
          <Button
            kind="ghost"
            size="small"
            icon={plus}
            aria-describedby={titleId}
            onClick={() => open({ type: 'add sequence', act })}
          >
            Sequence
          </Button>
        </div>
      )}
      {!canWrite && !hasLoose && sequences.length === 0 && <p className={styles.none}>No beats yet</p>}
    </section>
  );
}

interface ActHeadProps {
  act: Act;
  titleId: string;
  canWrite: boolean;
}

function ActHead({ act, titleId, canWrite }: ActHeadProps) {
  const { open } = useBoardTools();
  return (
    <header className={styles.head}>
      <span className={styles.number}>Act {act.number}</span>
      <span className={styles.pages}>
        <VisuallyHidden>Pages </VisuallyHidden>
        {act.startPage}–{act.endPage}
        <RealPagesOf actNumber={act.number} />
      </span>
      <h3 className={styles.title} id={titleId} dir="auto">
        {act.title}
      </h3>
      {canWrite && (
        <Menu
          trigger={
            <IconButton label={`Menu of act ${act.number}`} size="small" className={styles.menu}>
              <Ellipsis size={15} strokeWidth={1.6} aria-hidden="true" />
            </IconButton>
          }
        >
          <MenuItem icon={<Pencil {...icon} />} onSelect={() => open({ type: 'edit act', act })}>
            Edit
          </MenuItem>
          <MenuItem
            icon={<Trash2 {...icon} />}
            isDestructive
            onSelect={() => open({ type: 'delete act', act })}
          >
            Delete
          </MenuItem>
        </Menu>
      )}
      {act.subtitle && (
        <p className={styles.subtitle} dir="auto">
          {act.subtitle}
        </p>
      )}
    </header>
  );
}

/** Show the pages on which the script has the act's scenes, next to the planned ones. */
function RealPagesOf({ actNumber }: { actNumber: number }) {
  const real = usePlanInScript().acts.get(actNumber);
  return real && <span className={styles.real}> script {pageRange(real.startLabel, real.endLabel)}</span>;
}

function isField(target: EventTarget): boolean {
  return target instanceof Element && target.closest('input, textarea') !== null;
}

interface SequenceCardProps {
  sequence: Sequence;
  board: BoardState;
  isAdding: boolean;
}

function SequenceCard({ sequence, board, isAdding }: SequenceCardProps) {
  const { addBeat } = useBoardTools();
  const home = { actNumber: sequence.actNumber, sequenceId: sequence.id };
  const { length } = beatsIn(board.plan, home);
  return (
    <div
      className={styles.sequence}
      data-theme={sequence.colorTheme}
      {...dropTarget({ type: 'end', key: containerKeyOf(home) })}
    >
      <div className={styles.sequenceHead}>
        <h4 className={styles.name} dir="auto">
          {sequence.name}
        </h4>
        <span className={styles.count} role="img" aria-label={length === 1 ? '1 beat' : `${length} beats`}>
          {length}
        </span>
        {board.canWrite && <SequenceMenu sequence={sequence} isAdding={isAdding} />}
      </div>
      {sequence.description && (
        <p className={styles.sequenceText} dir="auto">
          {sequence.description}
        </p>
      )}
      <BeatList board={board} home={home} label={`Beats of ${sequence.name}`} />
      {board.canWrite && (
        <Button
          kind="ghost"
          size="small"
          icon={plus}
          className={styles.add}
          aria-label={`Beat in ${sequence.name}`}
          disabled={isAdding}
          onClick={() => addBeat(home)}
        >
          Beat
        </Button>
      )}
    </div>
  );
}

function SequenceMenu({ sequence, isAdding }: Pick<SequenceCardProps, 'sequence' | 'isAdding'>) {
  const { open, addBeat } = useBoardTools();
  const home = { actNumber: sequence.actNumber, sequenceId: sequence.id };
  return (
    <Menu
      trigger={
        <IconButton label={`Menu of ${sequence.name}`} size="small" className={styles.sequenceMenu}>
          <Ellipsis size={15} strokeWidth={1.6} aria-hidden="true" />
        </IconButton>
      }
    >
      <MenuItem icon={<Plus {...icon} />} disabled={isAdding} onSelect={() => addBeat(home)}>
        Add beat
      </MenuItem>
      <MenuItem icon={<Pencil {...icon} />} onSelect={() => open({ type: 'edit sequence', sequence })}>
        Edit
      </MenuItem>
      <MenuItem
        icon={<Trash2 {...icon} />}
        isDestructive
        onSelect={() => open({ type: 'delete sequence', sequence })}
      >
        Delete
      </MenuItem>
    </Menu>
  );
}
