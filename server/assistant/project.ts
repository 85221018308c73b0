import { type ReadProject, readProject } from '#screenplay/doctor/project.ts';
import type { Db } from '#server/db/client.ts';
import { formatOf, projectRow } from '#server/projects/projects.service.ts';
import { readActs, readBeats, readCast, readElements, readScenes } from './project.queries.ts';

/** A project as the assistant has read it. */
export interface ProjectRead {
  name: string;
  facts: ReadProject;
}

/** Reads all of a project that the assistant may know, as it was at one moment. Throws notFound when it is gone. */
export async function readForAssistant(db: Db, projectId: number): Promise<ProjectRead> {
  const parts = await db.transaction(
    async (tx) => ({
      project: await projectRow(tx, projectId),
      elements: await readElements(tx, projectId),
      scenes: await readScenes(tx, projectId),
      characters: await readCast(tx, projectId),
      acts: await readActs(tx, projectId),
      beats: await readBeats(tx, projectId),
    }),
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
  const { project, ...input } = parts;
  return { name: project.name, facts: readProject({ ...input, format: formatOf(project) }) };
}
