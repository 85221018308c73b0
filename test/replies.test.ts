import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { EndpointShape } from '#shared/endpoint.ts';

const folder = path.resolve(import.meta.dirname, '../shared/contract');

/** Return every call of the contract with the name of its export. */
async function endpoints(): Promise<[name: string, endpoint: EndpointShape][]> {
  const files = fs.readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  const modules = await Promise.all(files.map((name) => import(path.join(folder, name))));
  return modules.flatMap((exported) =>
    Object.entries(exported as Record<string, unknown>).filter((entry): entry is [string, EndpointShape] =>
      isEndpoint(entry[1]),
    ),
  );
}

function isEndpoint(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value;
}

/**
 * Return the positions in a schema that can reject a value of the right type: lengths, ranges,
 * patterns, refinements.
 */
function limitsIn(schema: z.core.$ZodType, place: string, seen = new Set<unknown>()): string[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  // Dates are sent as text: the database returns a Date, which has no limit.
  if (schema instanceof z.ZodCodec) return limitsIn(schema._zod.def.out, place, seen);
  const { def } = schema._zod;
  const own = [...(def.checks ?? []), ...('check' in def ? [schema] : [])].map((check) => {
    const { check: name } = (check as z.core.$ZodCheck)._zod.def;
    return `${place}: ${name}`;
  });
  const strict = def as { catchall?: z.core.$ZodType };
  if (strict.catchall instanceof z.ZodNever) own.push(`${place}: unknown keys`);
  const inner = Object.entries(def).flatMap(([key, value]) => {
    if (key === 'shape') {
      return Object.entries(value as z.core.$ZodShape).flatMap(([name, field]) =>
        limitsIn(field, `${place}.${name}`, seen),
      );
    }
    const parts: unknown[] = Array.isArray(value) ? value : [value];
    return parts.flatMap((part) =>
      part instanceof z.core.$ZodType && key !== 'catchall' ? limitsIn(part, place, seen) : [],
    );
  });
  return [...new Set([...own, ...inner])];
}

test('accepts all stored values in replies: no reply schema has a limit', async () => {
  const calls = await endpoints();
  expect(calls.length).toBeGreaterThan(60);
  expect(calls.flatMap(([name, { reply }]) => (reply === undefined ? [] : limitsIn(reply, name)))).toEqual(
    [],
  );
});

test('names each limit in a reply schema by its position', () => {
  const reply = z.object({
    items: z.array(z.object({ name: z.string().max(3).nullable() })).max(2),
    count: z.int().optional(),
    mail: z.email(),
    either: z.union([z.strictObject({}), z.record(z.string().min(1), z.string().trim())]),
    even: z.number().refine((count) => count % 2 === 0),
  });
  expect(limitsIn(reply, 'x')).toEqual([
    'x.items: max_length',
    'x.items.name: max_length',
    'x.count: number_format',
    'x.mail: string_format',
    'x.either: unknown keys',
    'x.either: min_length',
    'x.either: overwrite',
    'x.even: custom',
  ]);
});
