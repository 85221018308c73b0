import type { Random } from '#test/random.ts';

/* Values for calls: unexpected ones, and ones that a schema allows. */

/** The part of JSON Schema that the API description uses. */
export interface Schema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  propertyNames?: Schema;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  format?: string;
  pattern?: string;
}

/** Ids of existing rows, by the field or the folder of the path that refers to them. */
export type KnownIds = (name: string) => readonly (number | string)[] | undefined;

/** Mark a number that JSON can represent and JavaScript cannot. `jsonText` writes it verbatim. */
const markNumber = (number: string) => `\u0001${number}\u0001`;

/** Return the JSON of a value, with marked numbers written verbatim. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value).replace(/"\\u0001([^"\\]+)\\u0001"/g, '$1');
}

const oddNumbers = [
  ...['0', '-0', '-1', '0.5', '1e0', '1e21', '1e400', '-1e400', '1e-400', '2147483647', '2147483648'],
  ...['4294967296', '9007199254740993', '9223372036854775808', '99999999999999999999999999', '1e309'],
].map(markNumber);

const oddTexts = [
  ...['', ' ', '\0', 'a\0b', '\ud83d', '\udc00', 'one \ud83d two', '\u200b', '\u200b\u200d\ufeff', '\u2028'],
  ...['__proto__', 'constructor', 'toString', 'null', 'undefined', 'NaN', '%', '%00', '%s%n', '$1'],
  ...["'; drop table users; --", '\\', '\\u0000', '"', '*/', '<b onclick=x>', '../../etc/passwd', '\x1b[31m'],
  ...[
    'İ',
    'ß',
    'ŉ',
    'ﬃ',
    'e\u0301',
    '\u202e',
    '👩‍🚀',
    '𝕸',
    '\ufffe',
    '٣',
    '²',
    'ΣΑΣ',
    '\r\n',
    '\t',
    '^',
    '(',
    '**',
  ],
  ...['0', '-1', '2147483648', '1e400', '2026-02-30T25:61:00Z', '-271821-04-20T00:00:00Z', '+275760-09-13'],
];

const plainTexts = [
  ...[
    'Night Ferry',
    'MARA',
    "TOBIAS (CONT'D)",
    'INT. CAR DECK - LATER',
    'Forty-one. Forty-two.',
    '(counting)',
  ],
  ...[
    'EXT. HARBOUR',
    'CUT TO:',
    'Rain on black water.\nA ferry strains at her ropes.',
    '*Wait!* I have a **ticket**!',
  ],
];

export function oddText(random: Random, schema: Schema = {}): string {
  if (random.chance(0.6)) return random.pick(oddTexts);
  const length = (schema.maxLength ?? random.pick([100, 5000, 70_000])) + random.pick([-1, 0, 1, 2]);
  const letter = random.pick(['x', 'ß', 'ŉ', '\u0301', '👩', ' ', '\n', '(', '*', '。', '\u200b', '\0', '"']);
  return letter.repeat(Math.max(0, Math.floor(length / letter.length)));
}

export function oddNumber(random: Random): unknown {
  return random.pick(oddNumbers);
}

/** Return any value that JSON can represent. */
export function oddValue(random: Random, schema: Schema = {}): unknown {
  const choice = random.below(12);
  if (choice < 4) return oddText(random, schema);
  if (choice < 7) return oddNumber(random);
  if (choice === 7) return nested(random.pick([1, 3, 200, 3000]), random.chance(0.5));
  if (choice === 8) return Array(random.pick([0, 1, 101, 3001, 20_001])).fill(random.pick([null, 1, '', {}]));
  if (choice === 9) return JSON.parse('{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"a":1}}}');
  return random.pick<unknown>([
    null,
    true,
    false,
    {},
    [],
    [[]],
    [null],
    { length: 1e9 },
    { toString: 1, valueOf: null },
  ]);
}

function nested(depth: number, isList: boolean): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = isList ? [value] : { a: value };
  return value;
}

/** The maximum of an id column, and two values above it. */
const outOfRangeIds = [2 ** 31 - 1, 2 ** 31, 2 ** 53 - 1];

/** Return a value that the schema usually accepts. Ids are those of existing rows. */
export function validValue(schema: Schema, random: Random, ids: KnownIds, name = ''): unknown {
  const known = ids(name);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return random.pick(schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return validValue(random.pick(choices), random, ids, name);
  if (schema.allOf)
    return Object.assign({}, ...schema.allOf.map((part) => validValue(part, random, ids, name)));
  // A number that may also be digits is a field of a query.
  const isOfQuery = Array.isArray(schema.type) && schema.type.includes('number');
  if (isOfQuery && !known) return 1 + random.below(20);
  const type = Array.isArray(schema.type) ? random.pick(schema.type) : schema.type;
  if (type === 'array') return listOf(schema, random, ids, name);
  if (known && known.length > 0 && type !== 'null') {
    const id = random.chance(0.9) ? random.pick(known) : random.pick(outOfRangeIds);
    return type === 'string' ? String(id) : id;
  }
  switch (type) {
    case 'null':
      return null;
    case 'boolean':
      return random.chance(0.5);
    case 'integer':
    case 'number':
      return numberOf(schema, random);
    case 'string':
      return textOf(schema, random, name);
    case 'object':
      return objectOf(schema, random, ids);
    default:
      return oddValue(random);
  }
}

function listOf(schema: Schema, random: Random, ids: KnownIds, name: string): unknown[] {
  const known = ids(name);
  // A new order of all rows, instead of only some of them.
  if (known && random.chance(0.6)) return known.toReversed();
  const { minItems = 0, maxItems = 20_000, items = {} } = schema;
  const length = Math.min(maxItems, random.chance(0.02) ? 300 : minItems + random.below(4));
  return Array.from({ length }, () => validValue(items, random, ids, name));
}

function numberOf({ minimum = 0, maximum = 1000, type }: Schema, random: Random): number {
  if (random.chance(0.3)) return random.pick([minimum, maximum]);
  if (type !== 'integer') return minimum + (random.below(1001) / 1000) * (Math.min(maximum, 1e6) - minimum);
  return minimum + random.below(Math.min(maximum - minimum, 20) + 1);
}

function textOf(schema: Schema, random: Random, name: string): string {
  const { maxLength = 10_000, format, pattern } = schema;
  if (format === 'date-time') return random.pick(['2026-11-23T10:00:00Z', '0000-01-01T00:00:00+23:59']);
  if (format === 'email' || name === 'email') return random.pick(['olive@example.com', 'o@e.com', 'nobody']);
  if (pattern?.includes(':'))
    return random.pick(['16:9', '2.35:1', '0:1', '1:0', `${'9'.repeat(400)}:1`, '1:1e9']);
  if (pattern) return random.pick(['000000', '123456']);
  if (random.chance(0.15)) return random.pick(oddTexts).slice(0, maxLength);
  if (random.chance(0.03))
    return random.pick(['x', 'ß', 'ŉ', ' x', '*', '('])?.repeat(maxLength).slice(0, maxLength);
  return random.pick(plainTexts).slice(0, maxLength);
}

function objectOf(schema: Schema, random: Random, ids: KnownIds): Record<string, unknown> {
  const choice: Record<string, unknown> = {};
  for (const [key, part] of Object.entries(schema.properties ?? {}))
    if (schema.required?.includes(key) || random.chance(0.4))
      choice[key] = validValue(part, random, ids, key);
  return choice;
}
