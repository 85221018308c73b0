import { type JointCues, jointCuesOf } from '#screenplay/cast.ts';
import { sceneNumbersOf } from '#screenplay/sceneNumbers.ts';
import type { Character } from '#shared/contract/characters.ts';
import type { Project } from '#shared/contract/projects.ts';
import type { Scene } from '#shared/contract/scenes.ts';
import { may } from '#shared/roles.ts';

/** Project data that the screen passes to the editor. */
export interface ProjectContext {
  project: Project;
  scenes: readonly Scene[];
  characters: readonly Character[];
  /** Printed scene numbers by scene. */
  sceneNumbers: ReadonlyMap<number, string>;
  /** Joint cues, with the decisions about doubtful ones. */
  joint: JointCues;
  canWrite: boolean;
  canComment: boolean;
}

export function createProjectContext(
  project: Project,
  scenes: readonly Scene[],
  characters: readonly Character[],
): ProjectContext {
  return {
    project,
    scenes,
    characters,
    sceneNumbers: sceneNumbersOf(scenes, project.format),
    joint: jointCuesOf(project.cueChoices),
    canWrite: may(project.role, 'write'),
    canComment: may(project.role, 'comment'),
  };
}

/**
 * Return the context with the scenes of the shown script, some of which the server has not created
 * yet.
 */
export function withOptimisticScenes(
  given: ProjectContext,
  scenes: readonly Scene[] = given.scenes,
): ProjectContext {
  return scenes === given.scenes ? given : createProjectContext(given.project, scenes, given.characters);
}
