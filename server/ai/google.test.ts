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
import { omniVideo, veoVideo } from './google.ts';
import type { VideoRequest } from './models.ts';

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
  omniVideo({ apiKey: 'google-secret', baseUrl: server.url, videoModel: null }, tuned);
const signal = new AbortController().signal;

const order: VideoRequest = {
  ...{ task: 'scene_video', prompt: 'A ferry strains at her ropes.' },
  ...{ ratio: '16:9', durationSeconds: 8, firstFrame: null },
};
/** First frame of the video. The provider decodes it, our code does not. */
const frame = Buffer.from('\xff\xd8\xff and so on', 'latin1');

/** Return the failure of `work`. It must contain neither the key nor project text. */
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

describe('video job', () => {
  test('starts in the background, stored, and requests the video as an address', async () => {
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

  test('sends a first frame with the prompt as another task', async () => {
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

  test('is polled by its id and reports its status', async () => {
    server.next(reportsStatus('queued'), reportsStatus('in_progress'), reportsStatus('a_word_of_next_year'));
    expect(await film().poll('job-1', signal)).toEqual({ status: 'queued' });
    expect(await film().poll('job-1', signal)).toEqual({ status: 'generating' });
    expect(await film().poll('job-1', signal)).toEqual({ status: 'generating' });
    expect(server.calls()[0]).toBe('GET /v1/interactions/job-1');
  });

  test('returns the video by address or inline when it is done', async () => {
    server.next(completesJob(), sendsVideo());
    const done = await film().poll('job-1', signal);
    if (done.status !== 'done') throw new Error('it is not done');
    expect(Buffer.from(await film().fetch(done.clip, signal))).toEqual(aVideo);
    const inside = { type: 'video', data: aVideo.toString('base64'), mime_type: 'video/mp4' };
    server.next(reportsStatus('completed', { steps: [{ type: 'model_output', content: [inside] }] }));
    expect(await film().poll('job-1', signal)).toEqual({ status: 'done', clip: { bytes: aVideo } });
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
    ['was filtered after a part', reportsStatus('incomplete', { steps: [ofStep] }), 'filtered'],
    ['is done without a video because of content rules', reportsStatus('completed', blocked), 'filtered'],
    ['is done without a video', reportsStatus('completed'), 'noVideo'],
    ['failed', reportsStatus('failed', broken), 'noVideo'],
    ['was cancelled', reportsStatus('cancelled'), 'stopped'],
    ['ran out of money', reportsStatus('budget_exceeded'), 'quota'],
    ['requires an action', reportsStatus('requires_action'), 'request'],
  ])('reports a failure when the job %s', async (_what, behaviour, kind) => {
    server.next(behaviour);
    expect((await failureOf(film().poll('job-1', signal))).kind).toBe(kind);
  });
});

describe('video job failures', () => {
  test.each<[string, VideoBehaviour, string]>([
    ['a bad key', answersError(401, 'UNAUTHENTICATED'), 'key'],
    ['a bad key with status 400', answersError(400, 'INVALID_ARGUMENT', {}, 'API key not valid.'), 'key'],
    ['missing permissions', answersError(403, 'PERMISSION_DENIED'), 'forbidden'],
    ['an unsupported region', answersError(400, 'FAILED_PRECONDITION'), 'forbidden'],
    ['an unpaid account', answersError(403, 'PERMISSION_DENIED', {}, 'Enable billing first.'), 'quota'],
    ['an unknown model', answersError(404, 'NOT_FOUND'), 'model'],
    [
      'a prompt against the rules',
      answersError(400, 'INVALID_ARGUMENT', {}, 'Blocked by safety filters'),
      'filtered',
    ],
    ['an invalid request', answersError(400, 'INVALID_ARGUMENT'), 'request'],
    ['an overload', answersError(429, 'RESOURCE_EXHAUSTED', { 'retry-after': '7' }), 'busy'],
    ['an internal error', answersError(500, 'INTERNAL'), 'broken'],
    ['a gateway timeout', answersError(504, 'DEADLINE_EXCEEDED'), 'slow'],
    ['a broken connection', disconnects, 'cut'],
    ['an answer without an id', reportsStatus('queued', { id: '../../x y' }), 'garbled'],
  ])('reports %s without retrying', async (_what, behaviour, kind) => {
    server.next(behaviour);
    expect((await failureOf(film().start(order, signal))).kind).toBe(kind);
    expect(server.requests).toHaveLength(1);
  });

  test('returns the Retry-After time', async () => {
    server.next(answersError(429, 'RESOURCE_EXHAUSTED', { 'retry-after': '7' }));
    expect((await failureOf(film().start(order, signal))).facts.retryAfterSeconds).toBe(7);
  });

  test('reports an unreachable server', async () => {
    const closed = await aGoogleServer();
    await closed.close();
    const nowhere = film({ baseUrl: closed.url });
    expect((await failureOf(nowhere.start(order, signal))).kind).toBe('unreachable');
  });

  test('times out when no answer comes', async () => {
    server.next(() => {});
    expect((await failureOf(film({ answerMs: 20 }).poll('job-1', signal))).kind).toBe('slow');
  });

  test('does not follow a redirect of an API call', async () => {
    server.next((out) => out.redirect('http://127.0.0.1:1/'));
    expect((await failureOf(film().poll('job-1', signal))).kind).toBe('cut');
  });
});

describe('video download', () => {
  let timeouts: Partial<GoogleSettings> = {};
  const download = (...behaviours: VideoBehaviour[]) => {
    server.next(...behaviours);
    return film(timeouts).fetch({ uri: `${server.url}/v1beta/files/clip:download` }, signal);
  };

  test('follows redirects within the server', async () => {
    const moved: VideoBehaviour = (out) => out.redirect('/v1beta/files/there');
    expect(Buffer.from(await download(moved, sendsVideo()))).toEqual(aVideo);
    expect((await failureOf(download(moved, moved, moved, moved))).kind).toBe('garbled');
  });

  test.each([
    'http://169.254.169.254/latest',
    'http://127.0.0.1:1/',
    'gs://bucket/clip.mp4',
    'https://[::1]/',
  ])('is not made from %s', async (address) => {
    expect((await failureOf(download((out) => out.redirect(address)))).kind).toBe('garbled');
    expect((await failureOf(film().fetch({ uri: address }, signal))).kind).toBe('garbled');
  });

  test('rejects a file that is too large, with or without Content-Length', async () => {
    const huge: VideoBehaviour = (out) => out.bytes(aVideo, { 'content-length': String(60_000_001) });
    expect((await failureOf(download(huge))).kind).toBe('tooLarge');
  });

  test('fails when the data stalls or the connection breaks', async () => {
    timeouts = { idleMs: 20 };
    expect((await failureOf(download((out) => out.begin(aVideo)))).kind).toBe('slow');
    timeouts = {};
    const cut: VideoBehaviour = (out) => {
      out.begin(aVideo);
      out.cut();
    };
    expect((await failureOf(download(cut))).kind).toBe('cut');
    expect((await failureOf(download(answersError(404, 'NOT_FOUND')))).kind).toBe('model');
  });
});

describe('Veo on the Agent Platform', () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const account = () => ({
    ...{ project: 'ferry', email: 'films@ferry.example.com', tokenUri: `${server.url}/token` },
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  });
  const veo = (storageUri: string | null = null) =>
    veoVideo({
      ...{ account: account(), location: 'us-central1', storageUri, baseUrl: server.url, videoModel: null },
    });
  const model = '/v1/projects/ferry/locations/us-central1/publishers/google/models/veo-3.1-generate-001';

  test('authorises many calls with one token that the service account signs for', async () => {
    server.next(startsOperation, reportsOperation({}));
    const engine = veo();
    expect(await engine.start(order, signal)).toBe(operationName);
    expect(await engine.poll(operationName, signal)).toEqual({ status: 'generating' });
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

  test('sends the first frame if there is one', async () => {
    server.next(startsOperation);
    await veo().start({ ...order, firstFrame: frame }, signal);
    expect(server.requests[0]?.body.instances).toEqual([
      {
        prompt: 'A ferry strains at her ropes.',
        image: { bytesBase64Encoded: frame.toString('base64'), mimeType: 'image/jpeg' },
      },
    ]);
  });

  test('returns the video inline or from its storage address', async () => {
    const inside = { bytesBase64Encoded: aVideo.toString('base64'), mimeType: 'video/mp4' };
    server.next(reportsOperation({ done: true, response: { videos: [inside] } }));
    expect(await veo().poll(operationName, signal)).toEqual({ status: 'done', clip: { bytes: aVideo } });
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
    ['has no video', { response: {} }, 'noVideo'],
    ['failed', { error: { code: 13, message: 'A ferry' } }, 'noVideo'],
  ])('reports a failure when the operation %s', async (_what, more, kind) => {
    server.next(reportsOperation({ done: true, ...more }));
    expect((await failureOf(veo().poll(operationName, signal))).kind).toBe(kind);
  });

  test('polls only its own operations and has no cancel call', async () => {
    expect((await failureOf(veo().poll('../../secrets', signal))).kind).toBe('request');
    await veo().cancel(operationName, signal);
    expect(server.requests).toEqual([]);
  });
});
