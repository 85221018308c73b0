import { describe, expect } from 'vitest';
import type { Caller } from '#test/app.ts';
import { test } from '#test/serverTest.ts';

const json = { 'content-type': 'application/json' };

/** Sends exactly these bytes as the body of a new project. */
function sendRaw(olive: Caller, payload: string | Buffer, headers: Record<string, string> = json) {
  return olive.inject({ method: 'POST', url: '/api/projects', headers, payload });
}

async function expectInvalid(answer: Promise<Awaited<ReturnType<typeof sendRaw>>>, fields: object) {
  const { statusCode, headers, json } = await answer;
  expect(json()).toMatchObject({ code: 'invalid', fields });
  expect(json().error).toBe(json().message);
  expect(statusCode).toBe(400);
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
}

describe('body that is no JSON object', () => {
  test.for([
    ['a broken one', '{"name": "Night Fer'],
    ['text', 'name=Night'],
    ['nothing at all', ''],
    ['a byte order mark alone', '\ufeff'],
    ['bytes that are no UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x7d])],
    ['a number out of the grammar', '{"name": 0x10}'],
    ['a prototype', '{"name": "x", "__proto__": {"isAdmin": true}}'],
    ['a prototype in disguise', '{"name": "x", "\\u005f_proto__": {"isAdmin": true}}'],
    ['a constructor', '{"name": "x", "constructor": {"prototype": {"isAdmin": true}}}'],
  ] as const)('%s is rejected', async ([_what, payload], { olive }) => {
    await expectInvalid(sendRaw(olive, payload), { body: 'Is not valid JSON' });
    expect(Object.prototype).not.toHaveProperty('isAdmin');
  });

  test.for(['null', '7', '"Night Ferry"', '[]', '[{"name":"Night Ferry"}]'])(
    'is rejected: %s',
    async (payload, { olive }) => {
      await expectInvalid(sendRaw(olive, payload), { body: 'Must be an object' });
    },
  );

  test('is rejected when it is half a megabyte of brackets', async ({ olive }) => {
    await expectInvalid(sendRaw(olive, '['.repeat(250_000) + ']'.repeat(250_000)), {
      body: 'Must be an object',
    });
    const deep = `{"name":${'{"name":'.repeat(50_000)}1${'}'.repeat(50_000)}}`;
    await expectInvalid(sendRaw(olive, deep), { name: 'Must be text' });
  });

  test('is rejected as too large above a megabyte', async ({ olive }) => {
    const answer = await sendRaw(olive, JSON.stringify({ name: 'x'.repeat(2 * 1024 * 1024) }));
    expect(answer.statusCode).toBe(413);
    expect(answer.json()).toMatchObject({
      code: 'too_large',
      message: 'The request is too large.',
    });
  });

  test.for([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/xml',
    'nonsense',
    'multipart/form-data; boundary=x',
  ])('is rejected with the content type %s', async (type, { olive }) => {
    const answer = await sendRaw(olive, '{"name":"Night Ferry"}', { 'content-type': type });
    expect(answer.statusCode).toBe(415);
    expect(answer.json()).toMatchObject({ code: 'unsupported_type', message: 'This call takes JSON.' });
  });

  test('is accepted with a parameter of the content type', async ({ olive }) => {
    const answer = await sendRaw(olive, '{"name":"Night Ferry"}', {
      'content-type': 'application/json; charset=utf-8',
    });
    expect(answer.statusCode).toBe(201);
  });

  test('is treated as an empty object when it is missing', async ({ olive }) => {
    await expectInvalid(olive.post('/api/projects'), { name: 'Project name is required' });
  });
});

describe('invalid field', () => {
  const create = (olive: Caller, name: unknown) => olive.post('/api/projects', { name });
  const unstorable = 'Contains characters that cannot be stored';

  test.for([
    [7, 'Must be text'],
    [true, 'Must be text'],
    [undefined, 'Project name is required'],
    [null, 'Project name is required'],
    [['Night Ferry'], 'Must be text'],
    [{ $ne: '' }, 'Must be text'],
    ['', 'Project name is required'],
    ['  \t\n', 'Project name is required'],
    ['x'.repeat(201), 'Must be at most 200 characters'],
    ['Night\0Ferry', unstorable],
    ['Night \ud83d Ferry', unstorable],
    ['Night \udea2', unstorable],
  ] as const)('the name %j', async ([name, message], { olive }) => {
    await expectInvalid(create(olive, name), { name: message });
  });

  test('has the message of its schema if there is one', async ({ olive }) => {
    expect((await create(olive, '')).json().message).toBe('Project name is required');
    expect((await create(olive, 7)).json().message).toBe('Some fields are not valid.');
  });

  test.for([
    'x'.repeat(200),
    '  Night Ferry  ',
    '🚢 naïve “quotes”',
    '<script>alert(1)</script>',
    "'; drop table users; --",
  ])('does not include the name %j, which is returned unchanged', async (name, { olive }) => {
    const answer = await create(olive, name);
    expect(answer.statusCode).toBe(201);
    expect((await olive.get(`/api/projects/${answer.json().id}`)).json().name).toBe(name.trim());
  });

  test('is named by its path, and all invalid fields are listed', async ({ world, olive }) => {
    const voiceSettings = { stability: 2, similarity_boost: 'high', style: 0 };
    const answer = olive.post(`${world.projectUrl}/characters`, { name: '', age: 1.5, voiceSettings });
    await expectInvalid(answer, {
      name: 'Character name is required',
      age: 'Must be a whole number',
      'voiceSettings.stability': 'Must be at most 1',
      'voiceSettings.similarity_boost': 'Must be a number',
      'voiceSettings.use_speaker_boost': 'Is required',
    });
  });

  const beyond = 2 ** 31;
  const insert = { type: 'insert', afterId: beyond, elements: [{ elementType: 'action', content: 'Rain.' }] };
  const update = { type: 'update', id: beyond, fields: { content: 'Rain.' } };
  test.for<[string, object]>([
    ['script-changes', { edits: [insert] }],
    ['script-changes', { edits: [update] }],
    ['script-changes', { edits: [{ ...update, id: 1, baseVersion: beyond }] }],
    ['script-changes', { edits: [{ type: 'delete', id: beyond }] }],
    ['script-changes', { edits: [{ type: 'move', ids: [beyond], afterId: null }] }],
    ['script-changes', { edits: [{ type: 'move', ids: [1], afterId: beyond }] }],
    ['script-changes', { edits: [{ type: 'restore', id: beyond }] }],
    ['script-elements', { elementType: 'action', content: 'Rain.', afterId: beyond }],
    ['script-elements', { elementType: 'action', content: 'Rain.', sceneId: beyond }],
    ['script-versions', { name: 'First draft', historyId: beyond }],
    ['comments', { content: 'Boots.', scriptElementId: beyond }],
    [
      'comments',
      { content: 'a', scriptElementId: 1, selectedText: 'b', selectionStart: 0, selectionEnd: beyond },
    ],
    ['apply-improvement', { elementId: beyond }],
    ['ai-chat', { message: 'Who?', selectedElement: { id: beyond, elementType: 'action', content: 'a' } }],
  ] as const)(
    'an id that no column can hold names nothing: %s %j',
    async ([folder, body], { world, olive }) => {
      const { statusCode, json } = await olive.post(`${world.projectUrl}/${folder}`, body);
      expect([statusCode, json().code]).toEqual([400, 'invalid']);
    },
  );

  test('is reported in the undo of a rename too', async ({ world, olive }) => {
    const [{ id }] = (await olive.get(`${world.projectUrl}/characters`)).json();
    const undo = [update];
    expect((await olive.patch(`/api/characters/${id}`, { name: 'MARA', undo })).statusCode).toBe(400);
  });

  test('is listed up to twenty times, with shortened names', async ({ world, olive }) => {
    const edits = Array.from({ length: 20_000 }, (_, id) => ({ type: 'delete', id: -id - 0.5 }));
    const { statusCode, json } = await olive.post(`${world.projectUrl}/script-changes`, { edits });
    expect(statusCode).toBe(400);
    const { fields } = json();
    expect(Object.keys(fields)).toHaveLength(20);
    expect(fields['edits.0.id']).toBe(
      'Must be the id of an element, or the key of one that an earlier edit inserts',
    );
  });

  const element = { elementType: 'action', content: 'Rain.' };
  test.for([
    [{ ...element, elementType: 'shot' }, { elementType: /^Must be one of scene_heading, / }],
    [{ ...element, content: '   ' }, { content: 'Must not be empty' }],
    [{ ...element, content: 'x'.repeat(20_001) }, { content: 'Must be at most 20000 characters' }],
    [{ ...element, content: 'a\0b' }, { content: unstorable }],
    [{ ...element, orderIndex: 1.5 }, { orderIndex: 'Must be a whole number' }],
    [{ ...element, orderIndex: 2 ** 31 }, { orderIndex: /^Must be at most \d+$/ }],
    [{ ...element, orderIndex: 1e308 }, { orderIndex: /./ }],
    [{ ...element, afterId: 2 ** 53 }, { afterId: /./ }],
    [{ ...element, sceneId: 2 ** 31 }, { sceneId: /./ }],
    [{ ...element, afterId: '1' }, { afterId: 'Must be a number' }],
  ] as const)('of an element: %j', async ([body, fields], { world, olive }) => {
    const patterns = Object.entries(fields).map(([field, text]) => [field, expect.stringMatching(text)]);
    await expectInvalid(
      olive.post(`${world.projectUrl}/script-elements`, body),
      Object.fromEntries(patterns),
    );
  });

  test.for([
    'sceneId=abc',
    'sceneId=',
    'sceneId=1.5',
    'sceneId=-1',
    'characterId=0',
    'sceneId=1&sceneId=2',
    'characterId=2147483648',
  ])('is reported for a query: %s', async (query, { world, olive }) => {
    const [field = ''] = query.split('=');
    await expectInvalid(olive.get(`${world.projectUrl}/script-elements?${query}`), {
      [field]: expect.any(String),
    });
  });
});

test('mount sends only the fields of the reply schema', async ({ world, olive }) => {
  const project = (await olive.get(world.projectUrl)).json();
  expect(project).not.toHaveProperty('sourceExtras');
  expect(project).not.toHaveProperty('isImporting');
  const user = (await olive.get('/api/auth/user')).json();
  expect(Object.keys(user).sort()).toEqual([
    'afterDialogue',
    'createdAt',
    'creditBalance',
    'elementKeys',
    'email',
    'firstName',
    'id',
    'isAdmin',
    'lastName',
    'profileImageUrl',
    'subscriptionCurrentPeriodEnd',
    'subscriptionStatus',
    'updatedAt',
  ]);
  expect(user).toMatchObject({ email: 'olive@example.com', creditBalance: 500, isAdmin: false });
});

test('unknown paths below /api answer 404 and never a page', async ({ olive }) => {
  for (const url of ['/api', '/api/', '/api/nothing', '/api/projects/', '/api/projects/1/nothing']) {
    const answer = await olive.get(url, { accept: 'text/html' });
    expect([url, answer.statusCode, answer.json().code]).toEqual([url, 404, 'not_found']);
  }
  for (const url of ['/api/%zz', '/%', '/api/projects/%E0%A4%A']) {
    const { statusCode, json } = await olive.get(url);
    expect([url, statusCode, json().code]).toEqual([url, 400, 'invalid']);
  }
  expect((await olive.inject({ method: 'DELETE', url: '/api/projects' })).statusCode).toBe(404);
});
