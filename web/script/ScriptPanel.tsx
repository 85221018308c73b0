import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue, useEffect, useState } from 'react';
import { moveScene } from '#screenplay/scenes.ts';
import type { Scene } from '#shared/contract/scenes.ts';
import { outdateContext } from '#web/assistant/assistant.data.ts';
import { historyKey } from '#web/history/history.data.ts';
import type { ScriptDesk } from './desk/useScriptDesk.ts';
import { FilterPanel } from './filter/FilterPanel.tsx';
import { noFilter, type ScriptFilter } from './filter/filter.ts';
import { elementsOfKey } from './filter/useFilteredElements.ts';
import { ChatFrame } from './panel/ChatFrame.tsx';
import { SidePanel } from './panel/SidePanel.tsx';
import type { PanelState } from './panel/usePanel.ts';
import { rowsOf } from './sheet/asPrinted.ts';
import { useSettled } from './useSettled.ts';

interface ScriptPanelProps {
  script: ScriptDesk;
  panel: PanelState;
  unresolved: number;
  comments: ReactNode;
  assistant: ReactNode;
  suggestions: ReactNode;
  suggested: number;
  history: ReactNode;
}

/** Page numbers and lengths in the panel wait until nobody has typed for so long. */
const restMs = 200;

/** What stands beside the pages: the way through them, what is said of them, and what was changed. */
export function ScriptPanel(props: ScriptPanelProps) {
  const { script, panel, unresolved } = props;
  const { scenes, sceneNumbers, characters, elements, changes, canWrite, book, filter } = script;
  // Lists may lag behind what is typed.
  const pagination = useDeferredValue(useSettled(book.pagination, restMs));
  useRefetched(script);

  const narrow = (next: ScriptFilter) => {
    script.writing.save();
    script.setFilter(next);
    const first = elements.find(({ sceneId }) => sceneId === next.sceneId);
    if (next.sceneId !== null && first) script.focus.show(first.id, 'top');
    if (next.sceneId !== null && panel.isOverlay) panel.close();
  };
  const deleteScene = (scene: Scene) => {
    script.writing.save();
    const own = changes.elements().filter(({ sceneId }) => sceneId === scene.id);
    if (filter.sceneId === scene.id) script.setFilter(noFilter);
    changes.run(
      own.map((element) => ({ does: 'delete', id: element.id, base: changes.baseOf(element) })),
      'Delete scene',
    );
  };
  const shift = (scene: Scene, direction: 'up' | 'down') => {
    script.writing.save();
    const at = scenes.findIndex(({ id }) => id === scene.id);
    const number = scenes[at + (direction === 'up' ? -1 : 1)]?.sceneNumber;
    const move = number === undefined ? null : moveScene(changes.elements(), scene.id, number);
    if (move && move.elementIds.length > 0)
      changes.run([{ does: 'move', ids: move.elementIds, afterId: move.afterId }], 'Move scene');
  };

  return (
    <SidePanel
      isOpen={panel.isOpen}
      panel={panel.panel}
      onPanel={panel.open}
      onClose={panel.close}
      unresolved={unresolved}
      filter={
        <FilterPanel
          scenes={scenes}
          sceneNumbers={sceneNumbers}
          elements={rowsOf(pagination.elements)}
          pagination={pagination}
          characters={characters}
          filter={filter}
          currentSceneId={script.here?.id ?? null}
          onFilter={narrow}
          canWrite={canWrite}
          onDeleteScene={deleteScene}
          onMoveScene={shift}
        />
      }
      chat={
        <ChatFrame
          tab={panel.assistantTab}
          onTab={(tab) => panel.open('chat', tab)}
          tabs={[
            {
              value: 'comments',
              label: 'Comments',
              count: unresolved,
              counted: unresolved === 1 ? 'unresolved comment' : 'unresolved comments',
              isUrgent: true,
              content: props.comments,
            },
            { value: 'chat', label: 'Assistant', content: props.assistant },
            {
              value: 'suggestions',
              label: 'Suggestions',
              count: props.suggested,
              counted: props.suggested === 1 ? 'suggestion' : 'suggestions',
              content: props.suggestions,
            },
          ]}
        />
      }
      history={props.history}
    />
  );
}

/** What the server computes of the script is asked for again when it has a change. */
function useRefetched({ project, state }: ScriptDesk): void {
  const client = useQueryClient();
  const [wasSaved, setWasSaved] = useState(true);
  const isSaved = state.is === 'saved';
  useEffect(() => {
    setWasSaved(isSaved);
    if (!isSaved || wasSaved) return;
    void client.invalidateQueries({ queryKey: historyKey(project.id) });
    void client.invalidateQueries({ queryKey: elementsOfKey(project.id) });
    outdateContext(client, project.id);
  }, [client, project.id, isSaved, wasSaved]);
}
