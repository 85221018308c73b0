import { type KeyboardEvent, useDeferredValue, useMemo, useRef, useState } from 'react';
import {
  defaultResults,
  type PaletteContents,
  type PaletteEntry,
  type PalettePages,
  paletteEntries,
  recentChoices,
  rememberChoice,
  resultsOf,
} from './results.ts';

const pageRows = 8;

/** What the palette finds, the result that is meant, and what becomes of the one that is chosen. */
export function usePalette(contents: PaletteContents, onClose: () => void) {
  const [query, setQuery] = useState('');
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const chosen = useRef<PaletteEntry | null>(null);
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
    () => (searched.trim() === '' ? defaultResults(entries, recent) : resultsOf(entries, searched, pages)),
    [entries, recent, searched, pages],
  );
  const shown = useMemo(() => groups.flatMap(({ results }) => results.map(({ entry }) => entry)), [groups]);
  const found = shown.findIndex(({ key }) => key === activeKey);
  const activeIndex = Math.max(0, found);
  const active = shown[activeIndex];

  const choose = (entry: PaletteEntry | undefined) => {
    if (!entry || chosen.current) return;
    chosen.current = entry;
    if (entry.type !== 'Pages') rememberChoice(entry.key);
    onClose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
    const next = event.shiftKey ? undefined : indexAfter(event.key, activeIndex, shown.length - 1);
    if (event.key === 'Enter') {
      // Whoever types faster than the list is drawn means what the words say.
      choose(searched === query ? active : resultsOf(entries, query, pages)[0]?.results[0]?.entry);
    } else if (next !== undefined) setActiveKey(shown[next]?.key ?? null);
    else return;
    event.preventDefault();
  };
  return {
    query,
    /** What the results are of; the query, when there was time. */
    searched,
    search(text: string) {
      setQuery(text);
      setActiveKey(null);
    },
    groups,
    count: shown.length,
    active,
    point: setActiveKey,
    choose,
    onKeyDown,
    /** Does what was chosen, once the palette has gone. */
    act() {
      const entry = chosen.current;
      if (!entry) return;
      const isPage = entry.type === 'Pages';
      const now = isPage ? entry : paletteEntries(latest.current).find(({ key }) => key === entry.key);
      now?.act();
    },
  };
}

export type PaletteState = ReturnType<typeof usePalette>;

/** The list goes round; undefined for a key that does not move in it. */
function indexAfter(key: string, index: number, last: number): number | undefined {
  const to: Record<string, number> = {
    ArrowDown: index === last ? 0 : index + 1,
    ArrowUp: index === 0 ? last : index - 1,
    Home: 0,
    End: last,
    PageDown: Math.min(last, index + pageRows),
    PageUp: Math.max(0, index - pageRows),
  };
  return to[key];
}
