import type { BeatContainer } from '#screenplay/plan.ts';
import type { StoryBeat } from '#shared/contract/beats.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { type BeatPosition, endOfHome } from './beatPositions.ts';
import { type StoryPlan, sequencesIn } from './board.ts';
import styles from './PlanDialog.module.css';

interface MoveDialogProps {
  plan: StoryPlan;
  beat: StoryBeat;
  onMove: (landing: BeatPosition) => void;
  onClose: () => void;
}

/** List the acts and sequences to which the beat can move, as an alternative to dragging. */
export function MoveDialog({ plan, beat, onMove, onClose }: MoveDialogProps) {
  const moveTo = (home: BeatContainer) => {
    onMove(endOfHome(plan, beat.id, home));
    onClose();
  };
  const isHome = ({ actNumber, sequenceId }: BeatContainer) =>
    beat.actNumber === actNumber && beat.sequenceId === sequenceId;
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Move beat"
      description={`“${beat.title}” goes to the end of the act or sequence that you choose.`}
    >
      <ul className={styles.homes}>
        {plan.acts.flatMap((act) => {
          const loose = { actNumber: act.number, sequenceId: null };
          return [
            <li key={`act ${act.id}`} data-theme={act.colorTheme}>
              <Home
                name={`Act ${act.number}: ${act.title}`}
                isHere={isHome(loose)}
                onPress={() => moveTo(loose)}
              />
            </li>,
            ...sequencesIn(plan, act.number).map(({ id, name, colorTheme }) => {
              const home = { actNumber: act.number, sequenceId: id };
              return (
                <li key={id} data-theme={colorTheme}>
                  <Home name={name} isInAct isHere={isHome(home)} onPress={() => moveTo(home)} />
                </li>
              );
            }),
          ];
        })}
      </ul>
    </Dialog>
  );
}

interface HomeProps {
  name: string;
  isInAct?: boolean;
  isHere: boolean;
  onPress: () => void;
}

function Home({ name, isInAct = false, isHere, onPress }: HomeProps) {
  return (
    <button
      type="button"
      className={styles.home}
      data-in-act={isInAct || undefined}
      disabled={isHere}
      onClick={onPress}
    >
      <span className={styles.swatch} aria-hidden="true" />
      <span className={styles.name} dir="auto">
        {name}
      </span>
      {isHere && <span className={styles.here}>It is here</span>}
    </button>
  );
}
