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
  /** Null until it is there. */
  script: CastInScript | null;
  elements: readonly Element[] | undefined;
  /** The scene in which an element of the script stands. */
  sceneAt: (elementIndex: number) => PlacedScene | undefined;
  /** Whether anybody speaks by this name; yes while that is not known. */
  speaks: (name: string) => boolean;
  /** Where action and dialogue name somebody who takes another name. */
  mentions: (from: string, to: string) => readonly PlacedMention[];
}

/** Return the figures of the cast from the script, computed once for the screen. */
export function useCastInScript(
  project: Pick<Project, 'id' | 'cueChoices'>,
  characters: readonly Character[] | undefined,
  counts: ScriptCounts | null,
): CastOfScript {
  const { data: elements } = useQuery(elementsQuery(project.id));
  const { data: scenes } = useQuery(scenesQuery(project.id));
  // Action that is as it was is not searched for names again.
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
    const numbers = sceneNumbersOf(scenes ?? []);
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
  }, [facts, elements, scenes, counts]);
  const sceneAt = useCallback(
    (index: number) => script?.scenes[script.facts.scenes.findLastIndex(({ from }) => from <= index)],
    [script],
  );
  // A name that differs in every letter finds all that the script has of the other one.
  const speaks = (name: string) => !elements || speakerRenames(elements, name, `${name} 2`).length > 0;
  const mentions = useCallback(
    (from: string, to: string) =>
      elements && characters ? mentionsInScript(elements, { from, to, characters }, sceneAt) : [],
    [elements, characters, sceneAt],
  );
  return { script, elements, sceneAt, speaks, mentions };
}
