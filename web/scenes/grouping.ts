import { type ColorTheme, colorThemes } from '#screenplay/colorThemes.ts';
import type { ScriptCounts } from '#screenplay/facts/sceneCounts.ts';
import type { Act } from '#shared/contract/acts.ts';
import type { StoryBeat } from '#shared/contract/beats.ts';
import type { Scene } from '#shared/contract/scenes.ts';
import type { Sequence } from '#shared/contract/sequences.ts';
import { isOpening } from './sceneName.ts';

/** A group of scenes in the list: those of a sequence, or those of an act without one. */
export interface ActStretch {
  /** Unique key. */
  key: string;
  actNumber: number;
  sequenceId: number | null;
  /** Name of the sequence; null for scenes without one. */
  name: string | null;
  theme: ColorTheme;
  /** Beats of the sequence, or the loose ones of the act. */
  beats: StoryBeat[];
  /** In script order. */
  scenes: Scene[];
}

export interface ActGroup {
  number: number;
  title: string;
  subtitle: string | null;
  theme: ColorTheme;
  /** The sequences in order, then the scenes without one. */
  stretches: ActStretch[];
  /** All its scenes, in script order. */
  scenes: Scene[];
}

/** Lists of the plan; each is empty while it loads and after a failure. */
export interface PlannedGroups {
  acts: readonly Act[];
  sequences: readonly Sequence[];
  beats: readonly StoryBeat[];
}

/** Subtitles of acts without one (docs/spec/scenes.md). */
const defaultSubtitles: Readonly<Record<number, string>> = {
  1: 'Setup & Inciting Incident',
  2: 'Rising Action & Confrontation',
  3: 'Climax & Resolution',
};

const minActs = 3;

/**
 * Return the acts that a scene can be moved to: those of the plan and those in use; without a plan,
 * all shown ones.
 */
export function selectableActs(scenes: readonly Scene[], acts: readonly Act[], chosen: string): number[] {
  if (acts.length === 0) return Array.from({ length: maxActNumber(scenes, acts) }, (_, index) => index + 1);
  const used = scenes.map(({ actNumber }) => actNumber);
  const numbers = [...acts.map(({ number }) => number), ...used, Number(chosen)];
  return [...new Set(numbers)].filter((number) => number > 0).sort((a, b) => a - b);
}

/**
 * Return the acts from 1 to the highest number in scenes and plan (decision OQ-91), without
 * creating any.
 */
export function actGroups(scenes: readonly Scene[], plan: PlannedGroups): ActGroup[] {
  return Array.from({ length: maxActNumber(scenes, plan.acts) }, (_, index) =>
    groupOf(index + 1, scenes, plan),
  );
}

export function maxActNumber(scenes: readonly Scene[], acts: readonly Act[]): number {
  return Math.max(minActs, ...scenes.map(({ actNumber }) => actNumber), ...acts.map(({ number }) => number));
}

function groupOf(
  number: number,
  allScenes: readonly Scene[],
  { acts, sequences, beats }: PlannedGroups,
): ActGroup {
  const act = acts.find((each) => each.number === number);
  const scenes = allScenes.filter(({ actNumber }) => actNumber === number);
  const own = sequences.filter(({ actNumber }) => actNumber === number);
  const theme = themeNamed(act?.colorTheme);
  const inOrder = own.toSorted((a, b) => a.orderIndex - b.orderIndex);
  const isOwn = new Set(own.map(({ id }) => id));
  return {
    number,
    title: actTitle(number, acts),
    subtitle: act?.subtitle?.trim() || (defaultSubtitles[number] ?? null),
    theme,
    stretches: [
      ...inOrder.map(({ id, name, colorTheme }) => ({
        key: `${number}:${id}`,
        actNumber: number,
        sequenceId: id,
        name,
        theme: themeNamed(colorTheme),
        beats: beats.filter(({ sequenceId }) => sequenceId === id),
        scenes: scenes.filter(({ sequenceId }) => sequenceId === id),
      })),
      {
        key: `${number}:`,
        actNumber: number,
        sequenceId: null,
        name: null,
        theme,
        beats: beats.filter(({ sequenceId, actNumber }) => sequenceId === null && actNumber === number),
        // A scene whose sequence belongs to another act counts as without a sequence.
        scenes: scenes.filter(({ sequenceId }) => sequenceId === null || !isOwn.has(sequenceId)),
      },
    ],
    scenes,
  };
}

export function actTitle(number: number, acts: readonly Act[]): string {
  return acts.find((each) => each.number === number)?.title.trim() || `Act ${number}`;
}

/** Return a theme; blue for an unknown name (docs/spec/application.md). */
export function themeNamed(name: string | undefined): ColorTheme {
  return colorThemes.find((theme) => theme === name) ?? 'blue';
}

/** Return "Scenes 1–37, pages 1–30": the extent of an act, by the numbers that the scenes show. */
export function extentOf(
  scenes: readonly Scene[],
  sceneNumbers: ReadonlyMap<number, string>,
  counts: ScriptCounts | null = null,
): string {
  const titled = scenes.filter((scene) => !isOpening(scene));
  if (titled.length === 0) return 'No scenes';
  const word = titled.length === 1 ? 'Scene' : 'Scenes';
  const sorted = titled.toSorted((a, b) => a.sceneNumber - b.sceneNumber);
  const numbers = sorted.flatMap(({ id }) => sceneNumbers.get(id) ?? []);
  const head =
    numbers.length > 0
      ? `${word} ${rangeText(numbers)}`
      : // Scenes can lack a number in a script with stored numbers.
        `${titled.length} ${word.toLowerCase()}`;
  // Pages of the script once it is loaded; until then the stored ones.
  const pages = titled
    .flatMap(({ id, pageNumber }) => {
      const counted = counts?.scenes.get(id);
      if (counted)
        return [
          { position: counted.pageNumber, label: counted.page },
          { position: counted.lastPageNumber, label: counted.lastPage },
        ];
      return pageNumber === null ? [] : [{ position: pageNumber, label: `${pageNumber}` }];
    })
    .sort((a, b) => a.position - b.position);
  if (pages.length === 0) return head;
  const range = rangeText(pages.map(({ label }) => label));
  return `${head}, ${range.includes('–') ? 'pages' : 'page'} ${range}`;
}

/** Return the range of ordered values. */
function rangeText(values: readonly string[]): string {
  const [first, last] = [values[0], values.at(-1)];
  return first === last ? `${first}` : `${first}–${last}`;
}
