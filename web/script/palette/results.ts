import type { Character } from '#shared/contract/characters.ts';
import type { Scene } from '#shared/contract/scenes.ts';
import { storedValue } from '#web/lib/storage.ts';
import type { Chord } from '#web/scriptEditor/keys/shortcut.ts';
import type { Command } from '../state/command.ts';
import { type FuzzyMatch, fuzzyMatch, type Matchable, matchable } from './fuzzyMatch.ts';

export interface PaletteView {
  label: string;
  href: string;
}

export interface PaletteContents {
  commands: readonly Command[];
  scenes: readonly Scene[];
  /** Scene numbers by scene id. */
  sceneNumbers: ReadonlyMap<number, string>;
  characters: readonly Character[];
  views: readonly PaletteView[];
  /** Detail at the end of a scene's line: "p. 17, 1 7/8". Called for listed scenes. */
  detailOf?: (sceneId: number) => string | null;
  onScene: (scene: Scene) => void;
  onCharacter: (character: Character) => void;
  onView: (href: string) => void;
  pages: PalettePages;
}

/** "p 45" leads to page 45, and "p 12A" to that of a locked script. */
export interface PalettePages {
  /** Return the number of the page with a label; 0 if there is none. */
  numberOf: (label: string) => number;
  onPage: (page: number) => void;
}

export type EntryKind = 'Commands' | 'Scenes' | 'Characters' | 'Views' | 'Pages';

/** Line of the palette. */
export interface PaletteEntry {
  /** Stable key between visits. */
  key: string;
  type: EntryKind;
  label: string;
  /** Heading while nothing is typed. */
  group: string;
  /** Scene number. */
  number?: string;
  detail?: () => string | null;
  chord?: Chord;
  text: Matchable;
  act: () => void;
}

export interface Result {
  entry: PaletteEntry;
  /** Offsets of the label's matched characters. */
  at: readonly number[];
}

export interface ResultGroup {
  title: string;
  results: Result[];
  /** Number of results that are not shown. */
  more: number;
}

const kinds: readonly EntryKind[] = ['Commands', 'Scenes', 'Characters', 'Views'];
const maxPerGroup = 50;
const maxRecent = 4;

export function paletteEntries(contents: PaletteContents): PaletteEntry[] {
  const { commands, scenes, sceneNumbers, detailOf, characters, views } = contents;
  return [
    ...commands
      .filter(({ isEnabled }) => isEnabled !== false)
      .map(({ id, label, group, keys, run }) => ({
        ...entry('Commands', id, label, run),
        group,
        ...(keys && { chord: keys }),
      })),
    ...scenes.map((scene) => {
      const number = sceneNumbers.get(scene.id);
      const label = scene.heading || 'Before the first scene';
      return {
        ...entry('Scenes', `${scene.id}`, label, () => contents.onScene(scene)),
        ...(number !== undefined && { number }),
        ...(detailOf && { detail: () => detailOf(scene.id) }),
      };
    }),
    ...characters.map((character) => ({
      ...entry('Characters', `${character.id}`, character.name, () => contents.onCharacter(character)),
      ...(character.role && { detail: () => character.role }),
    })),
    ...views.map(({ label, href }) => entry('Views', href, label, () => contents.onView(href))),
  ];
}

function entry(type: EntryKind, id: string, label: string, act: () => void): PaletteEntry {
  return { key: `${type}:${id}`, type, label, group: type, text: matchable(label), act };
}

/** Return the page that a query names, if the script has it. */
function pageResults(query: string, { numberOf, onPage }: PalettePages): ResultGroup[] {
  const label = /^p(?:age)?\.?\s*([a-z]*\d{1,6}[a-z\d]*)$/i.exec(query.trim())?.[1]?.toUpperCase();
  const page = label === undefined ? 0 : numberOf(label);
  if (page < 1) return [];
  const result = { entry: entry('Pages', `${page}`, `Page ${label}`, () => onPage(page)), at: [] };
  return [{ title: 'Pages', results: [result], more: 0 }];
}

/** Return the results for a query: a named page, then the best group and the best entries first. */
export function resultsOf(
  entries: readonly PaletteEntry[],
  query: string,
  pages: PalettePages,
): ResultGroup[] {
  const wantedNumber = /^(?:scene\s*|#\s*)?(\d+[a-z]*)$/i.exec(query.trim())?.[1]?.toUpperCase();
  const found = new Map<EntryKind, { result: Result; score: number }[]>();
  for (const each of entries) {
    const fit = fitOfNumber(wantedNumber, each.number) ?? fuzzyMatch(query, each.text);
    if (!fit) continue;
    const own = found.get(each.type) ?? [];
    own.push({ result: { entry: each, at: fit.at }, score: fit.score });
    found.set(each.type, own);
  }
  const best = (type: EntryKind) => found.get(type)?.[0]?.score ?? Number.NEGATIVE_INFINITY;
  for (const own of found.values()) own.sort((a, b) => b.score - a.score);
  const groups = kinds
    .filter((type) => found.has(type))
    .toSorted((a, b) => best(b) - best(a))
    .map((type) => {
      const own = found.get(type) ?? [];
      const results = own.slice(0, maxPerGroup).map(({ result }) => result);
      return { title: type, results, more: own.length - results.length };
    });
  return [...pageResults(query, pages), ...groups];
}

/** Score a number: an exact one is above all texts with its digits, one that begins so is next. */
function fitOfNumber(wanted: string | undefined, number: string | undefined): FuzzyMatch | null {
  if (wanted === undefined || number === undefined) return null;
  const own = number.toUpperCase();
  if (own === wanted) return { score: 10_000, at: [] };
  return own.startsWith(wanted) ? { score: 1000 - own.length, at: [] } : null;
}

/** Return recent choices and all commands, while nothing is typed. */
export function defaultResults(entries: readonly PaletteEntry[], recent: readonly string[]): ResultGroup[] {
  const byKey = new Map(entries.map((each) => [each.key, each]));
  const lately = recent.flatMap((key) => byKey.get(key) ?? []).slice(0, maxRecent);
  const groups = new Map<string, PaletteEntry[]>(lately.length > 0 ? [['Recent', lately]] : []);
  for (const each of entries) {
    if (each.type !== 'Commands' || lately.includes(each)) continue;
    groups.set(each.group, [...(groups.get(each.group) ?? []), each]);
  }
  return [...groups].map(([title, own]) => ({
    title,
    results: own.map((each) => ({ entry: each, at: [] })),
    more: 0,
  }));
}

const maxKept = 12;

const recentKeys = storedValue<readonly string[]>('script-palette-recent', (stored) =>
  Array.isArray(stored) ? stored.filter((key) => typeof key === 'string').slice(0, maxKept) : [],
);

export function recentChoices(): readonly string[] {
  return recentKeys.get();
}

export function rememberChoice(key: string): void {
  recentKeys.set([key, ...recentKeys.get().filter((each) => each !== key)].slice(0, maxKept));
}
