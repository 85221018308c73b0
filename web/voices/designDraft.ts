import { personTraits } from '#engines/sound/casting/person.ts';
import type { VoiceDesign } from '#shared/contract/voices.ts';

/** Known fields of the voice's owner; a character may be unsaved. */
export interface DesignedFor {
  name: string;
  role: string;
  description: string;
  age: number | null;
  characterType: 'protagonist' | 'antagonist' | 'supporting';
}

export const genderLabels = { female: 'Female', male: 'Male' } as const satisfies Record<
  VoiceDesign['gender'],
  string
>;

export const ageLabels = {
  young: 'Young',
  middle_aged: 'Middle-aged',
  old: 'Old',
} as const satisfies Record<VoiceDesign['age'], string>;

export const accentLabels = {
  american: 'American',
  british: 'British',
  australian: 'Australian',
  irish: 'Irish',
  scottish: 'Scottish',
  south_african: 'South African',
} as const satisfies Record<VoiceDesign['accent'], string>;

/**
 * Return the initial values of the form: from the character's fields, otherwise the first of each
 * list.
 */
export function firstDesign(person: DesignedFor): VoiceDesign {
  const { gender, age, accent } = personTraits({ ...person, id: 0 });
  return {
    prompt: '',
    voiceName: person.name.trim().slice(0, 100),
    gender: gender ?? 'female',
    age: age ?? 'young',
    accent: accentNamed(accent) ?? 'american',
    accentStrength: 0.5,
  };
}

function accentNamed(accent: string | null): VoiceDesign['accent'] | undefined {
  return (Object.keys(accentLabels) as VoiceDesign['accent'][]).find((each) => each === accent);
}

/** Return whether name or description is missing (docs/spec/audio.md). */
export function isIncomplete({ voiceName, prompt }: VoiceDesign): boolean {
  return voiceName.trim() === '' || prompt.trim() === '';
}
