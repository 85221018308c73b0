import { Search } from 'lucide-react';
import { Tabs as Radix } from 'radix-ui';
import { useMemo, useState } from 'react';
import { jointCuesOf } from '#screenplay/cast.ts';
import type { Pagination } from '#screenplay/layout/types.ts';
import type { Character } from '#shared/contract/characters.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { Project } from '#shared/contract/projects.ts';
import type { Scene } from '#shared/contract/scenes.ts';
import { memoWithStableHandlers } from '#web/lib/memoWithStableHandlers.tsx';
import { type ScriptFilter, withCharacter, withScene } from '#web/scriptEditor/rows/filter.ts';
import { CharacterList } from './CharacterList.tsx';
import { FilterList } from './FilterList.tsx';
import styles from './FilterPanel.module.css';

interface FilterPanelProps {
  scenes: readonly Scene[];
  sceneNumbers: ReadonlyMap<number, string>;
  elements: readonly Element[];
  /** May lag behind the script during typing. */
  pagination: Pagination;
  characters: readonly Character[];
  /** Decisions about joint cues. */
  cueChoices: Project['cueChoices'];
  filter: ScriptFilter;
  /** Scene at the caret. */
  currentSceneId: number | null;
  onFilter: (filter: ScriptFilter) => void;
  canWrite: boolean;
  onGoToScene: (scene: Scene) => void;
  onDeleteScene: (scene: Scene) => unknown;
  /** Called with the position among the other scenes. */
  onMoveScene: (scene: Scene, index: number) => unknown;
}

type Segment = 'scenes' | 'characters';

/**
 * The navigator. Pressing a scene goes to it; its filter button, and pressing a character, filters
 * the script, pressing it again clears the filter.
 */
export const FilterPanel = memoWithStableHandlers(function FilterPanel(props: FilterPanelProps) {
  const { filter, cueChoices, onFilter } = props;
  const joint = useMemo(() => jointCuesOf(cueChoices), [cueChoices]);
  const [segment, setSegment] = useState<Segment>(filter.characterId === null ? 'scenes' : 'characters');
  const [search, setSearch] = useState({ scenes: '', characters: '' });
  return (
    <Radix.Root
      className={styles.panel}
      value={segment}
      onValueChange={(chosen) => setSegment(chosen === 'characters' ? 'characters' : 'scenes')}
    >
      <div className={styles.head}>
        <Radix.List className={styles.segments} aria-label="Filter by">
          <Radix.Trigger className={styles.segment} value="scenes">
            Scenes
          </Radix.Trigger>
          <Radix.Trigger className={styles.segment} value="characters">
            Characters
          </Radix.Trigger>
        </Radix.List>
        <label className={styles.search}>
          <Search size={15} strokeWidth={1.6} aria-hidden="true" />
          <input
            className={styles.input}
            type="search"
            aria-label={`Search ${segment}`}
            placeholder="Search"
            value={search[segment]}
            onChange={({ target }) => setSearch({ ...search, [segment]: target.value })}
          />
        </label>
      </div>
      <Radix.Content className={styles.content} value="scenes" tabIndex={-1}>
        <FilterList
          scenes={props.scenes}
          sceneNumbers={props.sceneNumbers}
          pagination={props.pagination}
          currentSceneId={props.currentSceneId}
          chosenId={filter.sceneId}
          search={search.scenes}
          canWrite={props.canWrite}
          onGo={props.onGoToScene}
          onFilter={({ id }) => onFilter(withScene(filter, id))}
          onDelete={props.onDeleteScene}
          onMove={props.onMoveScene}
        />
      </Radix.Content>
      <Radix.Content className={styles.content} value="characters" tabIndex={-1}>
        <CharacterList
          characters={props.characters}
          elements={props.elements}
          joint={joint}
          chosenId={filter.characterId}
          search={search.characters}
          canWrite={props.canWrite}
          onChoose={({ id }) => onFilter(withCharacter(filter, id))}
        />
      </Radix.Content>
    </Radix.Root>
  );
});
