import type { RevisionView } from './revisionViews.ts';

/*
 * Revision sets of a script (docs/decisions/0111). Text has marks, which are numbers, and each set
 * has the marks that belong to it. So clearing, merging and their undo change the sets alone.
 */

/** A revision of a script, such as the blue pages. */
export interface RevisionSet {
  /** Number of the set in a Final Draft file; unique in the script. */
  id: number;
  name: string;
  /** Colour of its text, as #rrggbb. */
  color: string;
  /** Colour of its paper. */
  pageColor: string;
  /** Printed in the right margin; "" for none. */
  mark: string;
  /** Day of the revision, as YYYY-MM-DD. */
  date?: string | undefined;
  /** The whole script was handed out in this colour. */
  isFullDraft?: boolean | undefined;
  /** Marks that belong to it. The last one is that of new text. */
  marks: number[];
}

/** Revisions of a script. */
export interface Revisions {
  /** In the order of the drafts. */
  sets: RevisionSet[];
  /** Mark of new text; null while no revision is active. */
  active: number | null;
  view: RevisionView;
  /** Where marks are printed, from the left edge of the paper. */
  markInches: number;
  /** Highest mark that was ever used. */
  lastMark: number;
  /** Marks that belong to no set any more. Other marks without a set are of a file. */
  cleared: number[];
  /** State before the last set was cleared, removed or merged, which can be undone. */
  previous?: { label: string; revisions: Omit<Revisions, 'previous'> } | undefined;
}

/** Final Draft's order and colours. Source: its default template. */
export const draftColors = [
  ['Blue', '#0000ff', '#c6edfe'],
  ['Pink', '#ff00ff', '#fdccd4'],
  ['Yellow', '#a08000', '#fdfdb5'],
  ['Green', '#008000', '#c9f5c4'],
  ['Goldenrod', '#b8860b', '#f5dfa0'],
  ['Buff', '#8b5a2b', '#f6e3c5'],
  ['Salmon', '#e0503c', '#ffc8bc'],
  ['Cherry', '#c2185b', '#f8b4c4'],
  ['Tan', '#806040', '#e3d2b5'],
] as const;

/** Location of marks in Final Draft's template. */
export const defaultMarkInches = 7.75;

const noRevisions: Revisions = {
  sets: [],
  active: null,
  view: 'all',
  markInches: defaultMarkInches,
  lastMark: 0,
  cleared: [],
};

/** Return the name and the colours of the next revision: after tan come "2nd White", "2nd Blue". */
export function nextDraftColor(
  revisions: Revisions | undefined,
): Pick<RevisionSet, 'name' | 'color' | 'pageColor'> {
  const index = (revisions?.sets.length ?? 0) + 1;
  const round = Math.floor(index / colorRound.length);
  const [name, color, pageColor] = colorRound[index % colorRound.length] ?? white;
  return { name: `${ordinals[round] ?? `${round + 1}th `}${name}`, color, pageColor };
}

const white = ['White', '#404040', '#ffffff'] as const;
/** The first draft is white. */
const colorRound = [white, ...draftColors];
const ordinals = ['', '2nd ', '3rd '];

/** Fields of a set that users choose. */
export type RevisionFields = Pick<
  RevisionSet,
  'name' | 'color' | 'pageColor' | 'mark' | 'date' | 'isFullDraft'
>;

/** Add a set. New text belongs to it if it is started. */
export function addRevision(
  revisions: Revisions = noRevisions,
  fields: RevisionFields,
  isStarted: boolean,
): Revisions {
  const mark = revisions.lastMark + 1;
  const id = Math.max(0, ...revisions.sets.map((set) => set.id)) + 1;
  return {
    ...revisions,
    sets: [...revisions.sets, { ...fields, id, marks: [mark] }],
    active: isStarted ? mark : revisions.active,
    lastMark: mark,
  };
}

