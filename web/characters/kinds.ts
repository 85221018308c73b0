import type { Character } from '#shared/contract/characters.ts';

export type CharacterType = Character['characterType'];

/** The colours of the three; each has a mark and its word as well (docs/spec/characters.md). */
export const kinds = {
  protagonist: { label: 'Protagonist', theme: 'green' },
  antagonist: { label: 'Antagonist', theme: 'red' },
  supporting: { label: 'Supporting', theme: 'blue' },
} as const satisfies Record<CharacterType, { label: string; theme: string }>;
