import { z } from 'zod';

/** ISO-8601 text on the wire, Date in the server (decision OQ-24). */
export const date = z.codec(z.iso.datetime({ offset: true }), z.date(), {
  decode: (text) => new Date(text),
  encode: (value) => value.toISOString(),
});

/** Time that a database can compare. An offset can move the year before 1 or after 9999. */
export const storableDate = date.refine((time) => {
  const year = time.getUTCFullYear();
  return year >= 1 && year <= 9999;
}, 'Must be in the years 1 to 9999');

/** Maximum of an integer column, and so of row ids. */
const maxInteger = 2 ** 31 - 1;

/** Build the schema of a whole number from `min` to the maximum of a column. */
export function wholeNumber(min: number): z.ZodInt {
  return z.int().min(min).max(maxInteger);
}

/** Build the schema of such a number in a path or query: digits on the wire. */
export function digits(min: 0 | 1) {
  const message = `Must be a whole number ${min === 0 ? 'from' : 'above'} 0`;
  return z.codec(z.union([z.string(), z.number()]), wholeNumber(min), {
    decode: (given, context) => {
      const text = String(given);
      if (/^(0|[1-9]\d{0,9})$/.test(text) && Number(text) >= min && Number(text) <= maxInteger)
        return Number(text);
      context.issues.push({ code: 'custom', input: given, message });
      return z.NEVER;
    },
    encode: (number) => number,
  });
}

/** Row id in a path or query. */
export const rowId = digits(1);

/** Row id in a JSON body. */
export const bodyId = wholeNumber(1);

export const RowParams = z.object({ id: rowId });

/**
 * Build the schema of a text that Postgres can store: NUL and unpaired surrogates are rejected.
 * `missing` is the message for an empty text, which is then rejected too.
 */
export function storableText(limit: number, missing?: string): z.ZodString {
  return z
    .string(
      missing === undefined ? undefined : { error: ({ input }) => (input == null ? missing : undefined) },
    )
    .max(limit, `Must be at most ${limit} characters`)
    .refine(
      (text) => !text.includes('\0') && text.isWellFormed(),
      'Contains characters that cannot be stored',
    );
}

/** Build the schema of a text with at least one character other than white space. */
export function filledText(limit: number, message = 'Must not be empty'): z.ZodString {
  return storableText(limit).refine((text) => text.trim() !== '', message);
}

/** Build the schema of a trimmed name or title. A missing and a blank one get the same message. */
export function nameText(limit: number, message: string): z.ZodPipe<z.ZodString, z.ZodString> {
  return z
    .string({ error: ({ input }) => (input == null ? message : undefined) })
    .trim()
    .pipe(storableText(limit).min(1, message));
}

/**
 * Convert the schema of an input to that of a reply: the same fields without limits, because stored
 * data is always returned.
 */
export function storedShape<S extends z.ZodType>(schema: S): z.ZodType<z.input<S>, z.input<S>> {
  return withoutLimits(schema) as z.ZodType<z.input<S>, z.input<S>>;
}

function withoutLimits(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodString) return z.string();
  if (schema instanceof z.ZodNumber) return z.number();
  if (schema instanceof z.ZodArray) return z.array(withoutLimits(schema.element));
  if (schema instanceof z.ZodOptional) return z.optional(withoutLimits(schema.unwrap()));
  if (schema instanceof z.ZodNullable) return z.nullable(withoutLimits(schema.unwrap()));
  if (schema instanceof z.ZodPipe) return withoutLimits(schema.in);
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries(schema.shape as z.core.$ZodShape);
    return z.object(Object.fromEntries(fields.map(([name, field]) => [name, withoutLimits(field)])));
  }
  return schema;
}

/** Aspect ratio of a picture, such as "2.35:1", from 1:100 to 100:1. */
export const aspectRatio = z
  .string()
  .max(20, 'Must be at most 20 characters')
  .regex(/^\d+(\.\d+)?:\d+(\.\d+)?$/, { message: 'Must look like 16:9', abort: true })
  .refine((ratio) => {
    const [width = 0, height = 0] = ratio.split(':').map(Number);
    return width * 100 >= height && height * 100 >= width && width > 0;
  }, 'Must be from 1:100 to 100:1');

/** Return the width divided by the height: "2.35:1" → 2.35. `ratio` must match `aspectRatio`. */
export function widthToHeight(ratio: string): number {
  const [width = 16, height = 9] = ratio.split(':').map(Number);
  return width / height;
}
