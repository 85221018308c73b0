import { ChevronDown, ChevronRight } from 'lucide-react';
import { Fragment, type ReactNode, useId } from 'react';
import type { ScriptCounts } from '#screenplay/facts/sceneCounts.ts';
import type { StoryBeat } from '#shared/contract/beats.ts';
import type { Scene } from '#shared/contract/scenes.ts';
import styles from './ActSection.module.css';
import { type ActGroup, type ActStretch, extentOf } from './grouping.ts';
import type { DraggedScene } from './sceneMover.ts';

interface ActSectionProps {
  group: ActGroup;
  sceneNumbers: ReadonlyMap<number, string>;
  counts: ScriptCounts | null;
  isOpen: boolean;
  onToggle: (number: number) => void;
  canWrite: boolean;
  /** Where in this act what is held would land. */
  lifted: DraggedScene | null;
  rowOf: (scene: Scene) => ReactNode;
}

/** An act with its sequences, their beats and scenes; it can be folded. */
export function ActSection(props: ActSectionProps) {
  const { group, onToggle, canWrite, lifted, rowOf } = props;
  const { number, title, subtitle, theme, stretches } = group;
  const id = useId();
  const name = title === `Act ${number}` ? title : `Act ${number}: ${title}`;
  // Open while an item is dragged, so that its landing place is visible.
  const isOpen = props.isOpen || lifted !== null;
  const first = stretches[0];
  const last = stretches.at(-1);
  const hasSequences = stretches.length > 1;
  const isShown = ({ sequenceId, scenes }: ActStretch) =>
    sequenceId !== null || !hasSequences || scenes.length > 0 || canWrite;
  return (
    <section className={styles.act} data-theme={theme} aria-label={name}>
      <header
        className={styles.head}
        data-stretch={props.isOpen ? first?.key : last?.key}
        data-end={props.isOpen ? undefined : true}
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
              <Scenes stretch={stretch} lifted={lifted} rowOf={rowOf} />
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
    <h3 className={styles.band} data-theme={stretch.theme} data-stretch={stretch.key}>
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
  lifted: DraggedScene | null;
  rowOf: (scene: Scene) => ReactNode;
}

function Scenes({ stretch, lifted, rowOf }: ScenesProps) {
  const { key, scenes, name, actNumber } = stretch;
  const at = lifted?.place.stretch.key === key ? lifted.place.index : -1;
  // Where it is already, it needs no other place.
  const slotAt = scenes[at]?.id === lifted?.sceneId ? -1 : at;
  const slot = slotAt !== -1 && (
    <li className={styles.slot} key="slot" data-slot aria-hidden="true">
      Lands here
    </li>
  );
  if (scenes.length === 0 && !slot) {
    return (
      <p className={styles.none} data-stretch={key}>
        No scenes here yet
      </p>
    );
  }
  const others = scenes.filter(({ id }) => id !== lifted?.sceneId);
  const before = slotAt === -1 ? undefined : others[slotAt];
  return (
    <ul aria-label={`Scenes of ${name ?? `act ${actNumber}`}`}>
      {scenes.map((scene) => (
        <Fragment key={scene.id}>
          {scene === before && slot}
          {rowOf(scene)}
        </Fragment>
      ))}
      {before === undefined && slot}
    </ul>
  );
}
