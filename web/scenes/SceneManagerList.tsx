import { DragDropProvider } from '@dnd-kit/react';
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { ScriptCounts } from '#screenplay/facts/sceneCounts.ts';
import { colourOf, stripsOf } from '#screenplay/strip.ts';
import type { Scene, SceneArrangement } from '#shared/contract/scenes.ts';
import type { Offer } from '#web/lib/offer.ts';
import { dragPlugins, dragSensors } from '#web/ui/drag.ts';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { ActSection } from './ActSection.tsx';
import { actsToBegin, withActBegin } from './actBegins.ts';
import type { ActGroup, PlannedGroups } from './grouping.ts';
import { type Pointed, type SceneDrop, stepsFor, withSceneMoved } from './places.ts';
import { SceneColumns } from './SceneColumns.tsx';
import styles from './SceneManagerList.module.css';
import { SceneManagerRow } from './SceneManagerRow.tsx';
import type { SceneActions } from './SceneMenu.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import { sceneName } from './sceneName.ts';
import { useMoving } from './useMoving.ts';
import { useSceneSelection } from './useSceneSelection.ts';
import type { VideoOffer } from './videoOffer.ts';

export interface ScenesProps {
  scenes: readonly Scene[];
  sceneNumbers: ReadonlyMap<number, string>;
  canWrite: boolean;
  offer: Offer;
  video: VideoOffer;
  /** Why the last change of a scene did not hold, by scene id. */
  problems: Readonly<Record<number, string>>;
  /** The same object while the screen lives. */
  actions: Omit<SceneActions, 'step' | 'beginAct'>;
  /** Of the whole script; null until it is there. */
  counts: ScriptCounts | null;
  /** Changes many scenes as one step. */
  onArrange: (label: string, scenes: SceneArrangement[]) => void;
  /** Ends with the answer of the server; never rejects. */
  onMove: (scene: Scene, move: SceneDrop) => Promise<void>;
}

interface SceneManagerListProps extends ScenesProps {
  groups: readonly ActGroup[];
  plan: PlannedGroups;
  /** Makes a beat of each. */
  onBeats: (scenes: readonly Scene[]) => void;
}

