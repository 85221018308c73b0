import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { spokenKey, wordsKey } from '#engines/sound/spokenKey.ts';
import { ModelFailure } from '#server/ai/failure.ts';
import { seedPrices } from '#server/ai/prices.ts';
import { aiDisclosures, aiUsageLogs, customVoices } from '#server/db/schema/ai.ts';
import { creditTransactions } from '#server/db/schema/billing.ts';
import { scriptHistory } from '#server/db/schema/history.ts';
import { files, projectChanges, projects } from '#server/db/schema/projects.ts';
import { characters } from '#server/db/schema/script.ts';
import { type Disk, folderDisk } from '#server/storage/disk.ts';
import { defaultVoiceSettings } from '#shared/contract/characters.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { Caller, TestApp } from '#test/app.ts';
import { errorsInBooks } from '#test/ledger.ts';
import { aFrame, answers, pendingCall, scriptedModels, throws } from '#test/models.ts';
import { newWorldTest } from '#test/serverTest.ts';
import type { World } from '#test/world.ts';
import { elementTurns } from './elementAudio.ts';

const models = scriptedModels();
let isDiskFull = false;
/** Number of calls that wait for or hold the queue of an element. */
let waiting = 0;
let script: Element[];
/** Mara's line of dialogue. */
let mara: Element;
let rain: Element;

const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'cold-open-audio-'));
const disk = folderDisk(path.join(dataDir, 'uploads'));
const put: Disk['put'] = async (...file) => {
  if (isDiskFull) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
  await disk.put(...file);
};
const inTurn = elementTurns();
const soundTurns: typeof inTurn = (key, work) => {
  waiting += 1;
  return inTurn(key, work).finally(() => {
    waiting -= 1;
  });
};

const test = newWorldTest.extend(
  'settings',
  { scope: 'file' },
  { variables: { DATA_DIR: dataDir }, models, overrides: { disk: { ...disk, put }, soundTurns } },
);

test.beforeEach(async ({ server, world }) => {
  fs.rmSync(folder(server), { recursive: true, force: true });
  isDiskFull = false;
  models.script(answers('silence'));
  models.calls = 0;
  models.inputs.length = 0;
  await seedPrices(server.db, server.env);
  await voiceOf(server, 'MARA', 'mara-voice');
  script = await listed(server, world);
  mara = script.find(({ content }) => content.startsWith('Forty-one')) as Element;
  rain = script.find(({ content }) => content.startsWith('Rain')) as Element;
});

const folder = (server: TestApp) => path.join(server.env.dataDir, 'uploads');
const onDisk = (server: TestApp) => (fs.existsSync(folder(server)) ? fs.readdirSync(folder(server)) : []);
const listed = async (server: TestApp, world: World): Promise<Element[]> =>
  (await server.as(world.eddie).get(`${world.projectUrl}/script-elements`)).json();
const charges = (server: TestApp) =>
  server.db.select().from(creditTransactions).where(eq(creditTransactions.type, 'usage'));
const voiceOf = (server: TestApp, name: string, voiceId: string | null) =>
  server.db.update(characters).set({ voiceId }).where(eq(characters.name, name));
const line = (world: World) => ({
  ...{ projectId: world.project.id, elementId: mara.id, characterName: 'MARA' },
  text: 'Forty-one. Forty-two.',
});
const speak = (
  world: World,
  eddie: Caller,
  more: object = {},
  caller = eddie,
  headers: Record<string, string> = {},
) =>
  caller.inject({
    ...{ method: 'POST', url: '/api/generate-dialogue-audio', headers },
    payload: { ...line(world), ...more },
  });
const effect = (eddie: Caller, more: object = {}) =>
  eddie.post('/api/generate-sound-effect', { elementId: rain.id, text: 'Rain on water', ...more });

/** Expect the initial state: no sound, no file, no charge. */
async function expectNothing(server: TestApp, world: World) {
  expect(await listed(server, world)).toEqual(script);
  expect([await server.db.select().from(files), onDisk(server), await charges(server)]).toEqual([[], [], []]);
  expect(await server.db.select().from(projectChanges)).toEqual([]);
  expect(await errorsInBooks(server.db)).toEqual([]);
}

