import { createVerify, generateKeyPairSync } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  aGoogleServer,
  answersError,
  completesJob,
  disconnects,
  type GoogleServer,
  operationName,
  queuesJob,
  reportsOperation,
  reportsStatus,
  sendsVideo,
  startsOperation,
  type VideoBehaviour,
} from '#test/googleServer.ts';
import { aVideo } from '#test/models.ts';
import { ModelFailure } from './failure.ts';
import type { GoogleSettings } from './google/settings.ts';
import { omniFilm, veoFilm } from './google.ts';
import type { FilmRequest } from './models.ts';

let server: GoogleServer;
beforeAll(async () => {
  server = await aGoogleServer();
});
afterAll(() => server.close());
afterEach(() => {
  const problems = [...server.problems];
  server.reset();
  expect(problems).toEqual([]);
});

const film = (tuned: Partial<GoogleSettings> = {}) =>
  omniFilm({ apiKey: 'google-secret', baseUrl: server.url, videoModel: null }, tuned);
const signal = new AbortController().signal;

const order: FilmRequest = {
  ...{ task: 'scene_video', prompt: 'A ferry strains at her ropes.' },
  ...{ ratio: '16:9', durationSeconds: 8, firstFrame: null },
};
/** What the film begins with; a vendor looks at it, our code does not. */
const frame = Buffer.from('\xff\xd8\xff and so on', 'latin1');

/** Neither the key nor anybody's words may get out. */
async function failureOf(work: Promise<unknown>): Promise<ModelFailure> {
  const error = await work.then(
    (value) => expect.fail(`answered ${JSON.stringify(value)}`),
    (thrown) => thrown,
  );
  expect(error).toBeInstanceOf(ModelFailure);
  expect(JSON.stringify([error, error.message, error.summary, error.stack])).not.toMatch(
    /google-secret|A ferry/,
  );
  return error as ModelFailure;
}

describe('a job', () => {
  test('is begun in the background, stored, with the film as an address', async () => {
    server.next(queuesJob);
    expect(await film().start(order, signal)).toBe('job-1');
    expect(server.calls()).toEqual(['POST /v1/interactions']);
    expect(server.requests[0]?.headers['x-goog-api-key']).toBe('google-secret');
    expect(server.requests[0]?.body).toEqual({
      model: 'gemini-omni-1.1-flash',
      input: 'A ferry strains at her ropes.',
      background: true,
      store: true,
      response_format: {
        ...{ type: 'video', duration: '8s', resolution: '720p', aspect_ratio: '16:9', delivery: 'uri' },
      },
      generation_config: { video_config: { task: 'text_to_video' } },
    });
  });

  test('that begins with a picture sends it with its words, as another task', async () => {
    server.next(queuesJob);
    await film().start({ ...order, firstFrame: frame }, signal);
    expect(server.requests[0]?.body).toMatchObject({
      input: [
        { type: 'image', data: frame.toString('base64'), mime_type: 'image/jpeg' },
        { type: 'text', text: 'A ferry strains at her ropes.' },
      ],
      generation_config: { video_config: { task: 'image_to_video' } },
    });
  });

  test('is asked about by its id, and tells how it is doing', async () => {
    server.next(reportsStatus('queued'), reportsStatus('in_progress'), reportsStatus('a_word_of_next_year'));
    expect(await film().poll('job-1', signal)).toEqual({ is: 'queued' });
    expect(await film().poll('job-1', signal)).toEqual({ is: 'generating' });
    expect(await film().poll('job-1', signal)).toEqual({ is: 'generating' });
    expect(server.calls()[0]).toBe('GET /v1/interactions/job-1');
  });

  test('that is done gives its film, by an address or as it is', async () => {
    server.next(completesJob(), sendsVideo());
    const done = await film().poll('job-1', signal);
    if (done.status !== 'done') throw new Error('it is not done');
    expect(Buffer.from(await film().fetch(done.clip, signal))).toEqual(aVideo);
    const inside = { type: 'video', data: aVideo.toString('base64'), mime_type: 'video/mp4' };
    server.next(reportsStatus('completed', { steps: [{ type: 'model_output', content: [inside] }] }));
    expect(await film().poll('job-1', signal)).toEqual({ is: 'done', clip: { bytes: aVideo } });
  });

  test('can be cancelled', async () => {
    server.next(reportsStatus('cancelled'));
    await film().cancel('job-1', signal);
    expect(server.calls()).toEqual(['POST /v1/interactions/job-1/cancel']);
  });

  const blocked = { errors: [{ code: 'https://errors.google/SAFETY_BLOCKED', message: 'A ferry' }] };
  const broken = { errors: [{ code: 'INTERNAL', message: 'A ferry google-secret' }] };
  const ofStep = { type: 'model_output', error: { code: 3, message: 'Violates our usage policies' } };
  test.each<[string, VideoBehaviour, string]>([
    ['was filtered', reportsStatus('failed', blocked), 'filtered'],
    ['was filtered half-way', reportsStatus('incomplete', { steps: [ofStep] }), 'filtered'],
    ['is done and has no film, by the rules', reportsStatus('completed', blocked), 'filtered'],
    ['is done and has no film', reportsStatus('completed'), 'noFilm'],
    ['failed', reportsStatus('failed', broken), 'noFilm'],
    ['somebody cancelled', reportsStatus('cancelled'), 'stopped'],
    ['ran out of money', reportsStatus('budget_exceeded'), 'quota'],
    ['wants something', reportsStatus('requires_action'), 'request'],
  ])('that %s is a failure', async (_what, behaviour, kind) => {
    server.next(behaviour);
    expect((await failureOf(film().poll('job-1', signal))).kind).toBe(kind);
  });
});

