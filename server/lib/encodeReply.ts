import { z } from 'zod';
import type { Steps } from '#screenplay/steps.ts';

/** Items of a list that are encoded in one step. */
const itemsPerStep = 200;

/**
 * Encode a reply with its schema and convert it to JSON. Long lists, and long lists in the fields
 * of an object, are converted in steps, so that other calls can run in between.
 */
export function* encodeReplyInSteps(schema: z.ZodType, reply: unknown): Steps<string> {
  if (schema instanceof z.ZodArray && isLong(reply)) return yield* listInSteps(schema, reply);
  if (!(schema instanceof z.ZodObject) || !isRecord(reply)) return encodeAsJson(schema, reply);
  const lists = new Map<string, { schema: z.ZodArray; items: readonly unknown[] }>();
  for (const [field, part] of Object.entries(schema.shape)) {
    const items = reply[field];
    if (part instanceof z.ZodArray && isLong(items)) lists.set(field, { schema: part, items });
  }
  if (lists.size === 0) return encodeAsJson(schema, reply);
  // The other fields are encoded with the lists cut to one item.
  const cut = [...lists].map(([field, { items }]) => [field, items.slice(0, 1)]);
  const head = z.encode(schema, { ...reply, ...Object.fromEntries(cut) } as never) as object;
  const fields: string[] = [];
  for (const [field, value] of Object.entries(head)) {
    const list = lists.get(field);
    const json = list ? yield* listInSteps(list.schema, list.items) : JSON.stringify(value);
    if (json !== undefined) fields.push(`${JSON.stringify(field)}:${json}`);
  }
  return `{${fields.join(',')}}`;
}

function* listInSteps(schema: z.ZodArray, items: readonly unknown[]): Steps<string> {
  const parts: string[] = [];
  for (let from = 0; from < items.length; from += itemsPerStep) {
    parts.push(encodeAsJson(schema, items.slice(from, from + itemsPerStep)).slice(1, -1));
    yield;
  }
  return `[${parts.join(',')}]`;
}

function encodeAsJson(schema: z.ZodType, value: unknown): string {
  return JSON.stringify(z.encode(schema, value as never));
}

function isLong(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length > itemsPerStep;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