describe('POST /api/generate-dialogue-audio', () => {
  test("speaks with the character's voice, stores the file, charges by length and notifies the members", async ({
    server,
    world,
    eddie,
  }) => {
    const answer = await speak(world, eddie, { characterName: "Mara (CONT'D)" });
    expect(answer.statusCode, answer.body).toBe(200);
    const { audioUrl, element, creditBalance } = answer.json();
    // 21 characters at 0.50 dollars per 1,000. One credit is 0.02 dollars.
    expect(creditBalance).toBe(499.47);
    expect(models.inputs).toEqual([
      {
        ...{ task: 'dialogue_audio', text: 'Forty-one. Forty-two.', voiceId: 'mara-voice' },
        voiceSettings: defaultVoiceSettings,
      },
    ]);
    const dialogueAudioKey = spokenKey({
      ...{ text: 'Forty-one. Forty-two.', voiceId: 'mara-voice' },
      voiceSettings: defaultVoiceSettings,
    });
    expect(element).toEqual({ ...mara, dialogueAudioUrl: audioUrl, dialogueAudioKey });
    expect((await listed(server, world)).find(({ id }) => id === mara.id)).toEqual(element);
    const firstBytes = await eddie.get(audioUrl, { range: 'bytes=0-3' });
    expect([firstBytes.statusCode, firstBytes.headers['content-type'], firstBytes.rawPayload]).toEqual([
      ...[206, 'audio/mpeg'],
      aFrame.subarray(0, 4),
    ]);
    expect(await server.db.select().from(projectChanges)).toMatchObject([
      { entity: 'element', ids: [mara.id] },
    ]);
    expect(await server.db.select().from(aiUsageLogs)).toMatchObject([
      {
        ...{ service: 'elevenlabs', feature: 'voice_generation', model: 'eleven_multilingual_v2' },
        success: true,
      },
    ]);
    expect(await server.db.$count(scriptHistory, eq(scriptHistory.elementId, mara.id))).toBe(1);
  });

  test('uses the first voice among the characters of a joint cue', async ({ server, world, eddie }) => {
    const key = 'TOBIAS AND MARA';
    const together = { key, choice: 'together', people: ['TOBIAS', 'MARA'] };
    const answer = await eddie.patch(world.projectUrl, { cueChoices: [together] });
    expect(answer.statusCode, answer.body).toBe(200);
    await voiceOf(server, 'TOBIAS', null);
    expect((await speak(world, eddie, { characterName: key })).statusCode).toBe(200);
    expect(models.inputs).toMatchObject([{ voiceId: 'mara-voice' }]);
    await voiceOf(server, 'TOBIAS', 'tobias-voice');
    expect((await speak(world, eddie, { characterName: key })).statusCode).toBe(200);
    expect(models.inputs.at(-1)).toMatchObject({ voiceId: 'tobias-voice' });
  });

  test('replaces the file when called again', async ({ server, world, eddie }) => {
    const first = (await speak(world, eddie)).json().audioUrl;
    const second = (await speak(world, eddie)).json().audioUrl;
    expect(second).not.toBe(first);
    expect(onDisk(server)).toEqual([path.basename(second)]);
    expect((await eddie.get(first)).statusCode).toBe(404);
    expect(await charges(server)).toHaveLength(2);
  });

  // AUDI-018, ERRS-038
  test.for([
    ['a character without a voice', 'TOBIAS', 'No voice assigned to character TOBIAS. Available: MARA'],
    ['nobody', 'PURSER', 'No voice assigned to character PURSER. Available: MARA'],
  ] as const)(
    'rejects %s and lists the characters with a voice',
    async ([_what, characterName, message], { server, world, eddie }) => {
      const answer = await speak(world, eddie, { characterName });
      expect([answer.statusCode, answer.json().message]).toEqual([400, message]);
      await expectNothing(server, world);
    },
  );

  // ERRS-039
  test.for([
    ['nothing at all', '', 'Received empty audio file'],
    [
      'something else',
      '<html>',
      'The AI service gave an answer that could not be used. Nothing was charged.',
    ],
  ] as const)(
    'fails and charges nothing when the provider returns %s',
    async ([_what, value, message], { server, world, eddie }) => {
      models.script(answers(value));
      const answer = await speak(world, eddie);
      expect([answer.statusCode, answer.json().message]).toEqual([502, message]);
      await expectNothing(server, world);
    },
  );

  test('returns 404 and charges nothing when the voice was deleted', async ({ server, world, eddie }) => {
    models.script(throws(new ModelFailure('voice')));
    const answer = await speak(world, eddie);
    expect([answer.statusCode, answer.json().message]).toEqual([404, 'Voice not found']);
    await expectNothing(server, world);
  });

  test('stores nothing when the element is deleted during the call', async ({ server, world, eddie }) => {
    const held = pendingCall(answers('silence'));
    models.script(held.scripted);
    const speaking = speak(world, eddie);
    await held.started;
    await eddie.delete(`/api/script-elements/${mara.id}`);
    held.answer();
    expect((await speaking).json().message).toBe('Element not found');
    expect([onDisk(server), await charges(server)]).toEqual([[], []]);
    expect(await errorsInBooks(server.db)).toEqual([]);
  });

  test('reports a full disk and charges nothing', async ({ server, world, eddie }) => {
    isDiskFull = true;
    const answer = await speak(world, eddie);
    expect([answer.statusCode, answer.json().message]).toEqual([
      503,
      "The server's disk is full, so this cannot be stored. Nothing was charged.",
    ]);
    await expectNothing(server, world);
  });

  test('speaks 5,000 characters in one call', async ({ world, eddie }) => {
    const answer = await speak(world, eddie, { text: 'x'.repeat(5000) });
    expect([answer.statusCode, answer.json().creditBalance, models.calls]).toEqual([200, 375, 1]);
  });

  test('makes no call without enough credits', async ({ server, world, eddie }) => {
    await server.db.update(projects).set({ userId: world.nell.id }).where(eq(projects.id, world.project.id));
    const answer = await speak(world, eddie, {}, server.as(world.nell));
    expect([answer.statusCode, answer.json().required]).toEqual([402, 0.53]);
    expect(models.calls).toBe(0);
  });

  test('makes and charges one call for two concurrent requests', async ({ server, world, eddie }) => {
    const held = pendingCall(answers('silence'));
    models.script(held.scripted);
    const first = speak(world, eddie);
    await held.started;
    const second = speak(world, eddie, {}, server.as(world.olive));
    await expect.poll(() => waiting).toBe(2);
    held.answer();
    const [one, other] = [(await first).json(), (await second).json()];
    expect(other.audioUrl).toBe(one.audioUrl);
    expect([models.calls, (await charges(server)).length, onDisk(server).length]).toEqual([1, 1, 1]);
  });

  test('makes both of two concurrent texts and keeps the later one', async ({ server, world, eddie }) => {
    const held = pendingCall(answers('silence'));
    models.script(held.scripted, answers('silence'));
    const first = speak(world, eddie);
    await held.started;
    const second = speak(world, eddie, { text: 'Forty-three.' });
    await expect.poll(() => waiting).toBe(2);
    held.answer();
    await first;
    const { audioUrl, element } = (await second).json();
    expect([element.dialogueAudioUrl, onDisk(server)]).toEqual([audioUrl, [path.basename(audioUrl)]]);
    expect(await charges(server)).toHaveLength(2);
  });

  test('returns the same answer for a repeated key and charges once', async ({ server, world, eddie }) => {
    const key = { 'idempotency-key': 'line-1' };
    const first = (await speak(world, eddie, {}, eddie, key)).json();
    expect((await speak(world, eddie, {}, eddie, key)).json()).toEqual(first);
    expect([models.calls, (await charges(server)).length]).toEqual([1, 1]);
    const other = await speak(world, eddie, { text: 'Forty-three.' }, eddie, key);
    expect(other.statusCode).toBe(409);
  });

  test('is rejected when the owner disabled AI, and is listed in the disclosure log otherwise', async ({
    server,
    world,
    eddie,
  }) => {
    await speak(world, eddie);
    expect(await server.db.select().from(aiDisclosures)).toMatchObject([
      { task: 'dialogue_audio', text: 'Forty-one. Forty-two.', destination: 'models.example.com' },
    ]);
    await server.as(world.olive).patch(world.projectUrl, { aiAccess: 'off' });
    const answers = [await speak(world, eddie), await effect(eddie)];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403]);
    expect(answers[0]?.json().message).toBe('AI is switched off in this project.');
  });

  test('returns 404 for an element of another project', async ({ world, eddie }) => {
    const other = await eddie.post('/api/projects', { name: 'Day Ferry' });
    const answer = await speak(world, eddie, { projectId: other.json().id });
    expect([answer.statusCode, answer.json().message]).toEqual([404, 'Element not found']);
  });

  test.for([
    ['text', '  '],
    ['text', 'x'.repeat(5001)],
    ['text', 'half \ud83d'],
    ['characterName', ''],
    ['elementId', 0],
    ['projectId', 'ferry'],
  ] as const)('rejects %s %j', async ([field, value], { world, eddie }) => {
    const answer = await speak(world, eddie, { [field]: value });
    expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, [field]]);
  });
});

