import { useMemo } from 'react';
import { parseCue, speakerKey } from '#screenplay/cue.ts';
import { doubtfulCues } from '#screenplay/doubtfulCues.ts';
import type { Character } from '#shared/contract/characters.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { CueChoice } from '#shared/contract/projects.ts';
import type { Doubtful } from './doubtful.data.ts';

/** Return the listed names of the cast without a decision. */
export function useDoubtful(
  elements: readonly Element[] | undefined,
  characters: readonly Character[] | undefined,
  choices: readonly CueChoice[],
): Doubtful[] {
  const cues = useMemo(() => (elements ? doubtfulCues(elements) : []), [elements]);
  return useMemo(() => {
    const decided = new Set(choices.map(({ key }) => key));
    const byKey = new Map(characters?.map((each) => [speakerKey(parseCue(each.name).name), each]));
    return cues.flatMap((cue): Doubtful[] => {
      const character = byKey.get(cue.key);
      if (!character || decided.has(cue.key)) return [];
      if (cue.type === 'joint') return [{ type: 'joint', cue, character }];
      const of = byKey.get(speakerKey(cue.originalName));
      return of && of.id !== character.id ? [{ type: 'variant', cue, character, of }] : [];
    });
  }, [cues, characters, choices]);
}
