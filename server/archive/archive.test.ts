import { eq, getColumns, getTableName, sql } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { rows } from '#server/db/client.ts';
import { scriptHistory } from '#server/db/schema/history.ts';
import { projects } from '#server/db/schema/projects.ts';
import { comments, scriptElements } from '#server/db/schema/script.ts';
import type { ProjectRow } from '#server/projects/projects.queries.ts';
import type { Caller } from '#test/app.ts';
import { rowsIn, unzipEntries } from '#test/archive.ts';
import { aPicture, filledProject } from '#test/filledProject.ts';
import { columnsOfCopy, contentsOf } from '#test/projectContents.ts';
import { test } from '#test/serverTest.ts';
import { uploadRequest } from '#test/upload.ts';
import { archiveParts, tablesNotArchived } from './parts.ts';
import { ProjectRecord } from './projectRecord.ts';
import { rowShapes } from './rows.ts';

let original: ProjectRow;

test.beforeAll(async ({ server, world }) => {
  original = await filledProject(server, world);
});

describe('archive', () => {
  test('contains every project table, or the table is excluded with a reason', async ({ server }) => {
    const ofProject = await rows<{ name: string }>(
      server.db,
      sql`select table_name as name from information_schema.columns
        where table_schema = 'public' and column_name = 'project_id'`,
    );
    // Tables without a project column that belong to a row of a project.
    const below = await rows<{ name: string }>(
      server.db,
      sql`select distinct child.relname as name
        from pg_constraint c join pg_class child on child.oid = c.conrelid join pg_class parent on parent.oid = c.confrelid
        where c.contype = 'f' and c.confdeltype = 'c' and parent.relname in (
          select table_name from information_schema.columns
          where table_schema = 'public' and column_name = 'project_id')`,
    );
    const names = [...new Set([...ofProject, ...below].map(({ name }) => name))].sort();
    expect(names.length).toBeGreaterThan(20);
    expect(
      [...archiveParts.map(({ table }) => getTableName(table)), ...Object.keys(tablesNotArchived)].sort(),
    ).toEqual(names);
    expect(archiveParts.map(({ name, table }) => [name, getTableName(table)])).toEqual(
      archiveParts.map(({ name }) => [name, name]),
    );
  });

  test.each(archiveParts)('contains every column of $name', ({ name, table }) => {
    const columns = Object.keys(getColumns(table)).filter((field) => field !== 'projectId');
    expect(Object.keys(rowShapes[name].shape).sort()).toEqual(columns.sort());
  });

  test('contains every column of the project except its identity', () => {
    const columns = Object.keys(getColumns(projects)).filter((field) => !columnsOfCopy.includes(field));
    expect(Object.keys(ProjectRecord.shape).sort()).toEqual(columns.sort());
  });

  test('contains only what the reader may see', async ({ server, world, olive }) => {
    const ofOlive = await archiveOfProject(original, olive);
    const ofVic = await archiveOfProject(original, server.as(world.vic));
    const counts = (entries: typeof ofVic) =>
      ['ai_disclosures', 'conversations', 'conversation_messages', 'comments'].map(
        (table) => rowsIn(entries, table).length,
      );
    expect(counts(ofOlive)).toEqual([1, 1, 2, 3]);
    expect(counts(ofVic)).toEqual([0, 0, 0, 3]);
    const text = [...ofVic.values()].join('\n');
    expect(text).not.toContain('What Olive asked in private');
    expect(text).not.toContain('invite-token');
    expect(text).not.toContain(world.olive.email);
    expect(text).not.toContain(world.eddie.email);
    expect([...ofOlive.values()].join('\n')).toContain('Eddie Editor');
    expect(text).not.toContain('Eddie Editor');
  });
});

