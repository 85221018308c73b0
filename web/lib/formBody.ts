import type { z } from 'zod';
import { isDeepEqual } from '#screenplay/fdx/same.ts';

/** A value in a form: texts and numbers as typed, "" for none; anything else unchanged. */
type Typed<Value> =
  string extends NonNullable<Value> ? string : number extends NonNullable<Value> ? string : Value;

/** Form fields of a row, by name. */
export type DraftOf<Row, Name extends keyof Row> = { [Field in Name]: Typed<Row[Field]> };

export function formValuesOf<Row, Name extends keyof Row>(
  row: Row,
  names: readonly Name[],
): DraftOf<Row, Name> {
  return Object.fromEntries(names.map((name) => [name, typed(row[name])])) as DraftOf<Row, Name>;
}

function typed(value: unknown): unknown {
  if (value === null || value === undefined) return '';
  return typeof value === 'number' ? String(value) : value;
}

/** Body that the contract takes for the form's fields. */
export type FormBody<Draft, Schema extends z.ZodObject> = Pick<
  z.input<Schema>,
  keyof Draft & keyof z.input<Schema>
>;

/**
 * Convert typed fields to the body of the contract: trimmed, blank text as null where allowed, and
 * numbers. A text that is no number stays, so that the contract rejects it. Nothing else is
 * validated here.
 */
export function formBody<Draft extends object, Schema extends z.ZodObject>(
  schema: Schema | undefined,
  draft: Draft,
): FormBody<Draft, Schema> {
  const fields = new Map<string, z.core.$ZodType>(Object.entries(schema?.shape ?? {}));
  const values = Object.entries(draft).map(([name, value]) => {
    const field = fields.get(name);
    return [name, field && typeof value === 'string' ? untyped(field, value) : value];
  });
  return Object.fromEntries(values);
}

function untyped(field: z.core.$ZodType, typed: string): unknown {
  // The first of several lines may be indented.
  const text = typed.trim().includes('\n') ? typed.trimEnd() : typed.trim();
  if (text === '') return takes(field, 'null') ? null : text;
  return takes(field, 'number') && Number.isFinite(Number(text)) ? Number(text) : text;
}

/** Return whether a field accepts null or a number, as the contract declares it. */
function takes({ _zod }: z.core.$ZodType, type: 'null' | 'number'): boolean {
  const def: Declared = _zod.def;
  if (def.type === type || (type === 'null' && def.type === 'nullable')) return true;
  return [def.innerType, def.in, ...(def.options ?? [])].some((part) => part && takes(part, type));
}

/** Properties in which a wrapping schema holds the inner one. */
interface Declared extends z.core.$ZodTypeDef {
  innerType?: z.core.$ZodType;
  in?: z.core.$ZodType;
  options?: z.core.$ZodType[];
}

/** Return the values of `after` that differ from `before`. */
export function changedFields<Body extends object>(before: Body, after: Body): Partial<Body> {
  const known = new Map<string, unknown>(Object.entries(before));
  const changed = Object.entries(after).filter(([name, value]) => !isDeepEqual(known.get(name), value));
  return Object.fromEntries(changed) as Partial<Body>;
}
