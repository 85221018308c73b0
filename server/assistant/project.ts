import { jointCuesOf } from '#screenplay/cast.ts';
import type { ProjectInput } from '#screenplay/facts/input.ts';
import { type ReadProject, readingSteps } from '#screenplay/facts/project.ts';
import { visibleElements } from '#screenplay/hidden.ts';
import { requireAi } from '#server/ai/access.ts';
import type { Db } from '#server/db/client.ts';
import { runInSlices } from '#server/lib/runInSlices.ts';
import { formatOfProject, projectRow } from '#server/projects/projects.service.ts';
import { isLongScript, readConsistently, scriptHead } from '#server/script/screenplay.service.ts';
import { scriptWords } from '#server/script/script.service.ts';
import { currentSummaries } from '#server/summaries/summaries.service.ts';
import type { AiAccess, Brief } from '#shared/contract/projects.ts';
import { readActs, readBeats, readCast, readScenes } from './project.queries.ts';

/** A project as the assistant has read it. */
export interface ProjectRead {
  name: string;
  aiAccess: AiAccess;
  /** Null where nobody has written one. */
  brief: Brief | null;
  /** The writer's notes, by the id of their scene. */
  notes: ReadonlyMap<number, string>;
  /** What was said of scenes that have not changed since, by their id. */
  summaries: ReadonlyMap<number, string>;
  facts: ReadProject;
  /** What the facts were read from. */
  input: ProjectInput;
}

/**
 * Reads all of a project that the assistant may know, as it was at one moment. Throws notFound when it is gone, and
 * forbidden when its owner does not let AI do what is asked.
 */
export async function readForAssistant(
  db: Db,
  projectId: number,
  needs: 'nothing' | 'read' | 'suggest',
): Promise<ProjectRead> {
  const isLong = isLongScript(await scriptHead(db, projectId));
  const parts = await readConsistently(db, projectId, isLong, async (at) => {
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
  // What is hidden on the sheet is on no page of its answers, either.
  const joint = jointCuesOf(project.cueChoices);
  const read = { ...input, elements: visibleElements(input.elements, format), format, joint };
  const facts = await runInSlices(readingSteps(read));
  return { name, aiAccess, brief, notes: new Map(notes), summaries, facts, input: read };
}