/** The scenes by act and sequence. */
export function SceneManagerList({ groups, plan, onBeats, ...props }: SceneManagerListProps) {
  const { scenes, sceneNumbers, canWrite, offer, video, problems, counts, onArrange, onMove } = props;
  const [closed, setClosed] = useState<ReadonlySet<number>>(new Set());
  const toggle = useCallback((number: number) => {
    setClosed((before) => {
      const after = new Set(before);
      if (!after.delete(number)) after.add(number);
      return after;
    });
  }, []);
  const stretches = useMemo(() => groups.flatMap((group) => group.stretches), [groups]);
  const colours = useMemo(() => {
    const strips = stripsOf(scenes.map(({ heading }) => heading));
    return new Map(scenes.map(({ id }, index) => [id, strips[index] ? colourOf(strips[index]) : null]));
  }, [scenes]);
  const sceneWith = (sceneId: number) => scenes.find(({ id }) => id === sceneId);

  const moving = useMoving({
    groups,
    nameOf: (sceneId) => {
      const scene = sceneWith(sceneId);
      return scene ? capitalised(sceneName(scene, sceneNumbers.get(sceneId))) : '';
    },
    onDrop: (sceneId, place) => {
      const scene = sceneWith(sceneId);
      const move = scene && withSceneMoved(scenes, stretches, scene, place);
      if (move) void onMove(scene, move);
    },
  });
  const { lifted, handles } = moving;
  const step = useRef(moving.step);
  useLayoutEffect(() => {
    step.current = moving.step;
  });
  const beginAct = useRef((_scene: Scene, _actNumber: number) => {});
  useLayoutEffect(() => {
    beginAct.current = (scene, actNumber) =>
      onArrange(
        `Act ${actNumber} begins at ${sceneName(scene, sceneNumbers.get(scene.id))}`,
        withActBegin(scenes, scene.id, actNumber),
      );
  });
  const [actions] = useState<SceneActions>(() => ({
    ...props.actions,
    step: (scene, by) => step.current(scene, by),
    beginAct: (scene, actNumber) => beginAct.current(scene, actNumber),
  }));
  const shownIds = useMemo(
    () =>
      groups
        .filter(({ number }) => !closed.has(number))
        .flatMap((group) => group.stretches.flatMap((stretch) => stretch.scenes.map(({ id }) => id))),
    [groups, closed],
  );
  const { selected, handles: selecting, clear } = useSceneSelection(shownIds);
  const chosen = scenes.filter(({ id }) => selected.has(id));
  const beatTitles = useMemo(() => new Map(plan.beats.map(({ id, title }) => [id, title])), [plan.beats]);
  const hasNotes = scenes.some(({ notes, beatId }) => notes?.trim() || beatId !== null);

  const begins = useMemo(
    () => new Map(scenes.map((scene) => [scene.id, actsToBegin(scenes, scene).join(' ')])),
    [scenes],
  );
  const [seen] = useState(() => new Set<number>());
  const rowOf = (scene: Scene) => (
    <SceneManagerRow
      key={scene.id}
      scene={scene}
      number={sceneNumbers.get(scene.id)}
      colour={colours.get(scene.id) ?? null}
      isLifted={lifted?.sceneId === scene.id}
      isSelected={selected.has(scene.id)}
      counts={counts?.scenes.get(scene.id)}
      beat={beatTitles.get(scene.beatId ?? -1)}
      begins={begins.get(scene.id) ?? ''}
      selecting={selecting}
      canWrite={canWrite}
      steps={stepsFor(stretches, scene)}
      offer={offer}
      video={video}
      problem={problems[scene.id] ?? null}
      actions={actions}
      handles={handles}
      seen={seen}
    />
  );

  return (
    <DragDropProvider
      plugins={dragPlugins}
      sensors={dragSensors}
      onDragStart={({ operation }) => moving.lift(Number(operation.source?.id), 'pointer')}
      onDragMove={({ operation, to }) => {
        const pointed = pointedAt(to ?? operation.position.current);
        if (pointed) moving.pointAt(pointed);
      }}
      onDragEnd={({ canceled }) => (canceled ? moving.putBack() : moving.drop())}
    >
      <div
        ref={moving.list}
        className={styles.list}
        data-scenes
        data-without-notes={!hasNotes || undefined}
        data-selecting={selected.size > 0 || undefined}
      >
        <SceneColumns />
        {groups.map((group) => (
          <ActSection
            key={group.number}
            group={group}
            sceneNumbers={sceneNumbers}
            counts={counts}
            isOpen={!closed.has(group.number)}
            onToggle={toggle}
            canWrite={canWrite}
            lifted={lifted?.place.stretch.actNumber === group.number ? lifted : null}
            rowOf={rowOf}
          />
        ))}
      </div>
      {canWrite && chosen.length > 0 && (
        <SelectionBar
          scenes={chosen}
          groups={groups}
          plan={plan}
          onArrange={onArrange}
          onBeats={() => onBeats(chosen)}
          onClear={clear}
        />
      )}
      {canWrite && (
        <>
          <p hidden id="move-scene-hint">
            Space picks up, arrow keys move, Space drops, Escape puts back.
          </p>
          <VisuallyHidden as="p" aria-live="assertive">
            {moving.spoken}
          </VisuallyHidden>
        </>
      )}
    </DragDropProvider>
  );
}

/** What of the list lies at a point of the window; what is carried lets the pointer through. */
function pointedAt({ x, y }: { x: number; y: number }): Pointed | null {
  const target = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-scene], [data-stretch]');
  if (!target) return null;
  const { scene, stretch, end } = target.dataset;
  if (stretch !== undefined) return { stretchKey: stretch, isEnd: end !== undefined };
  const { top, height } = target.getBoundingClientRect();
  return { sceneId: Number(scene), isBehind: y > top + height / 2 };
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