describe('removing a sound', () => {
  // AUDI-012
  test('deletes its file and key without a history entry', async ({ server, world, eddie }) => {
    const { audioUrl } = (await speak(world, eddie)).json();
    const history = await server.db.$count(scriptHistory);
    const answer = await eddie.patch(`/api/script-elements/${mara.id}`, { dialogueAudioUrl: null });
    expect(answer.json()).toMatchObject({ dialogueAudioUrl: null, dialogueAudioKey: null });
    expect((await eddie.get(audioUrl)).statusCode).toBe(404);
    expect(await server.db.select().from(files)).toMatchObject([{ projectId: null, userId: null }]);
    expect(await server.db.$count(scriptHistory)).toBe(history);
  });

  test('deletes the key of a sound effect too', async ({ eddie }) => {
    await effect(eddie);
    const answer = await eddie.patch(`/api/script-elements/${rain.id}`, { soundEffectUrl: null });
    expect(answer.json()).toMatchObject({ soundEffectUrl: null, soundEffectKey: null });
  });

  test('keeps the other sound of the element', async ({ world, eddie }) => {
    await speak(world, eddie);
    const { audioUrl } = (await effect(eddie, { elementId: mara.id })).json();
    await eddie.patch(`/api/script-elements/${mara.id}`, { dialogueAudioUrl: null });
    expect((await eddie.get(audioUrl)).statusCode).toBe(200);
  });

  test('deletes both files when the line is deleted', async ({ server, world, eddie }) => {
    const { audioUrl } = (await speak(world, eddie)).json();
    const sound = (await effect(eddie, { elementId: mara.id })).json().audioUrl;
    expect((await eddie.delete(`/api/script-elements/${mara.id}`)).statusCode).toBe(204);
    for (const url of [audioUrl, sound]) expect((await eddie.get(url)).statusCode).toBe(404);
    const edits = [{ type: 'restore', id: mara.id }];
    await eddie.post(`${world.projectUrl}/script-changes`, { edits });
    const [back] = (await listed(server, world)).filter(({ id }) => id === mara.id);
    expect(back).toMatchObject({ dialogueAudioUrl: null, soundEffectUrl: null });
  });

  test('restores the sound when a deletion is undone by an edit', async ({ server, world, eddie }) => {
    const { audioUrl, element } = (await speak(world, eddie)).json();
    const edits = (type: string) => ({ edits: [{ type, id: mara.id }] });
    await eddie.post(`${world.projectUrl}/script-changes`, edits('delete'));
    await eddie.post(`${world.projectUrl}/script-changes`, edits('restore'));
    const [back] = (await listed(server, world)).filter(({ id }) => id === mara.id);
    expect(back).toMatchObject({ dialogueAudioUrl: audioUrl, dialogueAudioKey: element.dialogueAudioKey });
    expect((await eddie.get(audioUrl)).statusCode).toBe(200);
  });
});

