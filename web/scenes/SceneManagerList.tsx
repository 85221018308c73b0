import { useCallback, useMemo, useState } from 'react';
import type { Scene } from '#shared/contract/scenes.ts';
import { ReorderArea } from '#web/ui/reorder/ReorderArea.tsx';
import { type Reorder, useReorder } from '#web/ui/reorder/useReorder.ts';
import { ActSection } from './ActSection.tsx';
import { type ActGroup, type ActStretch, actTitle, type PlannedGroups } from './grouping.ts';
import { sceneContainersOf, withSceneMoved } from './places.ts';
import { SceneColumns } from './SceneColumns.tsx';
import styles from './SceneManagerList.module.css';
import { SceneManagerRow } from './SceneManagerRow.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import { sceneName } from './sceneName.ts';
import type { ScenesProps } from './scenesProps.ts';
import { useRowActions } from './useRowActions.ts';
import { useRowFacts } from './useRowFacts.ts';
import { useSceneSelection } from './useSceneSelection.ts';

interface SceneManagerListProps extends ScenesProps {
  groups: readonly ActGroup[];
  plan: PlannedGroups;
  /** Create a beat for each scene. */
  onBeats: (scenes: readonly Scene[]) => void;
}

/** Show the scenes by act and sequence. */
export function SceneManagerList({ groups, plan, onBeats, ...props }: SceneManagerListProps) {
  const { scenes, sceneNumbers, canWrite, offer, video, counts, onArrange } = props;
  const { closed, toggle, shownIds } = useClosedActs(groups);
  const stretches = useMemo(() => groups.flatMap((group) => group.stretches), [groups]);
  const reorder = useSceneReorder(props, groups, stretches);
  const { setRoot, held } = reorder;
  const actions = useRowActions(props, (scene, by) => reorder.step(scene.id, by));
  const { selected, handles: selecting, clear } = useSceneSelection(shownIds);
  const chosen = scenes.filter(({ id }) => selected.has(id));
  const hasNotes = scenes.some(({ notes, beatId }) => notes?.trim() || beatId !== null);
  const factsOf = useRowFacts(props, stretches, plan);
  const [seen] = useState(() => new Set<number>());
  const rowProps = { selecting, canWrite, offer, video, actions, seen };
  const rowOf = (scene: Scene) => (
    <SceneManagerRow
      key={scene.id}
      scene={scene}
      {...factsOf(scene)}
      isLifted={held?.id === scene.id}
      isSelected={selected.has(scene.id)}
      {...rowProps}
    />
  );

  return (
    <ReorderArea reorder={reorder} canReorder={canWrite}>
      <div
        ref={setRoot}
        className={styles.list}
        data-scenes
        data-without-notes={!hasNotes || undefined}
        data-selecting={selected.size > 0 || undefined}
      >
        <SceneColumns />
        {groups.map((group) => (
          <ActSection
            key={group.number}
            {...{ group, sceneNumbers, counts, canWrite, rowOf }}
            isOpen={!closed.has(group.number)}
            onToggle={toggle}
            held={group.stretches.some(({ key }) => key === held?.position.containerKey) ? held : null}
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
    </ReorderArea>
  );
}

/** Return the folded acts, and the visible scenes in the order of the list. */
function useClosedActs(groups: readonly ActGroup[]) {
  const [closed, setClosed] = useState<ReadonlySet<number>>(new Set());
  const toggle = useCallback((number: number) => {
    setClosed((before) => {
      const after = new Set(before);
      if (!after.delete(number)) after.add(number);
      return after;
    });
  }, []);
  const shownIds = useMemo(
    () =>
      groups
        .filter(({ number }) => !closed.has(number))
        .flatMap((group) => group.stretches.flatMap((stretch) => stretch.scenes.map(({ id }) => id))),
    [groups, closed],
  );
  return { closed, toggle, shownIds };
}

/** Make the scenes of the list movable, and store moves. */
function useSceneReorder(
  { scenes, sceneNumbers, onMove }: Pick<ScenesProps, 'scenes' | 'sceneNumbers' | 'onMove'>,
  groups: readonly ActGroup[],
  stretches: readonly ActStretch[],
): Reorder {
  const sceneWith = (sceneId: number) => scenes.find(({ id }) => id === sceneId);
  const containers = useMemo(() => sceneContainersOf(stretches), [stretches]);
  return useReorder({
    containers,
    labelOf: (sceneId) => {
      const scene = sceneWith(sceneId);
      return scene ? capitalised(sceneName(scene, sceneNumbers.get(sceneId))) : '';
    },
    containerLabelOf: (containerKey) => {
      const stretch = stretches.find(({ key }) => key === containerKey);
      return stretch ? stretchLabelOf(stretch, groups) : '';
    },
    onDrop: (sceneId, { containerKey, index }) => {
      const scene = sceneWith(sceneId);
      const stretch = stretches.find(({ key }) => key === containerKey);
      const move = scene && stretch && withSceneMoved(scenes, stretches, scene, { stretch, index });
      if (move) void onMove(scene, move);
    },
  });
}

/** Return the name of a group for announcements: "Act 1: Departure, Boarding". */
function stretchLabelOf({ actNumber, sequenceId, name }: ActStretch, groups: readonly ActGroup[]): string {
  const group = groups.find(({ number }) => number === actNumber);
  const plain = actTitle(actNumber, []);
  const act = group && group.title !== plain ? `${plain}: ${group.title}` : plain;
  if (sequenceId !== null && name !== null) return `${act}, ${name}`;
  return group && group.stretches.length > 1 ? `${act}, without a sequence` : act;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
