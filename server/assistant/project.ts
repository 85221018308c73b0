import { jointCuesOf } from '#screenplay/cast.ts';
import type { ProjectInput } from '#screenplay/facts/input.ts';
import { type ReadProject, readingSteps } from '#screenplay/facts/project.ts';
import { visibleElements } from '#screenplay/hidden.ts';
import { requireAi } from '#server/ai/access.ts';
import type { Db } from '#server/db/client.ts';
import { runInSlices } from '#server/lib/runInSlices.ts';
import { formatOfProject, projectRow } from '#server/projects/projects.service.ts';
import { readConsistently } from '#server/script/screenplay.service.ts';
import { scriptWords } from '#server/script/script.service.ts';
import { currentSummaries } from '#server/summaries/summaries.service.ts';
import type { AiAccess, Brief } from '#shared/contract/projects.ts';
import { readActs, readBeats, readCast, readScenes } from './project.queries.ts';

/** Project data for the assistant. */
export interface ProjectRead {
  name: string;
  aiAccess: AiAccess;
  /** Null: the project has no brief. */
  brief: Brief | null;
  /** The writer's notes by scene id. */
  notes: ReadonlyMap<number, string>;
  /** Summaries by scene id, of scenes that have not changed since. */
  summaries: ReadonlyMap<number, string>;
  facts: ReadProject;
  /** Input from which the facts were computed. */
  input: ProjectInput;
}

/**
 * Read a consistent snapshot of the project. Throws notFound when it was deleted. Throws forbidden
 * when the AI access does not permit what is needed.
 */
export async function readForAssistant(
  db: Db,
  projectId: number,
  needs: 'nothing' | 'read' | 'suggest',
): Promise<ProjectRead> {
  const parts = await readConsistently(db, projectId, true, async (at) => {
    const project = await projectRow(at, projectId);
    if (needs !== 'nothing') requireAi(project.aiAccess, needs);
    const elements = await scriptWords(at, projectId);
    return {
      project,
      elements,
      summaries: await currentSummaries(at, projectId, elements),
      scenes: await readScenes(at, projectId),
      characters: await readCast(at, projectId),
      acts: await readActs(at, projectId),
      beats: await readBeats(at, projectId),
    };
  });
  const { project, summaries, ...input } = parts;
  const { name, aiAccess, brief } = project;
  const notes = input.scenes.flatMap(({ id, notes }) => (notes?.trim() ? [[id, notes] as const] : []));
  const format = formatOfProject(project);
  // Elements hidden on the sheet must not count towards pages in answers.
  const joint = jointCuesOf(project.cueChoices);
  const read = { ...input, elements: visibleElements(input.elements, format), format, joint };
  const facts = await runInSlices(readingSteps(read));
  return { name, aiAccess, brief, notes: new Map(notes), summaries, facts, input: read };
}
