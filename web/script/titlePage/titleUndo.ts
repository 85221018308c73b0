import type { TitleField } from '#screenplay/titleFields.ts';

export interface TitleStep {
  field: TitleField;
  before: string;
  after: string;
}

/** Steps of the title page, which undo goes back through. */
export interface TitleHistory {
  past: readonly TitleStep[];
  future: readonly TitleStep[];
}

export const noTitleHistory: TitleHistory = { past: [], future: [] };
const maxSteps = 200;

/** Return the history after a change. Letters of one word are one step. */
export function recordTitleStep({ past }: TitleHistory, step: TitleStep): TitleHistory {
  const last = past.at(-1);
  const isSameWord = last?.field === step.field && last.after === step.before && isLetterIn(step);
  const merged = isSameWord && !endsWord(last) ? { ...last, after: step.after } : null;
  return { past: merged ? [...past.slice(0, -1), merged] : [...past, step].slice(-maxSteps), future: [] };
}

/** Return the step to undo or redo, and the history after it; null if there is none. */
export function stepTitle(
  { past, future }: TitleHistory,
  direction: 'undo' | 'redo',
): { field: TitleField; text: string; history: TitleHistory } | null {
  const step = direction === 'undo' ? past.at(-1) : future.at(-1);
  if (!step) return null;
  const { field, before, after } = step;
  return direction === 'undo'
    ? { field, text: before, history: { past: past.slice(0, -1), future: [...future, step] } }
    : { field, text: after, history: { past: [...past, step], future: future.slice(0, -1) } };
}

function isLetterIn({ before, after }: TitleStep): boolean {
  return after.length === before.length + 1;
}

function endsWord({ before, after }: TitleStep): boolean {
  return after.length < before.length || /\s$/.test(after);
}
