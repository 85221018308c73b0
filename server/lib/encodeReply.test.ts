import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { runToCompletion, type Steps } from '#screenplay/steps.ts';
import { encodeReplyInSteps } from './encodeReply.ts';

const when = z.codec(z.iso.datetime(), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
});
const Line = z.object({ id: z.number(), at: when, note: z.string().optional() });
const lines = Array.from({ length: 1001 }, (_, id) => ({
  ...{ id, at: new Date(id), secret: 'not in the schema' },
  ...(id % 2 ? { note: 'odd' } : {}),
}));

function countSteps(steps: Steps<string>): number {
  let count = 0;
  while (!steps.next().done) count += 1;
  return count;
}

describe('encodeReplyInSteps', () => {
  test.for([
    ['a long list', z.array(Line), lines],
    ['a short list', z.array(Line), lines.slice(0, 3)],
    [
      'an object with long lists',
      z.object({
        revision: z.number(),
        lines: z.array(Line),
        at: when,
        none: z.array(Line),
        more: z.array(Line),
      }),
      { more: lines, lines, revision: 3, at: new Date(5), none: [], secret: true },
    ],
    ['an object', Line, lines[0]],
    ['null', z.null(), null],
  ] as const)('returns the JSON of %s as the schema encodes it', ([, schema, reply]) => {
    const expected = JSON.stringify(z.encode(schema as z.ZodType, reply as never));
    expect(runToCompletion(encodeReplyInSteps(schema, reply))).toBe(expected);
  });

  test('takes a step for a part of a long list', () => {
    expect(countSteps(encodeReplyInSteps(z.array(Line), lines))).toBe(6);
    expect(countSteps(encodeReplyInSteps(z.object({ lines: z.array(Line) }), { lines }))).toBe(6);
  });
});
