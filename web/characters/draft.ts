import { speakerKey } from '#screenplay/cue.ts';
import { isDeepEqual } from '#screenplay/fdx/same.ts';
import {
  type Character,
  CharacterCreate,
  type characterTypes,
  defaultVoiceSettings,
} from '#shared/contract/characters.ts';
import type { CharacterChange, CharacterFields } from './characters.data.ts';

/** A character as the form has it. */
export interface CharacterDraft {
  name: string;
  role: string;
  age: string;
  characterType: (typeof characterTypes)[number];
  description: string;
  arc: string;
  visualAesthetic: string;
  voiceId: string | null;
  voiceSettings: Character['voiceSettings'];
}

export type DraftField = keyof CharacterDraft;

export const emptyDraft: CharacterDraft = {
  name: '',
  role: '',
  age: '',
  characterType: 'supporting',
  description: '',
  arc: '',
  visualAesthetic: '',
  voiceId: null,
  voiceSettings: defaultVoiceSettings,
};

export function characterDraft(character: Character): CharacterDraft {
  return {
    name: character.name,
    role: character.role ?? '',
    age: character.age === null ? '' : String(character.age),
    characterType: character.characterType,
    description: character.description ?? '',
    arc: character.arc ?? '',
    visualAesthetic: character.visualAesthetic ?? '',
    voiceId: character.voiceId,
    voiceSettings: character.voiceSettings,
  };
}

/** A whole number from 0 to 999, or none (docs/spec/characters.md). */
export function ageOf(text: string): number | null {
  return /^\d{1,3}$/.test(text.trim()) ? Number(text) : null;
}

/** What is typed as an age and will not be kept. */
export function ageProblem(text: string): string | undefined {
  if (text.trim() === '' || ageOf(text) !== null) return undefined;
  return 'Not a whole number up to 999. The age will be left empty.';
}

/** What a save sends; a blank field is none. */
export function fieldsOf(draft: CharacterDraft) {
  const textOf = (text: string) => text.trim() || null;
  return {
    name: draft.name.trim(),
    role: textOf(draft.role),
    age: ageOf(draft.age),
    characterType: draft.characterType,
    description: textOf(draft.description),
    arc: textOf(draft.arc),
    visualAesthetic: textOf(draft.visualAesthetic),
    voiceId: draft.voiceId,
    voiceSettings: draft.voiceSettings,
  } satisfies CharacterFields;
}

/** Only what the writer has changed: what others change meanwhile is not undone by saving. */
export function characterChange(opened: CharacterDraft, draft: CharacterDraft): CharacterChange {
  const before = new Map<string, unknown>(Object.entries(fieldsOf(opened)));
  const changed = Object.entries(fieldsOf(draft)).filter(
    ([field, value]) => !isDeepEqual(before.get(field), value),
  );
  return Object.fromEntries(changed);
}

export function isSameDraft(a: CharacterDraft, b: CharacterDraft): boolean {
  return (Object.keys(a) as DraftField[]).every((field) => isDeepEqual(a[field], b[field]));
}

/** What the contract says against it, by field. */
export function problemsOf(draft: CharacterDraft): Partial<Record<string, string>> {
  const { error } = CharacterCreate.safeParse(fieldsOf(draft));
  return Object.fromEntries(error?.issues.map(({ path, message }) => [String(path[0]), message]) ?? []);
}

/** The other character of that name, in whatever spelling (decision OQ-93). */
export function namesake(
  characters: readonly Character[],
  { name }: Pick<CharacterDraft, 'name'>,
  ownId: number | null,
): Character | undefined {
  const wanted = speakerKey(name);
  return characters.find((each) => each.id !== ownId && speakerKey(each.name) === wanted);
}
