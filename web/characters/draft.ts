import { speakerKey } from '#screenplay/cue.ts';
import { type Character, CharacterCreate, type characterTypes } from '#shared/contract/characters.ts';
import type { CharacterChange, CharacterFields } from './characters.data.ts';

/** A character as the form has it. */
export interface Draft {
  name: string;
  role: string;
  age: string;
  characterType: (typeof characterTypes)[number];
  description: string;
  arc: string;
  visualAesthetic: string;
}

export type DraftField = keyof Draft;

export const emptyDraft: Draft = {
  name: '',
  role: '',
  age: '',
  characterType: 'supporting',
  description: '',
  arc: '',
  visualAesthetic: '',
};

export function draftOf(character: Character): Draft {
  return {
    name: character.name,
    role: character.role ?? '',
    age: character.age === null ? '' : String(character.age),
    characterType: character.characterType,
    description: character.description ?? '',
    arc: character.arc ?? '',
    visualAesthetic: character.visualAesthetic ?? '',
  };
}

/** A whole number from 0 to 999, or none (spec workspace §5). */
export function ageOf(text: string): number | null {
  return /^\d{1,3}$/.test(text.trim()) ? Number(text) : null;
}

/** What is typed as an age and will not be kept. */
export function ageProblem(text: string): string | undefined {
  if (text.trim() === '' || ageOf(text) !== null) return undefined;
  return 'Not a whole number up to 999. The age will be left empty.';
}

/** What a save sends; a blank field is none. */
export function fieldsOf(draft: Draft) {
  const textOf = (text: string) => text.trim() || null;
  return {
    name: draft.name.trim(),
    role: textOf(draft.role),
    age: ageOf(draft.age),
    characterType: draft.characterType,
    description: textOf(draft.description),
    arc: textOf(draft.arc),
    visualAesthetic: textOf(draft.visualAesthetic),
  } satisfies CharacterFields;
}

/** Only what the writer has changed: what others change meanwhile is not undone by saving. */
export function changeOf(opened: Draft, draft: Draft): CharacterChange {
  const before = new Map<string, unknown>(Object.entries(fieldsOf(opened)));
  const changed = Object.entries(fieldsOf(draft)).filter(([field, value]) => before.get(field) !== value);
  return Object.fromEntries(changed);
}

export function isSameDraft(a: Draft, b: Draft): boolean {
  return (Object.keys(a) as DraftField[]).every((field) => a[field] === b[field]);
}

/** What the contract says against it, by field. */
export function problemsOf(draft: Draft): Partial<Record<string, string>> {
  const { error } = CharacterCreate.safeParse(fieldsOf(draft));
  return Object.fromEntries(error?.issues.map(({ path, message }) => [String(path[0]), message]) ?? []);
}

/** The other character of that name, in whatever spelling (decision OQ-93). */
export function namesake(
  characters: readonly Character[],
  { name }: Pick<Draft, 'name'>,
  ownId: number | null,
): Character | undefined {
  const wanted = speakerKey(name);
  return characters.find((each) => each.id !== ownId && speakerKey(each.name) === wanted);
}
