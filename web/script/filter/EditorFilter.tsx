import { useLayoutEffect } from 'react';
import { useStore } from '#web/lib/store.ts';
import { useSpeakersElements } from '#web/scriptEditor/rows/speakersElements.ts';
import { useScriptScreen } from '../scriptScreen.ts';
import { FilterBanner } from './FilterBanner.tsx';

/** Banner with the filter, and the query for the filtered elements. */
export function EditorFilter() {
  const { filtering, given } = useScriptScreen();
  const { project, scenes, sceneNumbers, characters } = useStore(given);
  const filter = useStore(filtering.filter);
  const { ids } = useSpeakersElements(project.id, filter);
  const { characterId } = filter;
  useLayoutEffect(() => filtering.spoken.set({ characterId, ids }), [filtering, characterId, ids]);
  return (
    <FilterBanner
      filter={filter}
      scenes={scenes}
      sceneNumbers={sceneNumbers}
      characters={characters}
      onClear={filtering.clear}
    />
  );
}
