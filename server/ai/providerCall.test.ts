import { describe, expect, test } from 'vitest';
import type { ModelFailure } from './failure.ts';
import { networkFailure, readBytes } from './providerCall.ts';

const kindOf = (work: Promise<unknown>) =>
  work.then(
    () => 'read',
    ({ kind }: ModelFailure) => kind,
  );

/** Return a body that makes each piece when it is read, and the number of pieces that were made. */
function bodyOf(pieces: string[]) {
  const made = { count: 0 };
  const body = new ReadableStream({
    pull(controller) {
      const piece = pieces[made.count];
      if (piece === undefined) return controller.close();
      controller.enqueue(Buffer.from(piece));
      made.count += 1;
    },
  });
  return { response: new Response(body), made };
}

describe('readBytes', () => {
  test('returns a body of the permitted length and reports each piece', async () => {
    let count = 0;
    const bytes = await readBytes(bodyOf(['Night ', 'Ferry']).response, 11, () => {
      count += 1;
    });
    expect([bytes.toString(), count]).toEqual(['Night Ferry', 2]);
  });

  test('rejects a longer body, whatever its declared length', async () => {
    const declared = new Response('Night Ferry', { headers: { 'content-length': '11' } });
    expect(await kindOf(readBytes(declared, 10))).toBe('garbled');
    const { response } = bodyOf(['Night ', 'Ferry']);
    expect(await kindOf(readBytes(response, 10, undefined, 'tooLarge'))).toBe('tooLarge');
  });

  test('reads no further than the limit', async () => {
    const { response, made } = bodyOf(Array.from({ length: 100 }, () => 'Night Ferry'));
    expect(await kindOf(readBytes(response, 25))).toBe('garbled');
    expect(made.count).toBeLessThan(10);
  });
});

describe('networkFailure', () => {
  const failed = (code?: string) =>
    new TypeError('fetch failed', { cause: Object.assign(new Error(), { code }) });

  test.each([
    ['ECONNREFUSED', 'unreachable'],
    ['ENOTFOUND', 'unreachable'],
    ['ECONNRESET', 'cut'],
    [undefined, 'cut'],
  ])('reports the code %s as %s', (code, kind) => {
    const failure = networkFailure(failed(code));
    expect([failure.kind, failure.facts.code]).toEqual([kind, code ?? null]);
  });
});
