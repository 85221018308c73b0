import { useCallback, useMemo, useState } from 'react';
import type { Scene } from '#shared/contract/scenes.ts';
import { ActSection } from './ActSection.tsx';
import type { ActGroup, ActStretch, PlannedGroups } from './grouping.ts';
import { withSceneMoved } from './places.ts';
import { SceneColumns } from './SceneColumns.tsx';
import { SceneDragArea } from './SceneDragArea.tsx';
import styles from './SceneManagerList.module.css';
import { SceneManagerRow } from './SceneManagerRow.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import { sceneName } from './sceneName.ts';
import type { ScenesProps } from './scenesProps.ts';
import { type SceneMoving, useMoving } from './useMoving.ts';
import { useRowActions } from './useRowActions.ts';
import { useRowFacts } from './useRowFacts.ts';
import { useSceneSelection } from './useSceneSelection.ts';

interface SceneManagerListProps extends ScenesProps {
  groups: readonly ActGroup[];
  plan: PlannedGroups;
  /** Makes a beat of each. */
  onBeats: (scenes: readonly Scene[]) => void;
}

/** The scenes by act and sequence. */
export function SceneManagerList({ groups, plan, onBeats, ...props }: SceneManagerListProps) {
  const { scenes, sceneNumbers, canWrite, offer, video, counts, onArrange } = props;
  const { closed, toggle, shownIds } = useClosedActs(groups);
  const stretches = useMemo(() => groups.flatMap((group) => group.stretches), [groups]);
  const moving = useSceneMoving(props, groups, stretches);
  const { lifted, handles } = moving;
  const actions = useRowActions(props, moving.step);
  const { selected, handles: selecting, clear } = useSceneSelection(shownIds);
  const chosen = scenes.filter(({ id }) => selected.has(id));
  const hasNotes = scenes.some(({ notes, beatId }) => notes?.trim() || beatId !== null);
  const factsOf = useRowFacts(props, stretches, plan);
  const [seen] = useState(() => new Set<number>());
  const rowProps = { selecting, canWrite, offer, video, actions, handles, seen };
  const rowOf = (scene: Scene) => (
    <SceneManagerRow
      key={scene.id}
      scene={scene}
      {...factsOf(scene)}
      isLifted={lifted?.sceneId === scene.id}
      isSelected={selected.has(scene.id)}
      {...rowProps}
    />
  );

  return (
    <SceneDragArea moving={moving} canWrite={canWrite}>
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
            {...{ group, sceneNumbers, counts, canWrite, rowOf }}
            isOpen={!closed.has(group.number)}
            onToggle={toggle}
            lifted={lifted?.place.stretch.actNumber === group.number ? lifted : null}
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
    </SceneDragArea>
  );
}

/** The acts that are folded, and the scenes that are left to be seen, in the order of the list. */
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

/** Moves the scenes of the list, and stores where they land. */
function useSceneMoving(
  { scenes, sceneNumbers, onMove }: Pick<ScenesProps, 'scenes' | 'sceneNumbers' | 'onMove'>,
  groups: readonly ActGroup[],
  stretches: readonly ActStretch[],
): SceneMoving {
  const sceneWith = (sceneId: number) => scenes.find(({ id }) => id === sceneId);
  return useMoving({
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
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
