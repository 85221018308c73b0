import { X } from 'lucide-react';
import type { Character } from '#shared/contract/characters.ts';
import type { Scene } from '#shared/contract/scenes.ts';
import { isFiltered, type ScriptFilter } from '#web/scriptEditor/rows/filter.ts';
import { Button } from '#web/ui/Button.tsx';
import styles from './FilterBanner.module.css';
import { headingOrUntitled } from './sceneName.ts';

interface FilterBannerProps {
  filter: ScriptFilter;
  scenes: readonly Scene[];
  sceneNumbers: ReadonlyMap<number, string>;
  characters: readonly Character[];
  onClear: () => void;
}

/** Banner above the editor with the active filter (docs/spec/script.md). */
export function FilterBanner({ filter, scenes, sceneNumbers, characters, onClear }: FilterBannerProps) {
  if (!isFiltered(filter)) return null;
  const scene = scenes.find(({ id }) => id === filter.sceneId);
  const character = characters.find(({ id }) => id === filter.characterId);
  const name = scene ? (sceneNumbers.get(scene.id) ?? headingOrUntitled(scene)) : (character?.name ?? '');
  return (
    <div className={styles.banner} data-fades="">
      <p className={styles.text} role="status">
        {filter.sceneId !== null ? 'Filtering by Scene' : 'Filtering by Character'} <b>{name}</b>
      </p>
      <Button
        kind="ghost"
        size="small"
        className={styles.clear}
        icon={<X size={15} strokeWidth={1.6} aria-hidden="true" />}
        onClick={onClear}
      >
        Clear filter
      </Button>
    </div>
  );
}