describe('POST /api/projects/restore', () => {
  test('restores the same project except for ids and times', async ({ server, world, olive }) => {
    const answer = await restore(olive, await bytesOf(original, olive));
    expect(answer.statusCode, answer.body).toBe(201);
    const { project, counts, receipt } = answer.json();
    expect(project).toMatchObject({ name: 'Night Ferry', role: 'owner', ownerId: world.olive.id });
    expect(counts).toMatchObject({ scenes: 2, characters: 2 });
    expect(receipt).toMatchObject({ uncertain: [], shortened: [] });
    expect(receipt.kept).toEqual([
      ...['2 acts', '1 sequence', '2 story beats', '1 tension point', '1 outline item', '3 comments'],
      ...[
        expect.stringMatching(/changes in the history$/),
        '2 versions',
        '1 issued draft',
        '1 issued copy',
        '2 words of the dictionary',
        '1 scene summary',
        '1 conversation',
      ],
      ...['1 entry of what was sent to AI', '3 pictures and sounds'],
    ]);
    const [before, after] = [
      await contentsOf(server.db, olive, world.olive.id, original.id),
      await contentsOf(server.db, olive, world.olive.id, project.id),
    ];
    for (const [table, wanted] of Object.entries(before)) expect(after[table], table).toEqual(wanted);
  });

  test('is tested with a project that fills every column', async ({ server, world, olive }) => {
    const contents = await contentsOf(server.db, olive, world.olive.id, original.id);
    for (const [table, list] of Object.entries(contents)) {
      for (const field of Object.keys(list[0] ?? {}))
        expect([table, field, list.some((row) => row[field] !== null)]).toEqual([table, field, true]);
    }
  });

  test('creates a private project and does not attribute text to other users', async ({
    server,
    world,
    olive,
  }) => {
    const answer = await restore(olive, await bytesOf(original, server.as(world.vic)), server.as(world.sam));
    const { id } = answer.json().project;
    const written = await server.db.select().from(comments).where(eq(comments.projectId, id));
    expect(written.map(({ userId }) => userId)).toEqual([null, null, null]);
    // The author's name from the archive is shown as text without an account.
    expect(written.map(({ importedAuthor }) => importedAuthor).sort()).toEqual([
      ...['Olive Owner', 'Olive Owner', 'Sam Stranger'],
    ]);
    const [comment] = (await server.as(world.sam).get(`/api/projects/${id}/comments`)).json();
    expect(comment).toMatchObject({ user: null, importedAuthor: 'Olive Owner' });
    expect((await olive.get(`/api/projects/${id}`)).statusCode).toBe(404);
    expect((await server.as(world.vic).get(`/api/projects/${id}`)).statusCode).toBe(404);
  });

  test('restores the history, and its deleted elements can be restored', async ({ server, olive }) => {
    const { project } = (await restore(olive, await bytesOf(original, olive))).json();
    const past = (projectId: number) => olive.get(`/api/projects/${projectId}/script-at?historyId=0`);
    const contentsAt = (answer: Awaited<ReturnType<typeof past>>) =>
      answer.json().elements.map(({ content }: { content: string }) => content);
    expect(contentsAt(await past(project.id))).toEqual(contentsAt(await past(original.id)));
    const deleted = await server.db
      .select()
      .from(scriptHistory)
      .where(sql`project_id = ${project.id} and action = 'delete' and previous_content = 'Gulls.'`);
    const [entry] = deleted;
    const edits = [{ type: 'restore', id: entry?.elementId }];
    const answer = await olive.post(`/api/projects/${project.id}/script-changes`, { edits });
    expect(answer.statusCode, answer.body).toBe(200);
    const script = (await olive.get(`/api/projects/${project.id}/script-elements`)).json();
    expect(script.map(({ content }: { content: string }) => content)).toContain('Gulls.');
    const own = await server.db
      .select()
      .from(scriptElements)
      .where(eq(scriptElements.projectId, original.id));
    expect(own.map(({ content }) => content)).not.toContain('Gulls.');
  });

  test('copies the files, which work after the original was deleted', async ({ server, world, olive }) => {
    const { project } = (await restore(olive, await bytesOf(original, olive))).json();
    const [scene] = (await olive.get(`/api/projects/${project.id}/scenes`)).json();
    const [before] = (await olive.get(`/api/projects/${original.id}/scenes`)).json();
    expect(scene.imageUrl).not.toBe(before.imageUrl);
    expect((await olive.get(scene.imageUrl)).rawPayload).toEqual(aPicture);
    expect((await server.as(world.vic).get(scene.imageUrl)).statusCode).toBe(404);
  });
});

async function bytesOf(project: ProjectRow, reader: Caller): Promise<Buffer> {
  const answer = await reader.get(`/api/projects/${project.id}/export/archive`);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': 'attachment; filename="Night_Ferry_archive.zip"',
  });
  return answer.rawPayload;
}

async function archiveOfProject(project: ProjectRow, reader: Caller) {
  return unzipEntries(await bytesOf(project, reader));
}

function restore(olive: Caller, bytes: Buffer, by: Caller = olive) {
  return by.inject(uploadRequest('Night_Ferry_archive.zip', bytes));
}
