import { ChevronDown, ChevronRight } from 'lucide-react';
import { Fragment, type ReactNode, useId } from 'react';
import type { ScriptCounts } from '#screenplay/facts/sceneCounts.ts';
import type { StoryBeat } from '#shared/contract/beats.ts';
import type { Scene } from '#shared/contract/scenes.ts';
import { DropSlot } from '#web/ui/reorder/DropSlot.tsx';
import type { HeldItem } from '#web/ui/reorder/ItemMover.ts';
import { slotIn } from '#web/ui/reorder/positions.ts';
import { dropTarget } from '#web/ui/reorder/targets.ts';
import styles from './ActSection.module.css';
import { type ActGroup, type ActStretch, extentOf } from './grouping.ts';

interface ActSectionProps {
  group: ActGroup;
  sceneNumbers: ReadonlyMap<number, string>;
  counts: ScriptCounts | null;
  isOpen: boolean;
  onToggle: (number: number) => void;
  canWrite: boolean;
  /** The held scene, if it would land in this act. */
  held: HeldItem | null;
  rowOf: (scene: Scene) => ReactNode;
}

/** Show an act with its sequences, beats and scenes. It can be folded. */
export function ActSection(props: ActSectionProps) {
  const { group, onToggle, canWrite, held, rowOf } = props;
  const { number, title, subtitle, theme, stretches } = group;
  const id = useId();
  const name = title === `Act ${number}` ? title : `Act ${number}: ${title}`;
  // Open while an item is dragged, so that the target is visible.
  const isOpen = props.isOpen || held !== null;
  const edge = props.isOpen ? stretches[0] : stretches.at(-1);
  const hasSequences = stretches.length > 1;
  const isShown = ({ sequenceId, scenes }: ActStretch) =>
    sequenceId !== null || !hasSequences || scenes.length > 0 || canWrite;
  return (
    <section className={styles.act} data-theme={theme} aria-label={name}>
      <header
        className={styles.head}
        {...(edge && dropTarget({ type: props.isOpen ? 'start' : 'end', key: edge.key }))}
      >
        <h2 className={styles.heading}>
          <ActToggle group={group} name={name} isOpen={isOpen} contentId={id} onToggle={onToggle} />
        </h2>
        {subtitle !== null && (
          <span className={styles.subtitle} dir="auto">
            {subtitle}
          </span>
        )}
        <span className={styles.extent}>{extentOf(group.scenes, props.sceneNumbers, props.counts)}</span>
      </header>
      {isOpen && (
        <div id={id}>
          {stretches.filter(isShown).map((stretch) => (
            <Fragment key={stretch.key}>
              {hasSequences && <SequenceBand stretch={stretch} />}
              <Beats beats={stretch.beats} of={stretch.name ?? `Act ${number}`} />
              <Scenes stretch={stretch} held={held} rowOf={rowOf} />
            </Fragment>
          ))}
        </div>
      )}
    </section>
  );
}

interface ActToggleProps {
  group: ActGroup;
  name: string;
  isOpen: boolean;
  /** Id of the shown content. */
  contentId: string;
  onToggle: (number: number) => void;
}

function ActToggle({ group: { number, title }, name, isOpen, contentId, onToggle }: ActToggleProps) {
  return (
    <button
      type="button"
      className={styles.toggle}
      aria-label={name}
      aria-expanded={isOpen}
      aria-controls={isOpen ? contentId : undefined}
      onClick={() => onToggle(number)}
    >
      {isOpen ? <ChevronDown {...icon} /> : <ChevronRight {...icon} />}
      <span className={styles.name}>
        <b>Act {number}</b>{' '}
        {title !== `Act ${number}` && (
          <span className={styles.title} dir="auto">
            {title}
          </span>
        )}
      </span>
    </button>
  );
}

function SequenceBand({ stretch }: { stretch: ActStretch }) {
  return (
    <h3
      className={styles.band}
      data-theme={stretch.theme}
      {...dropTarget({ type: 'start', key: stretch.key })}
    >
      <span dir="auto">{stretch.name ?? 'Without a sequence'}</span>{' '}
      {stretch.beats.length > 0 && (
        <span className={styles.count}>
          {stretch.beats.length === 1 ? '1 beat' : `${stretch.beats.length} beats`}
        </span>
      )}
    </h3>
  );
}

const icon = { size: 16, strokeWidth: 1.6, 'aria-hidden': true } as const;

function Beats({ beats, of }: { beats: readonly StoryBeat[]; of: string }) {
  if (beats.length === 0) return null;
  return (
    <ul className={styles.beats} aria-label={`Beats of ${of}`}>
      {beats.map(({ id, title, description }) => (
        <li key={id} dir="auto" title={description ?? undefined}>
          {title}
        </li>
      ))}
    </ul>
  );
}

interface ScenesProps {
  stretch: ActStretch;
  held: HeldItem | null;
  rowOf: (scene: Scene) => ReactNode;
}

function Scenes({ stretch, held, rowOf }: ScenesProps) {
  const { key, scenes, name, actNumber } = stretch;
  const slotPosition = held && slotIn({ key, ids: scenes.map(({ id }) => id) }, held.id, held.position);
  if (scenes.length === 0 && !slotPosition) {
    return (
      <p className={styles.none} {...dropTarget({ type: 'start', key })}>
        No scenes here yet
      </p>
    );
  }
  const slot = <DropSlot key="slot" className={styles.slot} />;
  return (
    <ul aria-label={`Scenes of ${name ?? `act ${actNumber}`}`}>
      {scenes.map((scene) => (
        <Fragment key={scene.id}>
          {slotPosition?.beforeId === scene.id && slot}
          {rowOf(scene)}
        </Fragment>
      ))}
      {slotPosition?.beforeId === null && slot}
    </ul>
  );
}