describe('what goes wrong', () => {
  test.each<[string, VideoBehaviour, string]>([
    ['a bad key', answersError(401, 'UNAUTHENTICATED'), 'key'],
    ['a bad key, as 400', answersError(400, 'INVALID_ARGUMENT', {}, 'API key not valid.'), 'key'],
    ['no rights', answersError(403, 'PERMISSION_DENIED'), 'forbidden'],
    ['a place where it is not offered', answersError(400, 'FAILED_PRECONDITION'), 'forbidden'],
    ['an unpaid account', answersError(403, 'PERMISSION_DENIED', {}, 'Enable billing first.'), 'quota'],
    ['a model that is not there', answersError(404, 'NOT_FOUND'), 'model'],
    [
      'a prompt against the rules',
      answersError(400, 'INVALID_ARGUMENT', {}, 'Blocked by safety filters'),
      'filtered',
    ],
    ['what does not fit', answersError(400, 'INVALID_ARGUMENT'), 'request'],
    ['too much to do', answersError(429, 'RESOURCE_EXHAUSTED', { 'retry-after': '7' }), 'busy'],
    ['trouble of its own', answersError(500, 'INTERNAL'), 'broken'],
    ['a gateway that waited too long', answersError(504, 'DEADLINE_EXCEEDED'), 'slow'],
    ['a connection that breaks', disconnects, 'cut'],
    ['an answer without an id', reportsStatus('queued', { id: '../../x y' }), 'garbled'],
  ])('%s is told and not tried again', async (_what, behaviour, kind) => {
    server.next(behaviour);
    expect((await failureOf(film().start(order, signal))).kind).toBe(kind);
    expect(server.requests).toHaveLength(1);
  });

  test('how long to wait comes along', async () => {
    server.next(answersError(429, 'RESOURCE_EXHAUSTED', { 'retry-after': '7' }));
    expect((await failureOf(film().start(order, signal))).facts.retryAfterSeconds).toBe(7);
  });

  test('a server that is not there was not asked anything', async () => {
    const closed = await aGoogleServer();
    await closed.close();
    const nowhere = film({ baseUrl: closed.url });
    expect((await failureOf(nowhere.start(order, signal))).kind).toBe('unreachable');
  });

  test('an answer that does not come is waited for so long', async () => {
    server.next(() => {});
    expect((await failureOf(film({ answerMs: 20 }).poll('job-1', signal))).kind).toBe('slow');
  });

  test('the answer to a key is not fetched elsewhere', async () => {
    server.next((out) => out.redirect('http://127.0.0.1:1/'));
    expect((await failureOf(film().poll('job-1', signal))).kind).toBe('cut');
  });
});

describe('the bytes', () => {
  let patience: Partial<GoogleSettings> = {};
  const fetched = (...behaviours: VideoBehaviour[]) => {
    server.next(...behaviours);
    return film(patience).fetch({ uri: `${server.url}/v1beta/files/clip:download` }, signal);
  };

  test('are followed to another address of the same server', async () => {
    const moved: VideoBehaviour = (out) => out.redirect('/v1beta/files/there');
    expect(Buffer.from(await fetched(moved, sendsVideo()))).toEqual(aVideo);
    expect((await failureOf(fetched(moved, moved, moved, moved))).kind).toBe('garbled');
  });

  test.each([
    'http://169.254.169.254/latest',
    'http://127.0.0.1:1/',
    'gs://bucket/clip.mp4',
    'https://[::1]/',
  ])('are not fetched from %s', async (address) => {
    expect((await failureOf(fetched((out) => out.redirect(address)))).kind).toBe('garbled');
    expect((await failureOf(film().fetch({ uri: address }, signal))).kind).toBe('garbled');
  });

  test('are no more than the server keeps, announced or not', async () => {
    const huge: VideoBehaviour = (out) => out.bytes(aVideo, { 'content-length': String(60_000_001) });
    expect((await failureOf(fetched(huge))).kind).toBe('tooLarge');
  });

  test('that stop coming, or break off, are no film', async () => {
    patience = { idleMs: 20 };
    expect((await failureOf(fetched((out) => out.begin(aVideo)))).kind).toBe('slow');
    patience = {};
    const cut: VideoBehaviour = (out) => {
      out.begin(aVideo);
      out.cut();
    };
    expect((await failureOf(fetched(cut))).kind).toBe('cut');
    expect((await failureOf(fetched(answersError(404, 'NOT_FOUND')))).kind).toBe('model');
  });
});

