import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { jsonSchemaOf } from '../size.ts';
import { strictSchema, withoutNulls } from './schema.ts';

const note = z.object({ text: z.string(), by: z.string().optional() });
const shape = z.object({
  main: note,
  others: z.array(note).max(5),
  either: z.union([note, z.null()]),
  score: z.number().min(0).max(1).nullable(),
  mood: z.enum(['calm', 'tense']).optional(),
  short: z.string().max(10).default('none'),
});
const schema = jsonSchemaOf(shape);

describe('strictSchema', () => {
  test('requires every property at every depth and allows no others', () => {
    const objects: Record<string, unknown>[] = [];
    JSON.stringify(strictSchema(schema), (_key, value) => {
      if (value?.properties) objects.push(value);
      return value;
    });
    expect(objects).toHaveLength(4);
    for (const { properties, required, additionalProperties } of objects)
      expect([required, additionalProperties]).toEqual([Object.keys(properties as object), false]);
  });

  test('contains only keywords of strict mode', () => {
    const text = JSON.stringify(strictSchema(schema));
    expect(text).not.toMatch(/maxLength|"default"|\$schema/);
    expect(text).toContain('"maximum":1');
    expect(text).toContain('"maxItems":5');
  });

  test('makes optional properties nullable', () => {
    const { properties } = strictSchema(schema) as { properties: Record<string, unknown> };
    expect(properties.mood).toEqual({
      anyOf: [{ type: 'string', enum: ['calm', 'tense'] }, { type: 'null' }],
    });
  });
});

test('withoutNulls removes null from optional properties and keeps it elsewhere', () => {
  const answer = {
    main: { text: 'a', by: null },
    others: [
      { text: 'b', by: null },
      { text: 'c', by: 'MARA' },
    ],
    either: { text: 'd', by: null },
    score: null,
    mood: null,
    short: null,
  };
  expect(shape.parse(withoutNulls(answer, schema))).toEqual({
    main: { text: 'a' },
    others: [{ text: 'b' }, { text: 'c', by: 'MARA' }],
    either: { text: 'd' },
    score: null,
    short: 'none',
  });
  expect(withoutNulls({ ...answer, either: null }, schema)).toMatchObject({ either: null });
});

test('withoutNulls leaves values of a wrong type to the validation', () => {
  for (const odd of [null, 7, 'text', [], [null], { main: 3, others: { a: null } }])
    expect(() => withoutNulls(odd, schema)).not.toThrow();
});