describe('POST /api/generate-sound-effect', () => {
  // AUDI-004
  test('uses 8 seconds and an influence of 0.5, stores the description and charges', async ({ eddie }) => {
    const answer = await effect(eddie);
    expect(answer.statusCode, answer.body).toBe(200);
    const { audioUrl, element, creditBalance } = answer.json();
    expect(models.inputs).toEqual([
      { ...{ task: 'sound_effect', text: 'Rain on water' }, ...{ durationSeconds: 8, promptInfluence: 0.5 } },
    ]);
    expect(element).toEqual({
      ...{ ...rain, soundEffectUrl: audioUrl, soundEffectText: 'Rain on water' },
      soundEffectKey: wordsKey(rain.content),
    });
    expect(creditBalance).toBe(480);
    expect((await eddie.get(audioUrl)).rawPayload).toEqual(aFrame);
  });

  test('replaces the file when called again', async ({ server, eddie }) => {
    await effect(eddie);
    const { audioUrl } = (await effect(eddie, { text: 'Rain on steel' })).json();
    expect(onDisk(server)).toEqual([path.basename(audioUrl)]);
  });

  test('makes and charges one call for two concurrent requests, and a separate one for another text', async ({
    server,
    eddie,
  }) => {
    const held = pendingCall(answers('silence'));
    models.script(held.scripted, answers('silence'));
    const first = effect(eddie);
    await held.started;
    const second = effect(eddie);
    await expect.poll(() => waiting).toBe(2);
    const third = effect(eddie, { text: 'Rain on steel' });
    await expect.poll(() => waiting).toBe(3);
    held.answer();
    const [one, other, last] = [(await first).json(), (await second).json(), (await third).json()];
    expect([other.audioUrl, models.calls]).toEqual([one.audioUrl, 2]);
    expect([last.element.soundEffectText, onDisk(server)]).toEqual([
      'Rain on steel',
      [path.basename(last.audioUrl)],
    ]);
    expect(await charges(server)).toHaveLength(2);
  });

  test('reports a full disk and charges nothing', async ({ server, world, eddie }) => {
    isDiskFull = true;
    const answer = await effect(eddie);
    expect([answer.statusCode, answer.json().message]).toEqual([
      503,
      "The server's disk is full, so this cannot be stored. Nothing was charged.",
    ]);
    await expectNothing(server, world);
  });

  test.for([
    ['text', ' '], // AUDI-003
    ['text', 'x'.repeat(1001)],
    ['duration_seconds', 0.4],
    ['duration_seconds', 22.1],
    ['prompt_influence', 1.1],
  ] as const)('rejects %s %j', async ([field, value], { server, world, eddie }) => {
    expect(Object.keys((await effect(eddie, { [field]: value })).json().fields)).toEqual([field]);
    await expectNothing(server, world);
  });
});