describe('Veo on the Agent Platform', () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const account = () => ({
    ...{ project: 'ferry', email: 'films@ferry.example.com', tokenUri: `${server.url}/token` },
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  });
  const veo = (storageUri: string | null = null) =>
    veoFilm({
      ...{ account: account(), location: 'us-central1', storageUri, baseUrl: server.url, videoModel: null },
    });
  const model = '/v1/projects/ferry/locations/us-central1/publishers/google/models/veo-3.1-generate-001';

  test('is let in by a token that the account signs for, once for many calls', async () => {
    server.next(startsOperation, reportsOperation({}));
    const engine = veo();
    expect(await engine.start(order, signal)).toBe(operationName);
    expect(await engine.poll(operationName, signal)).toEqual({ is: 'generating' });
    expect(server.tokens).toHaveLength(1);
    const [head = '', claims = '', signature = ''] = (server.tokens[0]?.assertion ?? '').split('.');
    const isSigned = createVerify('RSA-SHA256')
      .update(`${head}.${claims}`)
      .verify(publicKey, signature, 'base64url');
    expect(isSigned).toBe(true);
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
      ...{ iss: 'films@ferry.example.com', aud: `${server.url}/token` },
      scope: 'https://www.googleapis.com/auth/cloud-platform',
    });
    expect(server.calls()).toEqual([
      `POST ${model}:predictLongRunning`,
      `POST ${model}:fetchPredictOperation`,
    ]);
    expect(server.requests.map(({ body }) => body)).toEqual([
      {
        instances: [{ prompt: 'A ferry strains at her ropes.' }],
        parameters: {
          ...{ sampleCount: 1, durationSeconds: 8, aspectRatio: '16:9', resolution: '720p' },
          generateAudio: true,
        },
      },
      { operationName },
    ]);
  });

  test('begins with a picture where there is one', async () => {
    server.next(startsOperation);
    await veo().start({ ...order, firstFrame: frame }, signal);
    expect(server.requests[0]?.body.instances).toEqual([
      {
        prompt: 'A ferry strains at her ropes.',
        image: { bytesBase64Encoded: frame.toString('base64'), mimeType: 'image/jpeg' },
      },
    ]);
  });

  test('gives its film inside of the answer, or where it was put', async () => {
    const inside = { bytesBase64Encoded: aVideo.toString('base64'), mimeType: 'video/mp4' };
    server.next(reportsOperation({ done: true, response: { videos: [inside] } }));
    expect(await veo().poll(operationName, signal)).toEqual({ is: 'done', clip: { bytes: aVideo } });
    const put = { gcsUri: 'gs://ferry-films/clips/1 a.mp4', mimeType: 'video/mp4' };
    server.next(reportsOperation({ done: true, response: { videos: [put] } }), sendsVideo());
    const engine = veo('gs://ferry-films/clips');
    const done = await engine.poll(operationName, signal);
    if (done.status !== 'done') throw new Error('it is not done');
    expect(Buffer.from(await engine.fetch(done.clip, signal))).toEqual(aVideo);
    expect(server.calls().at(-1)).toBe('GET /storage/v1/b/ferry-films/o/clips%2F1%20a.mp4');
  });

  test.each<[string, object, string]>([
    [
      'was filtered',
      { response: { raiMediaFilteredCount: 1, raiMediaFilteredReasons: ['A ferry'] } },
      'filtered',
    ],
    ['has no film', { response: {} }, 'noFilm'],
    ['failed', { error: { code: 13, message: 'A ferry' } }, 'noFilm'],
  ])('that %s is a failure', async (_what, more, kind) => {
    server.next(reportsOperation({ done: true, ...more }));
    expect((await failureOf(veo().poll(operationName, signal))).kind).toBe(kind);
  });

  test('asks about nothing but its own operations, and cancels nothing', async () => {
    expect((await failureOf(veo().poll('../../secrets', signal))).kind).toBe('request');
    await veo().cancel(operationName, signal);
    expect(server.requests).toEqual([]);
  });
});
