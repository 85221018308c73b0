import { Search } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { useId, useLayoutEffect } from 'react';
import { ignoreComposingEscape } from '#web/lib/composition.ts';
import { KeyCaps } from '#web/scriptEditor/keys/KeyCaps.tsx';
import { returnFocus } from '#web/ui/returnFocus.ts';
import { Scrim } from '#web/ui/Scrim.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import styles from './Palette.module.css';
import { PaletteGroup } from './PaletteGroup.tsx';
import type { PaletteContents } from './results.ts';
import { type PaletteState, usePalette } from './usePalette.ts';

interface PaletteProps extends PaletteContents {
  /** Closes the palette; the choice runs once the focus has returned. */
  onClose: () => void;
}

/** Palette that goes to scenes, characters and views, and runs commands. */
export function Palette({ onClose, ...contents }: PaletteProps) {
  const palette = usePalette(contents, onClose);
  const id = useId();
  const { active, searched, count } = palette;
  useLayoutEffect(() => {
    if (active) document.getElementById(`${id}${active.key}`)?.scrollIntoView?.({ block: 'nearest' });
  }, [active, id]);
  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Portal>
        <Scrim />
        <Radix.Content
          className={styles.palette}
          aria-modal="true"
          aria-describedby={undefined}
          onEscapeKeyDown={ignoreComposingEscape}
          onCloseAutoFocus={(event) => {
            returnFocus(event);
            palette.act();
          }}
        >
          <VisuallyHidden as={Radix.Title}>Command palette</VisuallyHidden>
          <Query palette={palette} id={id} />
          <Results palette={palette} id={id} />
          {count === 0 && (
            <p className={styles.none}>
              Nothing here is called “{searched.trim()}”. Try a scene number or part of a heading.
            </p>
          )}
          <VisuallyHidden as="p" role="status">
            {searched.trim() !== '' && countText(count)}
          </VisuallyHidden>
          <Keys />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface PartProps {
  palette: PaletteState;
  /** Prefix of the ids of the list and its options. */
  id: string;
}

function Query({ palette, id }: PartProps) {
  const { active, count, query, search, onKeyDown } = palette;
  return (
    <div className={styles.query}>
      <Search size={18} strokeWidth={1.6} aria-hidden="true" />
      <input
        type="text"
        role="combobox"
        aria-label="Go to a scene, character or view, or run a command"
        aria-expanded={count > 0}
        aria-controls={`${id}list`}
        aria-activedescendant={active && `${id}${active.key}`}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        placeholder="Scene, number, character or command"
        value={query}
        onChange={(event) => search(event.target.value)}
        onKeyDown={onKeyDown}
      />
    </div>
  );
}

function Results({ palette, id }: PartProps) {
  return (
    <div className={styles.list} id={`${id}list`} role="listbox" aria-label="Results">
      {palette.groups.map((group) => (
        <PaletteGroup
          key={group.title}
          group={group}
          idPrefix={id}
          activeKey={palette.active?.key ?? null}
          onPoint={palette.point}
          onChoose={palette.choose}
        />
      ))}
    </div>
  );
}

function Keys() {
  return (
    <footer className={styles.foot} aria-hidden="true">
      <span>
        <KeyCaps chord={['ArrowUp']} /> <KeyCaps chord={['ArrowDown']} /> move
      </span>
      <span>
        <KeyCaps chord={['Enter']} /> open
      </span>
      <span>
        <KeyCaps chord={['Escape']} /> close
      </span>
    </footer>
  );
}

function countText(count: number): string {
  if (count === 0) return 'Nothing found';
  return count === 1 ? '1 result' : `${count} results`;
}