describe('PATCH /api/script-elements/:id/audio-preferences', () => {
  const prefer = (eddie: Caller, body: object) =>
    eddie.patch(`/api/script-elements/${rain.id}/audio-preferences`, body);

  test('stores the values and notifies the members without history or conflict', async ({
    server,
    eddie,
  }) => {
    const history = await server.db.$count(scriptHistory);
    const answer = await prefer(eddie, { audioVolume: 0.25, audioOverlapSeconds: 1.5 });
    expect(answer.json()).toEqual({ ...rain, audioVolume: 0.25, audioOverlapSeconds: 1.5 });
    expect(await server.db.$count(scriptHistory)).toBe(history);
    expect(await server.db.select().from(projectChanges)).toMatchObject([
      { entity: 'element', ids: [rain.id] },
    ]);
    const save = { content: 'Sleet.', baseVersion: rain.version };
    const saved = (await eddie.patch(`/api/script-elements/${rain.id}`, save)).json();
    expect(saved).toMatchObject({ content: 'Sleet.', audioVolume: 0.25 });
  });

  test.for([
    {},
    { audioVolume: -0.1 },
    { audioVolume: 1.1 },
    { audioOverlapSeconds: 5.1 },
    { audioVolume: null },
    { content: 'Sleet.' },
  ])('rejects %j', async (body, { server, world, eddie }) => {
    expect((await prefer(eddie, body)).statusCode).toBe(400);
    expect(await listed(server, world)).toEqual(script);
  });
});