/** Make new text belong to a set, or to none. */
export function activateRevision(revisions: Revisions, id: number | null): Revisions {
  return { ...revisions, active: revisions.sets.find((set) => set.id === id)?.marks.at(-1) ?? null };
}

/** Remove the marks of a set from the script. If it is active, it begins again. */
export function clearRevision(revisions: Revisions, id: number): Revisions {
  const mark = revisions.lastMark + 1;
  const cleared = revisions.sets.find((set) => set.id === id);
  if (!cleared) return revisions;
  return {
    ...revisions,
    sets: revisions.sets.map((set) => (set === cleared ? { ...set, marks: [mark] } : set)),
    active: activeSetOf(revisions) === cleared ? mark : revisions.active,
    lastMark: mark,
    cleared: [...revisions.cleared, ...cleared.marks],
    previous: previousOf(revisions, `Clear ${cleared.name}`),
  };
}

/** Remove a set with its marks. */
export function removeRevision(revisions: Revisions, id: number): Revisions {
  const removed = revisions.sets.find((set) => set.id === id);
  if (!removed) return revisions;
  return {
    ...revisions,
    sets: revisions.sets.filter((set) => set !== removed),
    active: activeSetOf(revisions) === removed ? null : revisions.active,
    cleared: [...revisions.cleared, ...removed.marks],
    previous: previousOf(revisions, `Remove ${removed.name}`),
  };
}

/** Join all sets before one with that one, as when a draft is closed. */
export function mergeRevisions(revisions: Revisions, id: number): Revisions {
  const index = revisions.sets.findIndex((set) => set.id === id);
  const into = revisions.sets[index];
  if (!into || index === 0) return revisions;
  const earlier = revisions.sets.slice(0, index).flatMap((set) => set.marks);
  const isActive = revisions.active !== null && earlier.includes(revisions.active);
  return {
    ...revisions,
    sets: [{ ...into, marks: [...earlier, ...into.marks] }, ...revisions.sets.slice(index + 1)],
    active: isActive ? (into.marks.at(-1) ?? null) : revisions.active,
    previous: previousOf(revisions, `Merge into ${into.name}`),
  };
}

function previousOf({ previous: _, ...revisions }: Revisions, label: string): Revisions['previous'] {
  return { label, revisions };
}

/**
 * Undo the last clearing, removal or merging. Text that was written since then stays in its set, if
 * that exists.
 */
export function restoreRevisions(revisions: Revisions): Revisions {
  if (!revisions.previous) return revisions;
  const { sets, lastMark, cleared, ...before } = revisions.previous.revisions;
  const restored = sets.map((set) => {
    const now = revisions.sets.find(({ id }) => id === set.id);
    return { ...set, marks: [...set.marks, ...(now?.marks ?? []).filter((mark) => mark > lastMark)] };
  });
  const added = revisions.sets.filter(({ id }) => !sets.some((set) => set.id === id));
  const all = [...restored, ...added];
  const isActiveKnown = all.some(({ marks }) => marks.includes(revisions.active ?? 0));
  return {
    ...before,
    view: revisions.view,
    sets: all,
    active: isActiveKnown ? revisions.active : before.active,
    lastMark: revisions.lastMark,
    cleared,
  };
}

/** Return the set of new text; null while no revision is active. */
export function activeSetOf({ sets, active }: Revisions): RevisionSet | null {
  return active === null ? null : (sets.find((set) => set.marks.includes(active)) ?? null);
}

const setsByMark = new WeakMap<Revisions, ReadonlyMap<number, number>>();

/** Return the index of the set of each mark. Marks of no set are missing. */
export function setIndexesOf(revisions: Revisions): ReadonlyMap<number, number> {
  let indexes = setsByMark.get(revisions);
  if (!indexes) {
    indexes = new Map(
      revisions.sets.flatMap((set, index) => set.marks.map((mark) => [mark, index] as const)),
    );
    setsByMark.set(revisions, indexes);
  }
  return indexes;
}
