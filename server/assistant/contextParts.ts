import type { PersonFacts } from '#screenplay/facts/facts.ts';
import type { ContextPart } from '#shared/contract/ai.ts';
import { beatLine, castLine, noteLine, type PromptLine, toSingleLine } from './contextLines.ts';
import type { ProjectRead } from './project.ts';

/** Lines of the context and the parts they belong to. */
export interface BudgetedLines {
  lines: string[];
  parts: ContextPart[];
}

type IsLeftOut = (key: string) => boolean;
type PartIdentity = Pick<ContextPart, 'key' | 'kind' | 'label'>;

/** Include the whole brief: it is short and must be respected. */
export function briefWithin(words: string, isLeftOut: IsLeftOut): BudgetedLines {
  const lines = words === '' ? [] : [{ text: words, isCut: false }];
  return buildPart(
    { key: 'brief', kind: 'brief', label: 'Brief' },
    isLeftOut,
    lines,
    Number.POSITIVE_INFINITY,
  );
}

export function planWithin({ facts }: ProjectRead, isLeftOut: IsLeftOut, size: number): BudgetedLines {
  return buildPart({ key: 'plan', kind: 'plan', label: 'Plan' }, isLeftOut, facts.beats.map(beatLine), size);
}

/** Include notes of the scenes with these indexes, in that order. */
export function notesWithin(
  { facts, notes }: ProjectRead,
  isLeftOut: IsLeftOut,
  indexes: readonly number[],
  size: number,
): BudgetedLines {
  const lines = indexes.flatMap((index): PromptLine[] => {
    const scene = facts.scenes[index];
    const note = notes.get(facts.elements[scene?.from ?? -1]?.sceneId ?? -1);
    return scene && note !== undefined ? [noteLine(scene, note)] : [];
  });
  const part = { key: 'notes', kind: 'notes', label: 'Notes of scenes' } as const;
  // All notes belong to excluded scenes.
  if (lines.length === 0 && notes.size > 0)
    return { lines: [], parts: [{ ...part, form: 'left_out', size: 0 }] };
  return buildPart(part, isLeftOut, lines, size);
}

/** Return the key of a character, short enough for a request. */
export function characterKey(name: string): string {
  return `character:${name}`.slice(0, 150).toWellFormed();
}

/** Include one part per character, those who speak most first. */
export function castWithin({ facts }: ProjectRead, isLeftOut: IsLeftOut, size: number): BudgetedLines {
  const lines: string[] = [];
  let left = size;
  const parts = [...facts.people.values()].sort(byWords).map((person): ContextPart => {
    const part = partIdentityOf(person);
    if (isLeftOut(part.key)) return { ...part, form: 'left_out', size: 0 };
    const { text, isCut } = castLine(person);
    left -= text.length + 1;
    if (left < 0) return { ...part, form: 'no_room', size: 0 };
    lines.push(text);
    return { ...part, form: isCut ? 'part' : 'full', size: text.length };
  });
  return { lines, parts };
}

const byWords = (a: PersonFacts, b: PersonFacts) => b.words - a.words;

/**
 * Cues are the writer's own text and may be longer than a key (leaveOut in
 * shared/contract/assistant.ts).
 */
function partIdentityOf({ name }: PersonFacts): PartIdentity {
  return {
    key: characterKey(name),
    kind: 'character',
    label: toSingleLine(name, 150),
  };
}

/** Build one part from as many of the first lines as fit. */
function buildPart(
  part: PartIdentity,
  isLeftOut: IsLeftOut,
  lines: readonly PromptLine[],
  size: number,
): BudgetedLines {
  if (lines.length === 0) return { lines: [], parts: [] };
  if (isLeftOut(part.key)) return { lines: [], parts: [{ ...part, form: 'left_out', size: 0 }] };
  const going: PromptLine[] = [];
  let left = size;
  for (const line of lines) {
    left -= line.text.length + 1;
    if (left < 0) break;
    going.push(line);
  }
  const isWhole = going.length === lines.length && !going.some(({ isCut }) => isCut);
  const texts = going.map(({ text }) => text);
  const form = going.length === 0 ? 'no_room' : isWhole ? 'full' : 'part';
  return { lines: texts, parts: [{ ...part, form, size: texts.join('\n').length }] };
}
