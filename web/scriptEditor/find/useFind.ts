import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { type FindOptions, findIn, type Match } from '#screenplay/find.ts';
import type { SearchableElement } from './replacing.ts';

interface FindHandlers {
  onMatches: (matches: readonly Match[], activeIndex: number) => void;
  onGo: (match: Match) => void;
}

/**
 * Position in the script: element, its index in case it is deleted, and offset in its plain text.
 */
interface Place {
  elementId: number;
  index: number;
  offset: number;
}

const nowhere: Place = { elementId: -1, index: 0, offset: 0 };

/**
 * Search state: query, matches, and the active match, which is the first one from the current
 * position. The script may change during a search.
 */
export function useFind(
  script: readonly SearchableElement[],
  initialQuery: string,
  startId: number | null,
  inside: ((match: Match) => boolean) | null,
  handlers: FindHandlers,
) {
  const [query, setQuery] = useState(initialQuery);
  const [options, setOptions] = useState<Required<FindOptions>>({ matchCase: false, wholeWord: false });
  // Typed letters are rendered first; a long script is searched when there is time.
  const searched = useDeferredValue(query);
  const elements = useDeferredValue(script);
  const indexes = useMemo(() => new Map(elements.map(({ id }, index) => [id, index])), [elements]);
  const [place, setPlace] = useState<Place>(() =>
    startId === null ? nowhere : { elementId: startId, index: indexes.get(startId) ?? 0, offset: 0 },
  );
  const { matchCase, wholeWord } = options;
  const matches = useKept(
    useMemo(() => {
      const all = findIn(elements, searched, { matchCase, wholeWord });
      return inside ? all.filter(inside) : all;
    }, [elements, searched, matchCase, wholeWord, inside]),
  );
  const activeIndex = useMemo(() => firstFrom(matches, place, indexes), [matches, place, indexes]);
  const active = matches[activeIndex] ?? null;
  /** Whether the matches belong to an earlier query or script. */
  const isSearching = searched !== query || elements !== script;
  /** Whether the active match is shown. */
  const isThere = useRef(false);
  /** Whether the writer went to a match, rather than only typed a query. */
  const hasStepped = useRef(false);
  /** Whether to scroll to the active match as soon as it is known. */
  const isToGo = useRef(false);
  const latest = useRef(handlers);
  latest.current = handlers;

  const go = (match: Match) => {
    isThere.current = true;
    latest.current.onGo(match);
  };
  const announced = useRef<{ matches: readonly Match[]; activeIndex: number } | null>(null);
  useEffect(() => {
    if (announced.current?.matches !== matches || announced.current.activeIndex !== activeIndex) {
      announced.current = { matches, activeIndex };
      latest.current.onMatches(matches, activeIndex);
    }
    if (!isToGo.current || isSearching) return;
    isToGo.current = false;
    if (active) go(active);
  });
  useEffect(() => () => latest.current.onMatches([], -1), []);

  const placeOf = ({ elementId, start }: Match): Place => ({
    elementId,
    index: indexes.get(elementId) ?? 0,
    offset: start,
  });
  /** Go to the next or previous match, wrapping around. The first time, go to the active one. */
  const step = (direction: 1 | -1) => {
    if (isSearching) return;
    const count = matches.length;
    const next = isThere.current ? (activeIndex + direction + count) % count : activeIndex;
    const match = matches[next];
    if (!match) return;
    hasStepped.current = true;
    setPlace(placeOf(match));
    go(match);
  };

  return {
    query,
    options,
    /** The script that the matches belong to. */
    elements,
    matches,
    active,
    activeIndex,
    isSearching,
    hasStepped: () => hasStepped.current,
    step,
    search: (text: string) => {
      isToGo.current = true;
      setQuery(text);
    },
    choose: (change: FindOptions) => {
      isToGo.current = true;
      setOptions({ ...options, ...change });
    },
    /** Continue after a match whose text now has this length. */
    goOnBehind: (match: Match, length: number) => {
      isToGo.current = true;
      setPlace({ ...placeOf(match), offset: match.start + length });
    },
  };
}

export type ScriptSearch = ReturnType<typeof useFind>;

/** Return the index of the first match from a position on, wrapping around; -1 without matches. */
function firstFrom(matches: readonly Match[], place: Place, indexes: ReadonlyMap<number, number>): number {
  if (matches.length === 0) return -1;
  const from = indexes.get(place.elementId);
  const index = from ?? place.index;
  // A deleted element is replaced by the next one.
  const offset = from === undefined ? 0 : place.offset;
  const found = matches.findIndex(({ elementId, start }) => {
    const own = indexes.get(elementId) ?? 0;
    return own > index || (own === index && start >= offset);
  });
  return Math.max(found, 0);
}

/** Reuse the list while it has the same matches. Most typing changes none. */
function useKept(matches: readonly Match[]): readonly Match[] {
  const kept = useRef(matches);
  if (!areSame(kept.current, matches)) kept.current = matches;
  return kept.current;
}

function areSame(some: readonly Match[], others: readonly Match[]): boolean {
  if (some === others) return true;
  return (
    some.length === others.length &&
    some.every(({ elementId, start, end }, index) => {
      const other = others[index];
      return other?.elementId === elementId && other.start === start && other.end === end;
    })
  );
}
