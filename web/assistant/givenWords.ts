import { type ContextPart, openingLabel, type previewContext } from '#shared/contract/ai.ts';
import type { ContextReach } from '#shared/contract/assistant.ts';
import type { CallReply } from '#shared/endpoint.ts';

export type ContextPreview = CallReply<typeof previewContext>;

const formWords: Record<ContextPart['form'], string> = {
  full: 'in full',
  part: 'in part',
  summary: 'in one or two sentences',
  heading: 'heading only',
  no_room: 'no room',
  left_out: 'taken out',
  not_chosen: 'not chosen',
};

/**
 * Return "in full, 1,240 characters". A part that was just excluded counts at once, before the
 * server has counted again; notes are excluded with their scenes.
 */
export function formText({ form, size }: ContextPart, isLeftOut: boolean): string {
  if (isLeftOut) return formWords.left_out;
  if (form === 'left_out') return 'not given';
  return size > 0 ? `${formWords[form]}, ${countOrNone(size, 'character', 'characters')}` : formWords[form];
}

/** Labels of the choice (decision OQ-110). */
export const reachWords: Record<ContextReach, string> = {
  scene: 'This scene',
  relevant: 'Relevant parts',
  whole: 'Whole script',
};

export interface PartGroup {
  kind: ContextPart['kind'];
  title: string;
  parts: readonly ContextPart[];
}

const titles: Record<ContextPart['kind'], string> = {
  brief: 'Brief',
  plan: 'Plan',
  notes: 'Notes',
  character: 'Characters',
  scene: 'Scenes',
};
const kinds = ['brief', 'plan', 'notes', 'character', 'scene'] as const;

/** Group the parts in the order of the list; empty groups are omitted. */
export function groupsOf(parts: readonly ContextPart[]): PartGroup[] {
  return kinds
    .map((kind) => ({ kind, title: titles[kind], parts: parts.filter((part) => part.kind === kind) }))
    .filter((group) => group.parts.length > 0);
}

/**
 * Return the closed line: "Sends 12 scenes, 9 characters, the brief · 14,200 of 20,000 characters ·
 * 2 taken out"
 */
export function lineText({ parts, size, limit }: ContextPreview): string {
  const goes = parts.filter(
    ({ form, label }) =>
      form !== 'left_out' && form !== 'no_room' && form !== 'not_chosen' && label !== openingLabel,
  );
  const count = (kind: ContextPart['kind'], isHeading = false) =>
    goes.filter((part) => part.kind === kind && (part.form === 'heading') === isHeading).length;
  const sentParts = [
    countOrNone(count('scene'), 'scene', 'scenes'),
    countOrNone(count('scene', true), 'heading', 'headings'),
    countOrNone(count('character'), 'character', 'characters'),
    count('brief') > 0 && 'the brief',
    count('plan') > 0 && 'the plan',
    count('notes') > 0 && 'notes',
  ].filter(Boolean);
  const taken = parts.length - parts.filter(({ form }) => form !== 'left_out').length;
  return [
    `Sends ${sentParts.join(', ') || 'no context'}`,
    limit === null ? `${inNumbers(size)} characters` : `${inNumbers(size)} of ${inNumbers(limit)} characters`,
    ...(taken > 0 ? [`${inNumbers(taken)} taken out`] : []),
  ].join(' · ');
}

/** Return "1 scene" or "2,400 scenes"; null for none. */
export function countOrNone(count: number, one: string, many: string): string | null {
  return count === 0 ? null : `${inNumbers(count)} ${count === 1 ? one : many}`;
}

export function inNumbers(count: number): string {
  return count.toLocaleString('en-US');
}
