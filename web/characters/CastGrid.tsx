import type { ReactNode } from 'react';
import type { Character } from '#shared/contract/characters.ts';
import { Sortable } from '#web/ui/reorder/Sortable.tsx';
import styles from './CharactersScreen.module.css';

interface CastGridProps {
  characters: readonly Character[];
  canWrite: boolean;
  /** Store all ids in their new order; `label` names the undo step. */
  onOrder: (label: string, ids: number[]) => Promise<void>;
  card: (character: Character, handle: ReactNode) => ReactNode;
}

/** Show the cards of the cast; writers can reorder them. */
export function CastGrid({ characters, canWrite, onOrder, card }: CastGridProps) {
  const byId = new Map(characters.map((character) => [character.id, character]));
  return (
    <Sortable
      ids={characters.map(({ id }) => id)}
      labelOf={(id) => byId.get(id)?.name ?? ''}
      onMove={(ids, movedId) => onOrder(`Move ${byId.get(movedId)?.name ?? 'a character'}`, ids)}
      isDisabled={!canWrite || characters.length < 2}
      layout="grid"
      label="Characters"
      className={styles.grid}
    >
      {(id, handle) => {
        const character = byId.get(id);
        return character && card(character, handle);
      }}
    </Sortable>
  );
}
