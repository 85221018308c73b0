import { type JointCues, jointCuesOf } from '#screenplay/cast.ts';
import { sceneNumbersOf } from '#screenplay/sceneNumbers.ts';
import type { Character } from '#shared/contract/characters.ts';
import type { Project } from '#shared/contract/projects.ts';
import type { Scene } from '#shared/contract/scenes.ts';
import { may } from '#shared/roles.ts';

/** What the screen is given: the project, its scenes and characters, and what follows of them. */
export interface ProjectContext {
  project: Project;
  scenes: readonly Scene[];
  characters: readonly Character[];
  /** As they are printed, by scene. */
  sceneNumbers: ReadonlyMap<number, string>;
  /** Cues of several people, as somebody decided about them. */
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
    sceneNumbers: sceneNumbersOf(scenes),
    joint: jointCuesOf(project.cueChoices),
    canWrite: may(project.role, 'write'),
    canComment: may(project.role, 'comment'),
  };
}

/** With the scenes of the script as it is shown, some of which the server has still to make. */
export function withOptimisticScenes(
  given: ProjectContext,
  scenes: readonly Scene[] = given.scenes,
): ProjectContext {
  return scenes === given.scenes ? given : createProjectContext(given.project, scenes, given.characters);
}
