/** What the script is narrowed to: a scene, a character, or nothing. */
export interface ScriptFilter {
  sceneId: number | null;
  characterId: number | null;
}

export const noFilter: ScriptFilter = { sceneId: null, characterId: null };

export function isFiltered({ sceneId, characterId }: ScriptFilter): boolean {
  return sceneId !== null || characterId !== null;
}

/** Choosing what is chosen already takes the filter away; a scene takes the character away. */
export function withScene(filter: ScriptFilter, sceneId: number): ScriptFilter {
  return filter.sceneId === sceneId ? noFilter : { sceneId, characterId: null };
}

/** As with scenes; a character takes the scene away (docs/spec/script.md). */
export function withCharacter(filter: ScriptFilter, characterId: number): ScriptFilter {
  return filter.characterId === characterId ? noFilter : { sceneId: null, characterId };
}
