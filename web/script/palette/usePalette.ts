import { type KeyboardEvent, useDeferredValue, useMemo, useRef, useState } from 'react';
import { isComposingKey } from '#web/lib/composition.ts';
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

/** State of the palette: results, active result, and choice. */
export function usePalette(contents: PaletteContents, onClose: () => void) {
  const [query, setQuery] = useState('');
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const chosen = useRef<PaletteEntry | null>(null);
  const { entries, pages, latest } = useOpenedContents(contents);
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
    if (isComposingKey(event) || event.altKey || event.ctrlKey || event.metaKey) return;
    const next = event.shiftKey ? undefined : indexAfter(event.key, activeIndex, shown.length - 1);
    if (event.key === 'Enter') {
      // If typing is faster than rendering, the typed query counts.
      choose(searched === query ? active : resultsOf(entries, query, pages)[0]?.results[0]?.entry);
    } else if (next !== undefined) setActiveKey(shown[next]?.key ?? null);
    else return;
    event.preventDefault();
  };
  return {
    query,
    /** Query of the results, which may lag behind. */
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
    /** Run the choice after the palette has closed. */
    act() {
      const entry = chosen.current;
      if (!entry) return;
      const isPage = entry.type === 'Pages';
      const now = isPage ? entry : paletteEntries(latest.current).find(({ key }) => key === entry.key);
      now?.act();
    },
  };
}

/** Hold the contents of the moment the palette opened. */
function useOpenedContents(contents: PaletteContents) {
  // Later changes must not move lines under the pointer.
  const [entries] = useState(() => paletteEntries(contents));
  // The choice runs with the latest script.
  const latest = useRef(contents);
  latest.current = contents;
  const [pages] = useState<PalettePages>(() => ({
    numberOf: contents.pages.numberOf,
    onPage: (page) => latest.current.pages.onPage(page),
  }));
  return { entries, pages, latest };
}

export type PaletteState = ReturnType<typeof usePalette>;

/** Return the next index, wrapping around; undefined for other keys. */
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
