import { Search } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import {
  type KeyboardEvent,
  useDeferredValue,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { returnFocus } from '#web/ui/returnFocus.ts';
import { Scrim } from '#web/ui/Scrim.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { KeyCaps } from '../keys/KeyCaps.tsx';
import { keepCaret } from './keepCaret.ts';
import styles from './Palette.module.css';
import { PaletteGroup } from './PaletteGroup.tsx';
import {
  offersOf,
  type PaletteContents,
  type PaletteEntry,
  type PalettePages,
  paletteEntries,
  recentChoices,
  rememberChoice,
  resultsOf,
} from './results.ts';

interface PaletteProps extends PaletteContents {
  /** The caller takes the palette away; what was chosen happens once the focus is back. */
  onClose: () => void;
}

const pageRows = 8;

/** Goes to any scene, character or view, and does whatever the script screen can do. */
export function Palette({ onClose, ...contents }: PaletteProps) {
  const [query, setQuery] = useState('');
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const [putCaretBack] = useState(keepCaret);
  const chosen = useRef<PaletteEntry | null>(null);
  const id = useId();
  // As it was when the palette opened: what comes in meanwhile must not move lines under the pointer.
  const [entries] = useState(() => paletteEntries(contents));
  // But what is done is done with the script of then.
  const latest = useRef(contents);
  latest.current = contents;
  const [pages] = useState<PalettePages>(() => ({
    count: contents.pages.count,
    onPage: (page) => latest.current.pages.onPage(page),
  }));
  const [recent] = useState(recentChoices);
  const searched = useDeferredValue(query);
  const groups = useMemo(
    () => (searched.trim() === '' ? offersOf(entries, recent) : resultsOf(entries, searched, pages)),
    [entries, recent, searched, pages],
  );
  const shown = useMemo(() => groups.flatMap(({ results }) => results.map(({ entry }) => entry)), [groups]);
  const activeIndex = Math.max(
    0,
    shown.findIndex(({ key }) => key === activeKey),
  );
  const active = shown[activeIndex];

  useLayoutEffect(() => {
    if (active) document.getElementById(`${id}${active.key}`)?.scrollIntoView?.({ block: 'nearest' });
  }, [active, id]);

  const act = () => {
    const key = chosen.current?.key;
    if (key === undefined) return;
    const isPage = chosen.current?.kind === 'Pages';
    const entry = isPage ? chosen.current : paletteEntries(latest.current).find((each) => each.key === key);
    entry?.act();
  };
  const choose = (entry: PaletteEntry | undefined) => {
    if (!entry || chosen.current) return;
    chosen.current = entry;
    if (entry.kind !== 'Pages') rememberChoice(entry.key);
    onClose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
    const last = shown.length - 1;
    const to: Record<string, number> = {
      ArrowDown: activeIndex === last ? 0 : activeIndex + 1,
      ArrowUp: activeIndex === 0 ? last : activeIndex - 1,
      Home: 0,
      End: last,
      PageDown: Math.min(last, activeIndex + pageRows),
      PageUp: Math.max(0, activeIndex - pageRows),
    };
    const next = event.shiftKey ? undefined : to[event.key];
    if (event.key === 'Enter') {
      // Whoever types faster than the list is drawn means what the words say.
      choose(searched === query ? active : resultsOf(entries, query, pages)[0]?.results[0]?.entry);
    } else if (next !== undefined) setActiveKey(shown[next]?.key ?? null);
    else return;
    event.preventDefault();
  };

  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Portal>
        <Scrim />
        <Radix.Content
          className={styles.palette}
          aria-modal="true"
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => {
            returnFocus(event);
            putCaretBack();
            act();
          }}
        >
          <VisuallyHidden as={Radix.Title}>Command palette</VisuallyHidden>
          <div className={styles.query}>
            <Search size={18} strokeWidth={1.6} aria-hidden="true" />
            <input
              type="text"
              role="combobox"
              aria-label="Go to a scene, character or view, or do a command"
              aria-expanded={shown.length > 0}
              aria-controls={`${id}list`}
              aria-activedescendant={active && `${id}${active.key}`}
              aria-autocomplete="list"
              autoComplete="off"
              spellCheck={false}
              placeholder="Scene, number, character or command"
              value={query}
              onChange={(event) => {
                setQuery(event.target.value);
                setActiveKey(null);
              }}
              onKeyDown={onKeyDown}
            />
          </div>
          <div className={styles.list} id={`${id}list`} role="listbox" aria-label="Results">
            {groups.map((group) => (
              <PaletteGroup
                key={group.title}
                group={group}
                idPrefix={id}
                activeKey={active?.key ?? null}
                onPoint={setActiveKey}
                onChoose={choose}
              />
            ))}
          </div>
          {shown.length === 0 && (
            <p className={styles.none}>
              Nothing here is called “{searched.trim()}”. Try a scene number or part of a heading.
            </p>
          )}
          <VisuallyHidden as="p" role="status">
            {searched.trim() !== '' && countText(shown.length)}
          </VisuallyHidden>
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
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function countText(count: number): string {
  if (count === 0) return 'Nothing found';
  return count === 1 ? '1 result' : `${count} results`;
}
