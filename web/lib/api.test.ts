import { expect, test, vi } from 'vitest';
import { chat } from '#shared/contract/assistant.ts';
import { listElements } from '#shared/contract/elements.ts';
import { importScript } from '#shared/contract/importing.ts';
import { createProject, deleteProject, exportScript, getProject } from '#shared/contract/projects.ts';
import { freshBrowser, json, rejection, serve } from '#web/lib/testing.ts';
import { ApiError, call, messageOf, stream } from './api.ts';
import { download, upload } from './fileCalls.ts';
import { ownWindowId } from './revisions.ts';

freshBrowser();

const rejected = async (response: Response): Promise<unknown> => {
  serve({ 'GET /api/projects/PrQTbI': () => response });
  return call(getProject, { params: { id: 'PrQTbI' } }).catch((error: unknown) => error);
};

test('a call sends credentials, its method and its body as JSON', async () => {
  const seen = serve({ 'POST /api/projects': () => json({ id: 1 }, 201) });
  await call(createProject, { body: { name: 'Night Ferry' } });
  expect(seen[0]?.init).toMatchObject({
    method: 'POST',
    credentials: 'include',
    headers: { 'content-type': 'application/json' },
    body: '{"name":"Night Ferry"}',
  });
});

test('a call without a body sends no content type, but the id of its tab', async () => {
  const seen = serve({ 'DELETE /api/projects/PrQTbI': () => new Response(null, { status: 204 }) });
  await call(deleteProject, { params: { id: 'PrQTbI' } });
  expect(seen[0]?.init).not.toHaveProperty('body');
  expect(seen[0]?.init).toHaveProperty('headers', { 'x-window': ownWindowId });
});

test('the last call of a closing page is sent with keepalive if it is short enough', async () => {
  const seen = serve({ 'POST /api/projects': () => json({ id: 1 }, 201) });
  for (const name of ['Night Ferry', 'ä'.repeat(29_990), 'ä'.repeat(30_000)])
    await call(createProject, { body: { name } }, { isLast: true });
  await call(createProject, { body: { name: 'Night Ferry' } });
  expect(seen.map(({ init }) => init.keepalive)).toEqual([true, true, undefined, undefined]);
});

test('writing calls are sent with keepalive while the page is closing, and not after it is restored', async () => {
  const seen = serve({
    'POST /api/projects': () => json({ id: 1 }, 201),
    'GET /api/projects/PrQTbI': () => json({ id: 1 }),
  });
  window.dispatchEvent(new Event('pagehide'));
  await call(createProject, { body: { name: 'Night Ferry' } });
  await call(getProject, { params: { id: 1 } });
  window.dispatchEvent(new Event('pageshow'));
  await call(createProject, { body: { name: 'Night Ferry' } });
  expect(seen.map(({ init }) => init.keepalive)).toEqual([true, undefined, undefined]);
});

test('encodes a numeric project id', async () => {
  const seen = serve({});
  await call(getProject, { params: { id: 42 } }).catch(() => undefined);
  expect(seen[0]?.path).toBe('/api/projects/PrQTbx');
});

test('appends defined query fields to the path', async () => {
  const seen = serve({ 'GET /api/projects/PrQTbI/script-elements?sceneId=7': () => json([]) });
  const input = { params: { id: 1 }, query: { sceneId: 7, characterId: undefined } };
  expect(await call(listElements, input)).toEqual([]);
  expect(seen).toHaveLength(1);
});

test('returns undefined for 204, which has no body', async () => {
  serve({ 'DELETE /api/projects/PrQTbI': () => new Response(null, { status: 204 }) });
  expect(await call(deleteProject, { params: { id: 1 } })).toBeUndefined();
});

test('the message of an ApiError is the status, a colon and the text of the body', async () => {
  const error = await rejected(new Response('No such thing', { status: 404, statusText: 'Not Found' }));
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status: 404, message: '404: No such thing', body: undefined });
});

test('uses the status text for an empty body', async () => {
  const error = await rejected(new Response('', { status: 401, statusText: 'Unauthorized' }));
  expect(error).toMatchObject({ status: 401, message: '401: Unauthorized' });
});

test('an ApiError has the parsed body', async () => {
  const error = await rejected(rejection(500, 'Something went wrong. Please try again.'));
  expect(error).toMatchObject({ body: { message: 'Something went wrong. Please try again.' } });
});

test('returns the message, otherwise the error, otherwise the fallback, never raw text', () => {
  const messageFor = (body: string) =>
    messageOf(new ApiError(400, 'Bad Request', body), 'Failed to import file');
  expect(messageFor('{"message":"Too big","error":"other"}')).toBe('Too big');
  expect(messageFor('{"error":"Broken"}')).toBe('Broken');
  expect(messageFor('{"message":7}')).toBe('Failed to import file');
  expect(messageFor('<html>502</html>')).toBe('Failed to import file');
  expect(messageOf(new TypeError('Failed to fetch'), 'Failed to import file')).toBe('Failed to import file');
});

test('a download returns the file and its name', async () => {
  const headers = { 'content-disposition': `attachment; filename="a.pdf"; filename*=UTF-8''N%C3%BC.pdf` };
  serve({ 'GET /api/projects/PrQTbI/export/pdf': () => new Response('%PDF', { headers }) });
  const { blob, fileName } = await download(
    exportScript,
    { params: { id: 1, format: 'pdf' } },
    { failure: 'No' },
  );
  expect(await blob.text()).toBe('%PDF');
  expect(fileName).toBe('Nü.pdf');
});

