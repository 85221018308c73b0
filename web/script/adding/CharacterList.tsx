import type { Character } from '#shared/contract/characters.ts';
import styles from './AddArea.module.css';

interface CharacterListProps {
  id: string;
  options: readonly Character[];
  activeIndex: number;
  /** What Enter would create; null where there is an option for it. */
  newName: string | null;
  onChoose: (character: Character) => void;
}

export const optionId = (listId: string, index: number) => `${listId}-${index}`;

/** Who may speak: face or initial, name and role. */
export function CharacterList({ id, options, activeIndex, newName, onChoose }: CharacterListProps) {
  return (
    <div className={styles.list}>
      {newName !== null && (
        <p className={styles.create}>Press Enter to create "{newName}" as a new character</p>
      )}
      <div role="listbox" id={id} aria-label="Characters">
        {options.map((character, index) => (
          <div
            key={character.id}
            id={optionId(id, index)}
            role="option"
            aria-selected={index === activeIndex}
            tabIndex={-1}
            className={styles.option}
            onMouseDown={(event) => {
              event.preventDefault();
              onChoose(character);
            }}
          >
            {character.avatarUrl ? (
              <img className={styles.face} src={character.avatarUrl} alt="" />
            ) : (
              <span className={styles.face} data-person={(character.id % 6) + 1} aria-hidden="true">
                {character.name.charAt(0).toUpperCase()}
              </span>
            )}
            <span className={styles.name}>{character.name}</span>
            {character.role && <span className={styles.role}>{character.role}</span>}
          </div>
        ))}
      </div>
    </div>
  );
}
