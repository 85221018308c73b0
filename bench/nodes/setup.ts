import { openDatabase } from '#server/db/client.ts';
import { encodeProjectId } from '#shared/projectId.ts';
import { signIn } from '#test/app.ts';
import { anElement, aProject, aShare, aUser } from '#test/factories.ts';
import { nodeCount } from './cluster.ts';
import { createWriter, type NodesProject, type NodesWriter } from './writers.ts';

export interface Company {
  /** By the id of its row. */
  projectsById: ReadonlyMap<number, NodesProject>;
  projects: readonly NodesProject[];
  writers: readonly NodesWriter[];
  /** Alone in the last project, which live connections watch. */
  watchedWriter: NodesWriter;
}

/** Each project has five writers, on all nodes. */
const defaultSize = { writerCount: 40, projectCount: 8 };

/** Migrate the database, and store people with sessions and their projects. */
export async function setUpCompany(
  databaseUrl: string,
  dataDir: string,
  { writerCount, projectCount } = defaultSize,
): Promise<Company> {
  const { db, close } = await openDatabase({ databaseUrl, dataDir });
  try {
    const rows = await Promise.all(
      Array.from({ length: projectCount + 1 }, async (_, index) => {
        const owner = await aUser(db);
        const { id } = await aProject(db, { userId: owner.id });
        const heading = await anElement(db, { projectId: id });
        return { id, owner, project: { index, code: encodeProjectId(id), headingId: heading.id } };
      }),
    );
    const writerOf = async (index: number, place: number): Promise<NodesWriter> => {
      const row = rows[place];
      if (!row) throw new Error(`There is no project ${place}`);
      const user = index < projectCount || place === projectCount ? row.owner : await aUser(db);
      if (user !== row.owner) await aShare(db, { id: row.id }, user, { role: 'editor' });
      const writerInput = {
        session: await signIn(db, user.id),
        project: row.project,
        homeNode: index % nodeCount,
      };
      return createWriter(writerInput, index + 1);
    };
    const writers = [];
    for (let index = 0; index < writerCount; index += 1)
      writers.push(await writerOf(index, index % projectCount));
    return {
      projectsById: new Map(rows.map(({ id, project }) => [id, project])),
      projects: rows.map(({ project }) => project),
      writers,
      watchedWriter: await writerOf(writerCount, projectCount),
    };
  } finally {
    await close();
  }
}
