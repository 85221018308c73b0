import { ListFilter } from 'lucide-react';
import { useMemo } from 'react';
import { castOf, type JointCues } from '#screenplay/cast.ts';
import { parseCue, speakerKey } from '#screenplay/cue.ts';
import type { Character, characterTypes } from '#shared/contract/characters.ts';
import type { Element } from '#shared/contract/elements.ts';
import { hrefOf } from '#web/lib/basePath.ts';
import { EmptyListMessage } from './EmptyListMessage.tsx';
import { rowAt, ScreenReaderText } from './FilterRow.tsx';
import styles from './rows.module.css';
import { type Rows, useRows } from './useRows.ts';

interface CharacterListProps {
  characters: readonly Character[];
  elements: readonly Element[];
  /** Joint cues. */
  joint: JointCues;
  chosenId: number | null;
  search: string;
  canWrite: boolean;
  onChoose: (character: Character) => void;
}

type CharacterType = (typeof characterTypes)[number];

/** Colours of the character types (docs/spec/characters.md). */
const typeThemes = { protagonist: 'green', antagonist: 'red', supporting: 'blue' } as const satisfies Record<
  CharacterType,
  string
>;
const typeLabels = {
  protagonist: 'Protagonist',
  antagonist: 'Antagonist',
  supporting: 'Supporting',
} as const satisfies Record<CharacterType, string>;

const rowPx = 46;

/** All characters in display order, with their share of the script. */
export function CharacterList(props: CharacterListProps) {
  const { characters, elements, joint, chosenId, search, canWrite, onChoose } = props;
  const cast = useMemo(() => castOf(elements, joint), [elements, joint]);
  const found = useMemo(
    () => characters.filter((character) => isFound(character, search)),
    [characters, search],
  );
  const chosen = found.findIndex(({ id }) => id === chosenId);
  const { list, onScroll, shown, stop, onRowKey, onRowFocus } = useRows(found.length, rowPx, chosen);
  return (
    <>
      <div className={styles.castHead} aria-hidden="true">
        <span>Character</span>
        <span>Speeches</span>
        <span>Words</span>
      </div>
      <div ref={list} className={styles.window} onScroll={onScroll}>
        {characters.length === 0 && <NoCharactersMessage canWrite={canWrite} />}
        {characters.length > 0 && found.length === 0 && (
          <EmptyListMessage title="No character found" text={`No name or role has "${search}".`} />
        )}
        {found.length > 0 && (
          <ul className={styles.list} style={{ height: found.length * rowPx }} aria-label="Characters">
            {shown.map((index) => {
              const character = found[index];
              if (!character) return null;
              return (
                <li
                  key={character.id}
                  className={styles.row}
                  style={rowAt(index, rowPx)}
                  aria-setsize={found.length}
                  aria-posinset={index + 1}
                >
                  <CharacterButton
                    character={character}
                    part={cast.get(speakerKey(parseCue(character.name).name))}
                    index={index}
                    isStop={index === stop}
                    isChosen={character.id === chosenId}
                    onChoose={onChoose}
                    onRowKey={onRowKey}
                    onRowFocus={onRowFocus}
                  />
                </li>
              );
            })}
          </ul>
        )}
      </div>
    </>
  );
}

function NoCharactersMessage({ canWrite }: { canWrite: boolean }) {
  return (
    <EmptyListMessage
      title="No characters yet"
      text={
        canWrite
          ? 'Write a character name above a line of dialogue, and the character appears here.'
          : 'Characters appear here when the script has some.'
      }
    />
  );
}

interface CharacterButtonProps extends Pick<Rows, 'onRowKey' | 'onRowFocus'> {
  character: Character;
  /** Share of the script; undefined where the character has none. */
  part: { speeches: readonly unknown[]; words: number } | undefined;
  index: number;
  /** Whether Tab reaches this row. */
  isStop: boolean;
  isChosen: boolean;
  onChoose: (character: Character) => void;
}

function CharacterButton({ character, part, index, isStop, isChosen, ...on }: CharacterButtonProps) {
  const { onChoose, onRowKey, onRowFocus } = on;
  const speeches = part?.speeches.length ?? 0;
  const words = part?.words ?? 0;
  return (
    <button
      type="button"
      className={styles.person}
      data-row={index}
      tabIndex={isStop ? 0 : -1}
      aria-pressed={isChosen}
      onClick={() => onChoose(character)}
      onKeyDown={onRowKey}
      onFocus={() => onRowFocus(index)}
    >
      <Face character={character} />
      <span className={styles.who}>
        <span className={styles.name}>
          {character.name}
          {isChosen && <ListFilter size={13} strokeWidth={1.6} aria-hidden="true" />}
        </span>{' '}
        <span className={styles.role} data-theme={typeThemes[character.characterType]}>
          <i className={styles.dot} />
          {[typeLabels[character.characterType], character.role].filter(Boolean).join(', ')}
        </span>
      </span>{' '}
      <span className={styles.page}>{speeches}</span>{' '}
      <ScreenReaderText text={speeches === 1 ? 'speech' : 'speeches'} />{' '}
      <span className={styles.page}>{words}</span> <ScreenReaderText text={words === 1 ? 'word' : 'words'} />
    </button>
  );
}

function Face({ character }: { character: Character }) {
  if (character.avatarUrl) return <img className={styles.face} src={hrefOf(character.avatarUrl)} alt="" />;
  return (
    <span
      className={styles.face}
      style={{ background: `var(--person-${(character.id % 6) + 1})` }}
      aria-hidden="true"
    >
      {[...character.name][0]?.toUpperCase()}
    </span>
  );
}

function isFound({ name, role }: Character, search: string): boolean {
  const sought = search.trim().toUpperCase();
  return [name, role].some((text) => text?.toUpperCase().includes(sought));
}
