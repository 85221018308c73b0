/** Filter of the script: a scene, a character, or none. */
export interface ScriptFilter {
  sceneId: number | null;
  characterId: number | null;
}

export const noFilter: ScriptFilter = { sceneId: null, characterId: null };

export function isFiltered({ sceneId, characterId }: ScriptFilter): boolean {
  return sceneId !== null || characterId !== null;
}

/** Set or toggle the scene; it replaces a character. */
export function withScene(filter: ScriptFilter, sceneId: number): ScriptFilter {
  return filter.sceneId === sceneId ? noFilter : { sceneId, characterId: null };
}

/** Set or toggle the character; it replaces a scene (docs/spec/script.md). */
export function withCharacter(filter: ScriptFilter, characterId: number): ScriptFilter {
  return filter.characterId === characterId ? noFilter : { sceneId: null, characterId };
}
