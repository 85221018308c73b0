import { useDeferredValue } from 'react';
import { moveScene } from '#screenplay/scenes.ts';
import type { Scene } from '#shared/contract/scenes.ts';
import { afterPaint, useStore } from '#web/lib/store.ts';
import { useDebouncedValue } from '#web/lib/useSettled.ts';
import type { ScriptFilter } from '#web/scriptEditor/rows/filter.ts';
import { toElementRows } from '#web/scriptEditor/sheet/elementCasts.ts';
import { type ScriptScreenState, useScriptScreen } from '../scriptScreen.ts';
import { FilterPanel } from './FilterPanel.tsx';

/** Page numbers and lengths update after this pause in typing. */
const restMs = 200;

/** Navigator through scenes and characters. */
export function Navigator() {
  const desk = useScriptScreen();
  const { project, scenes, sceneNumbers, characters, canWrite } = useStore(afterPaint(desk.given));
  const printed = useStore(afterPaint(desk.pages.book), (book) => book.pagination);
  // Lists may lag behind typing.
  const pagination = useDeferredValue(useDebouncedValue(printed, restMs));
  return (
    <FilterPanel
      scenes={scenes}
      sceneNumbers={sceneNumbers}
      elements={toElementRows(pagination.elements)}
      pagination={pagination}
      characters={characters}
      cueChoices={project.cueChoices}
      filter={useStore(desk.filtering.filter)}
      currentSceneId={useStore(afterPaint(desk.current.scene), (scene) => scene?.id ?? null)}
      onFilter={(next) => narrow(desk, next)}
      canWrite={canWrite}
      onGoToScene={({ id }) => {
        desk.going.toScene(id);
        desk.panels.closeOverlay();
      }}
      onDeleteScene={(scene) => deleteOwnScene(desk, scene)}
      onMoveScene={(scene, index) => moveSceneTo(desk, scene, index)}
    />
  );
}

function narrow({ writing, filtering, sync, focus, panels }: ScriptScreenState, next: ScriptFilter): void {
  writing.save();
  filtering.choose(next);
  if (next.sceneId === null) return;
  const first = sync.elements().find(({ sceneId }) => sceneId === next.sceneId);
  if (first) focus.show(first.id, 'top');
  panels.closeOverlay();
}

export function deleteOwnScene({ writing, filtering, sync }: ScriptScreenState, scene: Scene): void {
  writing.save();
  const own = sync.elements().filter(({ sceneId }) => sceneId === scene.id);
  if (filtering.filter.get().sceneId === scene.id) filtering.clear();
  const baseOf = sync.bases();
  sync.run(
    own.map((element) => ({ type: 'delete', id: element.id, base: baseOf(element) })),
    'Delete scene',
  );
}

/** Move a scene to a position among the others, as one undo step. */
export function moveSceneTo({ writing, given, sync }: ScriptScreenState, scene: Scene, index: number): void {
  writing.save();
  const number = given.get().scenes[index]?.sceneNumber;
  const move = number === undefined ? null : moveScene(sync.elements(), scene.id, number);
  if (move && move.elementIds.length > 0)
    sync.run([{ type: 'move', ids: move.elementIds, afterId: move.afterId }], 'Move scene');
}