test('a rejected download throws the given message', async () => {
  serve({ 'GET /api/projects/PrQTbI/export/pdf': () => rejection(500, 'Broken') });
  const failure = 'Failed to export PDF';
  await expect(download(exportScript, { params: { id: 1, format: 'pdf' } }, { failure })).rejects.toThrow(
    'Failed to export PDF',
  );
});

const asStream = (text: string) =>
  new Response(text, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } });
/** Read a stream. Return the events before the last one, and the reply or the error. */
const streamed = async (response: Response) => {
  const seen = serve({ 'POST /api/projects/PrQTbI/ai-chat': () => response });
  const events: [string, unknown][] = [];
  const onEvent = (event: string, data: unknown) => events.push([event, data]);
  const input = { params: { id: 1 }, body: { message: 'Why?' } };
  const end = await stream(chat, input, { onEvent, idempotencyKey: 'k1' }).catch((error: unknown) => error);
  return { seen, events, end };
};

test('a stream sends its key, passes events on, and ends with the reply', async () => {
  const { seen, events, end } = await streamed(
    asStream(
      ': alive\n\nevent: delta\r\ndata: {"text":"Zoë"}\r\n\r\ndata: nothing\n\nevent: done\ndata: {"a":\ndata: 1}\n\nevent: delta\ndata: {}\n\n',
    ),
  );
  expect(seen[0]?.init.headers).toEqual({
    accept: 'text/event-stream',
    'content-type': 'application/json',
    'idempotency-key': 'k1',
    'x-window': ownWindowId,
  });
  expect(events).toEqual([
    ['delta', { text: 'Zoë' }],
    ['message', undefined],
  ]);
  expect(end).toEqual({ a: 1 });
});

test('a stream returns a JSON reply', async () => {
  expect((await streamed(json({ a: 1 }))).end).toEqual({ a: 1 });
  expect((await streamed(rejection(403, 'No'))).end).toMatchObject({ status: 403, body: { message: 'No' } });
});

test('an error event rejects with an ApiError with the status of its code', async () => {
  const error = async (data: string) => (await streamed(asStream(`event: error\ndata: ${data}\n\n`))).end;
  const rejected = await error('{"code":"out_of_credits","required":6}');
  expect(rejected).toBeInstanceOf(ApiError);
  expect(rejected).toMatchObject({ status: 402, body: { required: 6 } });
  expect(await error('{"code":"other"}')).toMatchObject({ status: 500 });
  expect(await error('no JSON')).toMatchObject({ status: 500 });
});

test('a stream that ends early rejects like a network failure', async () => {
  const { events, end } = await streamed(
    asStream('event: delta\ndata: {"text":"a"}\n\nevent: done\ndata: {'),
  );
  expect(events).toEqual([['delta', { text: 'a' }]]);
  expect(end).toBeInstanceOf(TypeError);
});

/** A fake of the part of XMLHttpRequest that an upload uses; the test answers it. */
class FakeUpload {
  static last: FakeUpload;
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  onloadend?: () => void;
  status = 0;
  statusText = '';
  responseText = '';
  withCredentials = false;
  sent: FormData | undefined;
  constructor() {
    FakeUpload.last = this;
  }
  open = vi.fn();
  send(form: FormData) {
    this.sent = form;
  }
  abort() {
    this.onabort?.();
    this.onloadend?.();
  }
  answer(status: number, body: unknown) {
    Object.assign(this, { status, responseText: JSON.stringify(body) });
    this.onload?.();
    this.onloadend?.();
  }
}

const script = new File(['<FinalDraft/>'], 'night-ferry.fdx');

test('an upload sends the file in its field with credentials and reports progress', async () => {
  vi.stubGlobal('XMLHttpRequest', FakeUpload);
  const fractions: number[] = [];
  const answer = upload(importScript, script, 'scriptFile', { onProgress: (part) => fractions.push(part) });
  const request = FakeUpload.last;
  request.upload.onprogress?.({ loaded: 5, total: 20 });
  request.answer(201, { project: { id: 1 } });
  expect(await answer).toEqual({ project: { id: 1 } });
  expect(request.open).toHaveBeenCalledWith('POST', '/api/projects/import-file');
  expect(request.withCredentials).toBe(true);
  expect(request.sent?.get('scriptFile')).toBeInstanceOf(File);
  expect(fractions).toEqual([0.25]);
});

test('a rejected upload rejects with the same error as a call', async () => {
  vi.stubGlobal('XMLHttpRequest', FakeUpload);
  const answer = upload(importScript, script, 'scriptFile');
  FakeUpload.last.answer(413, { message: 'File is larger than 10 MB.' });
  const error = await answer.catch((caught: unknown) => caught);
  expect(error).toMatchObject({ status: 413 });
  expect(messageOf(error, 'Failed to import file')).toBe('File is larger than 10 MB.');
});

test('an upload that is cancelled rejects with an AbortError', async () => {
  vi.stubGlobal('XMLHttpRequest', FakeUpload);
  const stop = new AbortController();
  const answer = upload(importScript, script, 'scriptFile', { signal: stop.signal });
  stop.abort();
  await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
});
