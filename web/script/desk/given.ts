import { type JointCues, jointCuesOf } from '#screenplay/cast.ts';
import { sceneNumbersOf } from '#screenplay/sceneNumbers.ts';
import type { Character } from '#shared/contract/characters.ts';
import type { Project } from '#shared/contract/projects.ts';
import type { Scene } from '#shared/contract/scenes.ts';
import { may } from '#shared/roles.ts';

/** What the screen is given: the project, its scenes and characters, and what follows of them. */
export interface GivenProject {
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

export function givenProject(
  project: Project,
  scenes: readonly Scene[],
  characters: readonly Character[],
): GivenProject {
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
export function withShownScenes(given: GivenProject, scenes: readonly Scene[] = given.scenes): GivenProject {
  return scenes === given.scenes ? given : givenProject(given.project, scenes, given.characters);
}
