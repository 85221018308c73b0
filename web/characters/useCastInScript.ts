import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useRef } from 'react';
import { jointCuesOf } from '#screenplay/cast.ts';
import { isHeadingType } from '#screenplay/elementTypes/predicates.ts';
import { plainText } from '#screenplay/emphasis.ts';
import { type CastFactsOptions, castFacts } from '#screenplay/facts/castFacts.ts';
import type { ScriptCounts } from '#screenplay/facts/sceneCounts.ts';
import { speakerRenames } from '#screenplay/renaming.ts';
import { sceneNumbersOf } from '#screenplay/sceneNumbers.ts';
import type { Character } from '#shared/contract/characters.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { Project } from '#shared/contract/projects.ts';
import { elementsQuery, scenesQuery } from '#web/scriptSync/script.data.ts';
import type { CastInScript, PlacedScene } from './figures.ts';
import { mentionsInScript, type PlacedMention } from './mentionsInScript.ts';

export interface CastOfScript {
  /** Null until the script is loaded. */
  script: CastInScript | null;
  elements: readonly Element[] | undefined;
  /** Return the scene of an element of the script. */
  sceneAt: (elementIndex: number) => PlacedScene | undefined;
  /** Return whether a cue has this name; true until the script is loaded. */
  speaks: (name: string) => boolean;
  /** Return the mentions in action and dialogue of a renamed character. */
  mentions: (from: string, to: string) => readonly PlacedMention[];
}

/** Return the figures of the cast from the script, computed once for the screen. */
export function useCastInScript(
  project: Pick<Project, 'id' | 'cueChoices' | 'format'>,
  characters: readonly Character[] | undefined,
  counts: ScriptCounts | null,
): CastOfScript {
  const { data: elements } = useQuery(elementsQuery(project.id));
  const { data: scenes } = useQuery(scenesQuery(project.id));
  // Unchanged action is not searched for names again.
  const memo = useRef<NonNullable<CastFactsOptions['memo']>>({ names: null });
  const names = useMemo(() => characters?.map(({ name }) => name), [characters]);
  const { cueChoices } = project;
  const facts = useMemo(() => {
    if (!elements) return null;
    return castFacts(elements, {
      listed: names ?? [],
      joint: jointCuesOf(cueChoices),
      memo: memo.current,
    });
  }, [elements, names, cueChoices]);
  const script = useMemo(() => {
    if (!facts || !elements) return null;
    const numbers = sceneNumbersOf(scenes ?? [], project.format);
    const placed = facts.scenes.map(({ sceneId, from }) => {
      const first = elements[from];
      return {
        sceneId,
        number: numbers.get(sceneId ?? -1) ?? null,
        heading: isHeadingType(first?.elementType) ? plainText(first.content) : '',
        page: counts?.scenes.get(sceneId ?? -1)?.page ?? null,
      };
    });
    return { facts, scenes: placed };
  }, [facts, elements, scenes, counts, project.format]);
  const sceneAt = useCallback(
    (index: number) => script?.scenes[script.facts.scenes.findLastIndex(({ from }) => from <= index)],
    [script],
  );
  // Any other name finds all cues of this one.
  const speaks = (name: string) => !elements || speakerRenames(elements, name, `${name} 2`).length > 0;
  const mentions = useCallback(
    (from: string, to: string) =>
      elements && characters ? mentionsInScript(elements, { from, to, characters }, sceneAt) : [],
    [elements, characters, sceneAt],
  );
  return { script, elements, sceneAt, speaks, mentions };
}
