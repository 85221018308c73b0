import { type CastProposal, voicesForCast } from '#engines/sound/casting/casting.ts';
import { languageOfScript } from '#engines/sound/casting/scriptLanguage.ts';
import { SharedSceneCounts } from '#engines/sound/casting/sharedScenes.ts';
import type { Character } from '#shared/contract/characters.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { Voice } from '#shared/contract/voices.ts';
import { isPendingVoice } from './pending.ts';

export interface ShownProposal {
  character: Character;
  voice: Voice;
  proposal: CastProposal;
}

interface ProposalInput {
  characters: readonly Character[];
  elements: readonly Element[];
  voices: readonly Voice[];
  /** Whether characters that have a voice get proposals too. */
  forAll: boolean;
}

/** Propose a voice for each character, taking into account the voices of those who keep theirs. */
export function proposalsFor({ characters, elements, voices, forAll }: ProposalInput): ShownProposal[] {
  const usable = voices.filter(({ voice_id }) => !isPendingVoice(voice_id));
  const isOpen = ({ voiceId }: Character) => forAll || voiceId === null;
  const proposals = voicesForCast({
    people: characters.filter(isOpen).map(({ id, name, role, description, age }) => ({
      id,
      name,
      role: role ?? '',
      description: description ?? '',
      age,
    })),
    fixed: characters.flatMap((character) =>
      character.voiceId !== null && !isOpen(character)
        ? [{ name: character.name, voiceId: character.voiceId }]
        : [],
    ),
    voices: usable,
    encounters: new SharedSceneCounts(elements),
    language: languageOfScript(elements),
  });
  const byId = new Map(characters.map((character) => [character.id, character]));
  const voiceById = new Map(usable.map((voice) => [voice.voice_id, voice]));
  return proposals.flatMap((proposal) => {
    const character = byId.get(proposal.characterId);
    const voice = voiceById.get(proposal.voiceId);
    return character && voice ? [{ character, voice, proposal }] : [];
  });
}

/** Return the reason: "Female (guess), middle-aged. Shares 4 scenes with TOBIAS." */
export function reasonText({ reasons, isGuess, partner }: CastProposal): string {
  const [first, ...others] = reasons.map((reason) => reason.replaceAll('_', ' '));
  const matches = [first && isGuess ? `${first} (guess)` : first, ...others].filter(Boolean).join(', ');
  const scenes =
    partner &&
    `Shares ${partner.scenes === 1 ? 'a scene' : `${partner.scenes} scenes`} with ${partner.name}.`;
  const fits =
    matches === ''
      ? 'Nothing is known about this character’s voice.'
      : `${matches[0]?.toUpperCase()}${matches.slice(1)}.`;
  return [fits, scenes].filter(Boolean).join(' ');
}
