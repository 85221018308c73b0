import { useLayoutEffect, useRef } from 'react';
import type { CompletionOption } from '#screenplay/completion.ts';
import { isSameSpeaker } from '#screenplay/cue.ts';
import type { Character } from '#shared/contract/characters.ts';
import { hrefOf } from '#web/lib/basePath.ts';
import styles from './CompletionList.module.css';
import { type Completion, optionId } from './useCompletion.ts';

interface CompletionListProps {
  completion: Completion;
  characters: readonly Character[];
  /** Position in the parent. Without one the list is below the parent. */
  leftPx?: number;
  topPx?: number;
}

const listName = {
  intro: 'Intros',
  location: 'Locations',
  time: 'Times of day',
  name: 'Characters',
  extension: 'Extensions',
  transition: 'Transitions',
} as const satisfies Record<CompletionOption['kind'], string>;

/** List of completions; characters are shown with face or initial, name and role. */
export function CompletionList({ completion, characters, leftPx, topPx }: CompletionListProps) {
  const { id, options, activeIndex, typed, newName, accept } = completion;
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const active = list.current?.children[activeIndex];
    if (!list.current || !(active instanceof HTMLElement)) return;
    const { offsetTop, offsetHeight } = active;
    const { scrollTop, clientHeight } = list.current;
    if (offsetTop < scrollTop) list.current.scrollTop = offsetTop;
    else if (offsetTop + offsetHeight > scrollTop + clientHeight)
      list.current.scrollTop = offsetTop + offsetHeight - clientHeight;
  }, [activeIndex]);
  const [first] = options;
  const isShown = first !== undefined || newName !== null;
  const isPlaced = leftPx !== undefined && topPx !== undefined;
  const frame = useRef<HTMLDivElement>(null);
  // Scroll to a list that would open outside the viewport.
  useLayoutEffect(() => {
    if (isShown && !isPlaced) frame.current?.scrollIntoView?.({ block: 'nearest' });
  }, [isShown, isPlaced]);
  if (!isShown) return null;
  return (
    <div
      ref={frame}
      className={isPlaced ? styles.placed : styles.below}
      style={isPlaced ? { top: topPx, left: `max(8px, min(${leftPx}px, 100% - 324px))` } : undefined}
    >
      {newName !== null && (
        <p className={styles.create} role="status">
          Press Enter to create "{newName}" as a new character
        </p>
      )}
      {first && (
        <div ref={list} className={styles.options} role="listbox" id={id} aria-label={listName[first.kind]}>
          {options.map((option, index) => (
            <div
              key={`${option.kind} ${option.text}`}
              id={optionId(id, index)}
              role="option"
              aria-selected={index === activeIndex}
              tabIndex={-1}
              className={styles.option}
              // Keep the focus in the field.
              onMouseDown={(event) => {
                event.preventDefault();
                if (event.button === 0) accept(index);
              }}
            >
              <OptionRow option={option} typed={typed} characters={characters} />
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

interface OptionRowProps {
  option: CompletionOption;
  typed: string;
  characters: readonly Character[];
}

function OptionRow({ option, typed, characters }: OptionRowProps) {
  const text = option.text.trimEnd();
  const typedLength = text.toUpperCase().startsWith(typed.trim().toUpperCase()) ? typed.trim().length : 0;
  const shown = (
    <span className={styles.text}>
      {typedLength > 0 && <b>{text.slice(0, typedLength)}</b>}
      {text.slice(typedLength)}
    </span>
  );
  if (option.kind !== 'name') return shown;
  const character = characters.find(({ name }) => isSameSpeaker(name, text));
  return (
    <>
      {character?.avatarUrl ? (
        <img className={styles.face} src={hrefOf(character.avatarUrl)} alt="" />
      ) : (
        <span className={styles.face} data-person={((character?.id ?? 0) % 6) + 1} aria-hidden="true">
          {[...text][0]}
        </span>
      )}
      {shown}
      {character?.role && <span className={styles.role}>{character.role}</span>}
    </>
  );
}
