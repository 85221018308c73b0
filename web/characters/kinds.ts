import type { Character } from '#shared/contract/characters.ts';

export type CharacterType = Character['characterType'];

/** Label and colour of each type; a mark shows the type as well (docs/spec/characters.md). */
export const kinds = {
  protagonist: { label: 'Protagonist', theme: 'green' },
  antagonist: { label: 'Antagonist', theme: 'red' },
  supporting: { label: 'Supporting', theme: 'blue' },
} as const satisfies Record<CharacterType, { label: string; theme: string }>;
