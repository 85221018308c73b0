import { desc, eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { userActivityLogs } from '#server/db/schema/activity.ts';
import { users } from '#server/db/schema/people.ts';
import { projectChanges } from '#server/db/schema/projects.ts';
import { comments, scriptElements } from '#server/db/schema/script.ts';
import type { Comment, CommentCreate } from '#shared/contract/comments.ts';
import type { Caller, TestApp } from '#test/app.ts';
import { aProject, aShare, aUser } from '#test/factories.ts';
import { test } from '#test/serverTest.ts';
import { uploadRequest } from '#test/upload.ts';
import { nightFerry } from '#test/world.ts';

/** A Night Ferry for each test, shared as in the fixture. */
let projectId: number;
let url: string;
/** The line "Wait! I have a ticket!" */
let line: typeof scriptElements.$inferSelect;

test.beforeEach(async ({ server, world }) => {
  const project = await nightFerry(server.db, world.olive);
  await aShare(server.db, project, world.eddie, { role: 'editor' });
  await aShare(server.db, project, world.cora, { role: 'commenter' });
  await aShare(server.db, project, world.vic, { role: 'viewer' });
  projectId = project.id;
  url = `/api/projects/${projectId}/comments`;
  line = await elementCalled(server, 'Wait! I have a ticket!');
});

async function elementCalled(server: TestApp, content: string) {
  const script = await server.db.select().from(scriptElements).where(eq(scriptElements.projectId, projectId));
  const found = script.find((element) => element.content === content);
  if (!found) throw new Error(`No element says ${content}`);
  return found;
}

const listed = async (vic: Caller, who = vic) => (await who.get(url)).json() as Comment[];
const resolve = (who: Caller, id: number) => who.patch(`/api/comments/${id}/resolve`);
const remove = (who: Caller, id: number) => who.delete(`/api/comments/${id}`);
const commentOf = (content: string, more: Partial<CommentCreate> = {}) => ({ content, ...more });

async function thread(who: Caller, body: CommentCreate = commentOf('One suitcase?')): Promise<Comment> {
  const answer = await who.post(url, body);
  expect([answer.statusCode, answer.body]).toEqual([201, expect.any(String)]);
  return answer.json();
}

async function rejectedFor(who: Caller, body: object) {
  const answer = await who.post(url, body);
  const { message, fields } = answer.json();
  return [answer.statusCode, message, fields];
}

test('GET /api/projects/:id/comments returns pages of the newest, each oldest first', async ({
  cora,
  vic,
}) => {
  const made = [];
  for (const content of ['One.', 'Two.', 'Three.', 'Four.', 'Five.'])
    made.push(await thread(cora, commentOf(content)));
  const page = async (query: string) =>
    ((await vic.get(url + query)).json() as Comment[]).map(({ content }) => content);
  expect(await page('?limit=2')).toEqual(['Four.', 'Five.']);
  expect(await page(`?limit=2&before=${made[3]?.id}`)).toEqual(['Two.', 'Three.']);
  expect(await page(`?limit=2&before=${made[1]?.id}`)).toEqual(['One.']);
  expect(await page('')).toEqual(['One.', 'Two.', 'Three.', 'Four.', 'Five.']);
  expect((await vic.get(`${url}?limit=0`)).statusCode).toBe(400);
});

describe('POST /api/projects/:id/comments', () => {
  test('creates a comment on the script with its author and no position', async ({ world, cora, vic }) => {
    const comment = await thread(cora, commentOf('Could it rain less?'));
    expect(comment).toEqual({
      id: expect.any(Number),
      projectId,
      userId: world.cora.id,
      importedAuthor: null,
      scriptElementId: null,
      wasOnElement: false,
      selectedText: null,
      selectionStart: null,
      selectionEnd: null,
      content: 'Could it rain less?',
      isResolved: false,
      parentCommentId: null,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      user: { firstName: 'Cora', lastName: 'Commenter', email: 'cora@example.com' },
    });
    expect(await listed(vic)).toEqual([comment]);
  });

  test('creates a comment on an element', async ({ cora }) => {
    const comment = await thread(cora, commentOf('Louder.', { scriptElementId: line.id }));
    expect(comment).toMatchObject({ scriptElementId: line.id, wasOnElement: true, selectedText: null });
  });

  test('creates a comment on words of an element, ignoring emphasis marks', async ({ eddie, cora, vic }) => {
    await eddie.patch(`/api/script-elements/${line.id}`, { content: 'Wait! I have a **ticket**!' });
    const place = { scriptElementId: line.id, selectedText: 'ticket', selectionStart: 15, selectionEnd: 21 };
    expect(await thread(cora, commentOf('Wet.', place))).toMatchObject(place);
    expect(await listed(vic)).toMatchObject([place]);
  });

  test('finds the selected words when they have moved', async ({ cora }) => {
    const place = { scriptElementId: line.id, selectedText: 'ticket', selectionStart: 3, selectionEnd: 9 };
    expect(await thread(cora, commentOf('Wet.', place))).toMatchObject({
      selectionStart: 15,
      selectionEnd: 21,
    });
  });

  test('keeps the element and quotes the words when they were deleted', async ({ cora }) => {
    const place = {
      scriptElementId: line.id,
      selectedText: 'passport',
      selectionStart: 15,
      selectionEnd: 23,
    };
    expect(await thread(cora, commentOf('Wet.', place))).toMatchObject({
      scriptElementId: line.id,
      selectedText: 'passport',
      selectionStart: null,
      selectionEnd: null,
    });
  });

  test.for([
    ['no end', { selectedText: 'ticket', selectionStart: 15 }],
    ['no start', { selectedText: 'ticket', selectionEnd: 21 }],
    ['its end before its start', { selectedText: 'ticket', selectionStart: 21, selectionEnd: 15 }],
    ['nothing in it', { selectedText: 'ticket', selectionStart: 15, selectionEnd: 15 }],
    ['no text', { selectionStart: 15, selectionEnd: 21 }],
    ['no element', { selectedText: 'ticket', selectionStart: 15, selectionEnd: 21, scriptElementId: null }],
  ] as const)('rejects a selection with %s', async ([_what, place], { cora }) => {
    const body = { content: 'Wet.', scriptElementId: line.id, ...place };
    expect(await rejectedFor(cora, body)).toEqual([
      400,
      'Needs a larger selectionEnd, selectedText and scriptElementId',
      { selectionStart: 'Needs a larger selectionEnd, selectedText and scriptElementId' },
    ]);
  });

  test.for(['', ' ', ' \n\t ', '\u00a0'])(
    'rejects a comment of white space (%j)',
    async (content, { cora, vic }) => {
      expect(await rejectedFor(cora, { content })).toEqual([
        400,
        'Must not be empty',
        { content: 'Must not be empty' },
      ]);
      expect(await listed(vic)).toEqual([]);
    },
  );

  test('limits the comment and its quotation to 5,000 characters', async ({ cora }) => {
    expect((await cora.post(url, commentOf('x'.repeat(5000)))).statusCode).toBe(201);
    const message = 'Must be at most 5000 characters';
    expect(await rejectedFor(cora, commentOf('x'.repeat(5001)))).toEqual([
      400,
      message,
      { content: message },
    ]);
    const quoting = commentOf('Long.', { selectedText: 'x'.repeat(5001) });
    expect(await rejectedFor(cora, quoting)).toEqual([400, message, { selectedText: message }]);
  });

  test('stores every character and rejects characters that cannot be stored', async ({ cora }) => {
    const content = '  Line one\nline two 🚢 שלום <b>&amp;</b> ';
    expect((await thread(cora, { content })).content).toBe(content);
    for (const bad of ['a\0b', 'a\ud800b'])
      expect((await cora.post(url, { content: bad })).statusCode).toBe(400);
  });

  test('requires an element and a thread of the same project', async ({ server, world, olive }) => {
    const elsewhere = await nightFerry(server.db, world.olive);
    const there = (await olive.post(`/api/projects/${elsewhere.id}/comments`, commentOf('There.'))).json();
    const [theirs] = await server.db
      .select()
      .from(scriptElements)
      .where(eq(scriptElements.projectId, elsewhere.id));
    for (const scriptElementId of [theirs?.id ?? 0, 2 ** 31 - 1]) {
      expect(await rejectedFor(olive, commentOf('Here.', { scriptElementId }))).toEqual([
        400,
        'Element not found',
        { scriptElementId: 'No element of this project' },
      ]);
    }
    expect(await rejectedFor(olive, commentOf('Here.', { parentCommentId: there.id }))).toEqual([
      400,
      'Comment not found',
      { parentCommentId: 'No comment of this project' },
    ]);
    expect((await rejectedFor(olive, commentOf('Here.', { scriptElementId: 2 ** 40 })))[0]).toBe(400);
  });

  test('changes the project and logs the activity', async ({ server, world, cora, vic }) => {
    const comment = await thread(cora);
    const changes = await server.db
      .select()
      .from(projectChanges)
      .where(eq(projectChanges.projectId, projectId));
    expect(changes).toMatchObject([{ rev: 1, entity: 'comment', ids: [comment.id], actor: world.cora.id }]);
    expect((await vic.get(`/api/projects/${projectId}`)).json().revision).toBe(1);
    expect(await activity(server)).toMatchObject([
      { action: 'comment.create', userId: world.cora.id, details: { commentId: comment.id } },
    ]);
  });
});

const activity = (server: TestApp) =>
  server.db
    .select()
    .from(userActivityLogs)
    .where(eq(userActivityLogs.projectId, projectId))
    .orderBy(desc(userActivityLogs.id));

describe('GET /api/projects/:id/comments', () => {
  test('returns a flat list of threads and replies, oldest first', async ({ olive, eddie, cora, vic }) => {
    const first = await thread(olive, commentOf('First.'));
    const second = await thread(cora, commentOf('Second.'));
    await thread(eddie, commentOf('Answer to the first.', { parentCommentId: first.id }));
    await thread(olive, commentOf('Answer to the second.', { parentCommentId: second.id }));
    expect((await listed(vic)).map(({ content, parentCommentId }) => [content, parentCommentId])).toEqual([
      ['First.', null],
      ['Second.', null],
      ['Answer to the first.', first.id],
      ['Answer to the second.', second.id],
    ]);
  });

  test('returns no comment of another project', async ({ server, world, olive, cora }) => {
    await thread(cora);
    const elsewhere = await aProject(server.db, { userId: world.olive.id });
    expect((await olive.get(`/api/projects/${elsewhere.id}/comments`)).json()).toEqual([]);
  });

  test('returns comments of a deleted account', async ({ server, vic }) => {
    const deletedUser = await aUser(server.db);
    await aShare(server.db, { id: projectId }, deletedUser, { role: 'commenter' });
    await thread(server.as(deletedUser));
    await server.db.delete(users).where(eq(users.id, deletedUser.id));
    expect(await listed(vic)).toMatchObject([{ userId: null, user: null, content: 'One suitcase?' }]);
  });

  test('distinguishes comments on a deleted element from comments on the script', async ({
    server,
    cora,
    vic,
  }) => {
    const place = { scriptElementId: line.id, selectedText: 'ticket', selectionStart: 15, selectionEnd: 21 };
    await thread(cora, commentOf('Wet.', place));
    await thread(cora, commentOf('Louder.', { scriptElementId: line.id }));
    await thread(cora, commentOf('Could it rain less?'));
    await server.db.delete(scriptElements).where(eq(scriptElements.id, line.id));
    const positions = (await listed(vic)).map(({ content, scriptElementId, wasOnElement, selectedText }) => [
      content,
      scriptElementId,
      wasOnElement,
      selectedText,
    ]);
    expect(positions).toEqual([
      ['Wet.', null, true, 'ticket'],
      ['Louder.', null, true, null],
      ['Could it rain less?', null, false, null],
    ]);
  });

  test('returns the notes of an imported file on their elements', async ({ olive }) => {
    const script = 'INT. DECK - DAY\n\nWaves. [[Too many?]]\n';
    const { project } = (await olive.inject(uploadRequest('deck.fountain', script))).json();
    expect((await olive.get(`/api/projects/${project.id}/comments`)).json()).toMatchObject([
      { content: 'Too many?', scriptElementId: expect.any(Number), wasOnElement: true },
    ]);
  });
});

describe('POST /api/projects/:id/comments with parentCommentId', () => {
  test('adds a reply to its thread', async ({ olive, cora }) => {
    const { id } = await thread(olive);
    const reply = await thread(cora, commentOf('One.', { parentCommentId: id }));
    expect(reply).toMatchObject({ parentCommentId: id, scriptElementId: null, isResolved: false });
  });

  test('rejects a reply to a reply', async ({ olive, cora }) => {
    const { id } = await thread(olive);
    const reply = await thread(cora, commentOf('One.', { parentCommentId: id }));
    expect(await rejectedFor(olive, commentOf('Then lift it.', { parentCommentId: reply.id }))).toEqual([
      400,
      'Replies can only be one level deep.',
      undefined,
    ]);
  });

  test('rejects a position for a reply', async ({ olive, cora }) => {
    const { id } = await thread(olive);
    const body = commentOf('One.', { parentCommentId: id, scriptElementId: line.id });
    expect((await rejectedFor(cora, body)).slice(0, 2)).toEqual([
      400,
      'A reply has the position of its thread.',
    ]);
  });

  test('rejects a reply of white space', async ({ olive, cora }) => {
    const { id } = await thread(olive);
    expect((await rejectedFor(cora, commentOf(' \n ', { parentCommentId: id })))[0]).toBe(400);
  });
});

describe('PATCH /api/comments/:id/resolve', () => {
  test('resolves the thread and does not change its replies', async ({ server, olive, eddie, cora, vic }) => {
    const { id } = await thread(cora);
    await thread(olive, commentOf('One.', { parentCommentId: id }));
    const answer = await resolve(eddie, id);
    expect([answer.statusCode, answer.json()]).toMatchObject([
      200,
      { id, isResolved: true, user: { firstName: 'Cora' } },
    ]);
    expect((await listed(vic)).map(({ isResolved }) => isResolved)).toEqual([true, false]);
    const stored = await server.db
      .select()
      .from(comments)
      .where(eq(comments.projectId, projectId))
      .orderBy(comments.id);
    expect(stored.map(({ isResolved }) => isResolved)).toEqual([true, false]);
  });

  test('is allowed to owners, editors and the author of the thread', async ({ olive, eddie, cora, vic }) => {
    for (const who of [olive, eddie, cora]) {
      expect((await resolve(who, (await thread(cora)).id)).statusCode).toBe(200);
    }
    const { id } = await thread(olive);
    for (const who of [cora, vic]) {
      const answer = await resolve(who, id);
      expect([answer.statusCode, answer.json().message]).toEqual([
        403,
        "You don't have permission to do this.",
      ]);
    }
    expect((await listed(vic)).at(-1)?.isResolved).toBe(false);
  });

  test("does not change the project's updatedAt", async ({ olive, eddie, cora }) => {
    const updatedAt = async () => (await olive.get(`/api/projects/${projectId}`)).json().updatedAt;
    const before = await updatedAt();
    const { id } = await thread(cora);
    await resolve(eddie, id);
    await olive.delete(`/api/comments/${id}`);
    expect(await updatedAt()).toBe(before);
  });

  test('rejects a reply', async ({ olive, eddie, cora }) => {
    const { id } = await thread(cora);
    const reply = await thread(cora, commentOf('One.', { parentCommentId: id }));
    for (const who of [olive, eddie, cora]) expect((await resolve(who, reply.id)).statusCode).toBe(400);
  });

  test('changes nothing for a resolved thread', async ({ server, world, olive, eddie, cora }) => {
    const { id } = await thread(cora);
    await resolve(eddie, id);
    const again = await resolve(olive, id);
    expect([again.statusCode, again.json().isResolved]).toEqual([200, true]);
    expect((await olive.get(`/api/projects/${projectId}`)).json().revision).toBe(2);
    expect((await activity(server)).map(({ action, userId }) => [action, userId])).toEqual([
      ['comment.resolve', world.eddie.id],
      ['comment.create', world.cora.id],
    ]);
  });

  test('returns 404 for an unknown comment', async ({ olive }) => {
    for (const id of [2 ** 31 - 1, 'none']) {
      const answer = await olive.patch(`/api/comments/${id}/resolve`);
      expect([answer.statusCode, answer.json().message]).toEqual([404, 'Comment not found']);
    }
  });
});

describe('DELETE /api/comments/:id', () => {
  test('deletes a thread with its replies', async ({ server, olive, eddie, cora, vic }) => {
    const { id } = await thread(cora);
    const reply = await thread(olive, commentOf('One.', { parentCommentId: id }));
    const other = await thread(eddie, commentOf('Stay.'));
    expect((await remove(cora, id)).statusCode).toBe(204);
    expect(await listed(vic)).toEqual([other]);
    const changes = await server.db
      .select()
      .from(projectChanges)
      .where(eq(projectChanges.projectId, projectId))
      .orderBy(desc(projectChanges.rev));
    expect(changes[0]).toMatchObject({ rev: 4, entity: 'comment', ids: [id, reply.id] });
  });

  test('deletes only a reply', async ({ olive, cora, vic }) => {
    const { id } = await thread(cora);
    const reply = await thread(olive, commentOf('One.', { parentCommentId: id }));
    expect((await remove(olive, reply.id)).statusCode).toBe(204);
    expect((await listed(vic)).map((comment) => comment.id)).toEqual([id]);
  });

  test('is allowed to the author and the owner', async ({ olive, eddie, cora, vic }) => {
    const { id } = await thread(cora);
    for (const who of [eddie, vic]) expect((await remove(who, id)).statusCode).toBe(403);
    expect(await listed(vic)).toHaveLength(1);
    expect((await remove(olive, id)).statusCode).toBe(204);
    expect((await remove(olive, id)).statusCode).toBe(404);
    const theirs = await thread(olive);
    expect((await remove(cora, theirs.id)).statusCode).toBe(403);
  });
});
