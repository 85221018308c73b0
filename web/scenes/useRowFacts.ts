import { useMemo } from 'react';
import { colourOf, stripsOf } from '#screenplay/strip.ts';
import type { Scene } from '#shared/contract/scenes.ts';
import { actsToBegin } from './actBegins.ts';
import type { ActStretch, PlannedGroups } from './grouping.ts';
import { movesInList } from './places.ts';
import type { SceneRowProps } from './sceneRowProps.ts';
import type { ScenesProps } from './scenesProps.ts';

type ScenesToTell = Pick<ScenesProps, 'scenes' | 'sceneNumbers' | 'counts' | 'problems'>;

type RowFacts = Pick<SceneRowProps, 'number' | 'colour' | 'counts' | 'beat' | 'begins' | 'steps' | 'problem'>;

/** Return the facts of a row that the scene itself does not contain. */
export function useRowFacts(
  { scenes, sceneNumbers, counts, problems }: ScenesToTell,
  stretches: readonly ActStretch[],
  { beats }: PlannedGroups,
): (scene: Scene) => RowFacts {
  const colours = useMemo(() => {
    const strips = stripsOf(scenes.map(({ heading }) => heading));
    return new Map(scenes.map(({ id }, index) => [id, strips[index] ? colourOf(strips[index]) : null]));
  }, [scenes]);
  const beatTitles = useMemo(() => new Map(beats.map(({ id, title }) => [id, title])), [beats]);
  const begins = useMemo(
    () => new Map(scenes.map((scene) => [scene.id, actsToBegin(scenes, scene).join(' ')])),
    [scenes],
  );
  return (scene) => ({
    number: sceneNumbers.get(scene.id),
    colour: colours.get(scene.id) ?? null,
    counts: counts?.scenes.get(scene.id),
    beat: beatTitles.get(scene.beatId ?? -1),
    begins: begins.get(scene.id) ?? '',
    steps: movesInList(stretches, scene),
    problem: problems[scene.id] ?? null,
  });
}
