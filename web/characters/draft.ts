import { speakerKey } from '#screenplay/cue.ts';
import { type Character, CharacterCreate, defaultVoiceSettings } from '#shared/contract/characters.ts';
import { type DraftOf, formBody, formValuesOf } from '#web/lib/formBody.ts';

/** Fields of the form. */
const characterFields = [
  'name',
  'role',
  'age',
  'characterType',
  'description',
  'arc',
  'visualAesthetic',
] as const;

/** Values of the character form. */
export type CharacterDraft = DraftOf<Character, (typeof characterFields)[number]> &
  Pick<Character, 'voiceId' | 'voiceSettings'>;

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
  const { voiceId, voiceSettings } = character;
  return { ...formValuesOf(character, characterFields), voiceId, voiceSettings };
}

/** A whole number from 0 to 999, or none (docs/spec/characters.md). */
export function ageOf(text: string): number | null {
  return /^\d{1,3}$/.test(text.trim()) ? Number(text) : null;
}

/** Return an error about an age that will not be stored. */
export function ageProblem(text: string): string | undefined {
  if (text.trim() === '' || ageOf(text) !== null) return undefined;
  return 'Not a whole number up to 999. The age will be left empty.';
}

/** Return the draft without an age that would not be stored. */
export function withoutInvalidAge(draft: CharacterDraft): CharacterDraft {
  return ageOf(draft.age) === null ? { ...draft, age: '' } : draft;
}

/** Return the body for the API. */
export function characterBody(draft: CharacterDraft) {
  return formBody(CharacterCreate, withoutInvalidAge(draft));
}

/** Return another character with the same name, ignoring case and spacing (decision OQ-93). */
export function characterWithSameName(
  characters: readonly Character[],
  { name }: Pick<CharacterDraft, 'name'>,
  ownId: number | null,
): Character | undefined {
  const key = speakerKey(name);
  return characters.find((each) => each.id !== ownId && speakerKey(each.name) === key);
}