describe('POST /api/generate-speech', () => {
  const say = (
    server: TestApp,
    world: World,
    body: object = {},
    caller = server.as(world.vic),
    headers: Record<string, string> = {},
  ) =>
    caller.inject({
      ...{ method: 'POST', url: '/api/generate-speech', headers },
      payload: { text: 'Hello there.', voiceId: 'ferryman', ...body },
    });

  test('returns speech to any signed-in user, charges that user and stores nothing', async ({
    server,
    world,
  }) => {
    const answer = await say(server, world, { voiceSettings: { stability: 0.9 } });
    expect([answer.statusCode, answer.rawPayload]).toEqual([200, aFrame]);
    expect(answer.headers).toMatchObject({
      'content-type': 'audio/mpeg',
      'x-credit-balance': '499.7',
      'cache-control': 'no-store',
    });
    expect(models.inputs).toEqual([
      {
        ...{ task: 'speech', text: 'Hello there.', voiceId: 'ferryman' },
        voiceSettings: { ...defaultVoiceSettings, stability: 0.9 },
      },
    ]);
    expect([await server.db.select().from(files), onDisk(server)]).toEqual([[], []]);
    expect(await charges(server)).toMatchObject([{ userId: world.vic.id, amount: -0.3 }]);
    expect(await server.db.select().from(aiDisclosures)).toEqual([]);
  });

  test('returns the same answer for a repeated key and rejects the key for another text', async ({
    server,
    world,
    eddie,
  }) => {
    const key = { 'idempotency-key': 'greeting' };
    const vic = server.as(world.vic);
    await say(server, world, {}, vic, key);
    expect((await say(server, world, {}, vic, key)).rawPayload).toEqual(aFrame);
    expect([models.calls, (await charges(server)).length]).toEqual([1, 1]);
    expect((await say(server, world, { text: 'Hello.' }, vic, key)).statusCode).toBe(409);
    // Keys are separate for each user.
    expect((await say(server, world, {}, eddie, key)).statusCode).toBe(200);
    expect(models.calls).toBe(2);
  });

  test.for([
    [{ text: ' \n ' }, 'text'],
    [{ text: 'x'.repeat(5001) }, 'text'],
    [{ voiceId: ' ' }, 'voiceId'],
    [{ voiceSettings: { style: 2 } }, 'voiceSettings.style'],
  ] as const)('rejects %j', async ([body, field], { server, world }) => {
    const answer = await say(server, world, body);
    expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, [field]]);
  });

  test.for([
    ['nothing', '', 'Received empty audio file'],
    ['a page', '<html>', 'The AI service gave an answer that could not be used. Nothing was charged.'],
  ] as const)('reports a provider answer with %s', async ([_what, value, error], { server, world }) => {
    models.script(answers(value));
    const answer = await say(server, world);
    expect([answer.statusCode, answer.json().error]).toEqual([502, error]);
    expect(await charges(server)).toEqual([]);
  });

  test('reports the state of a designed voice: ready, pending or failed', async ({
    server,
    world,
    eddie,
  }) => {
    const { db } = server;
    const ofVic = { userId: world.vic.id, name: 'Purser' };
    const [row] = await db
      .insert(customVoices)
      .values({ ...ofVic, voiceId: 'pending_' })
      .returning();
    const voiceId = `pending_${row?.id}`;
    const set = (fields: object) => db.update(customVoices).set(fields);
    const resultOf = async (caller?: Caller) => {
      const { statusCode, body } = await say(server, world, { voiceId }, caller);
      return [statusCode, statusCode === 200 ? '' : JSON.parse(body).message];
    };
    await set({ voiceId });
    expect(await resultOf()).toEqual([409, 'This voice is still being made. Please try again in a moment.']);
    await set({ isActive: false, failure: 'The AI service took too long.' });
    expect(await resultOf()).toEqual([409, 'This voice could not be made. The AI service took too long.']);
    await set({ voiceId: 'purser-1', isActive: true, failure: null });
    expect(await resultOf()).toEqual([200, '']);
    expect(models.inputs).toMatchObject([{ voiceId: 'purser-1' }]);
    // Voices of other users and invalid ids are not found.
    expect(await resultOf(eddie)).toEqual([404, 'Voice not found']);
    for (const never of ['pending_', 'pending_0', 'pending_999999', 'pending_1x', 'pending_9999999999'])
      expect((await say(server, world, { voiceId: never })).statusCode).toBe(404);
  });
});
