import type { Random } from '#test/random.ts';
import { jsonText, oddNumber, oddValue } from './values.ts';

/** Return a copy of the value with one to three positions replaced by invalid values. */
export function mutate(value: unknown, random: Random): unknown {
  let result = structuredClone(value);
  for (let times = 1 + random.below(3); times > 0; times--) result = spoil(result, random);
  return result;
}

function spoil(value: unknown, random: Random): unknown {
  if (typeof value === 'number' && random.chance(0.7)) return oddNumber(random);
  if (value === null || typeof value !== 'object' || random.chance(0.08)) return oddValue(random);
  const keys = Object.keys(value);
  const key = keys.length > 0 && random.chance(0.85) ? random.pick(keys) : null;
  if (key === null) return withExtraItems(value, random);
  const inside = value as Record<string, unknown>;
  if (random.chance(0.15)) delete inside[key];
  // Sets an own property even for __proto__.
  else set(inside, key, random.chance(0.6) ? spoil(inside[key], random) : oddValue(random));
  return Array.isArray(value) ? value.flat(0) : value;
}

function withExtraItems(value: object, random: Random): object {
  if (Array.isArray(value)) {
    if (value.length === 0 || random.chance(0.3)) return [...value, oddValue(random)];
    return Array.from({ length: random.pick([2, 3, 50]) }, () => value).flat();
  }
  const names = [
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'id',
    'projectId',
    'userId',
    '',
    'x'.repeat(5000),
  ];
  set(value as Record<string, unknown>, random.pick(names), oddValue(random));
  return value;
}

function set(object: Record<string, unknown>, key: string, value: unknown): void {
  Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
}

/** Bodies that are longer are not sent: the server rejects shorter ones by their size already. */
const maxBodyLength = 64_000_000;

/** Return the JSON of a value, or of another one if it is too long, as a repeated text may be. */
function sendableText(value: unknown): string {
  try {
    const text = jsonText(value);
    return text.length > maxBodyLength ? '[]' : text;
  } catch (error) {
    if (error instanceof RangeError) return '[]'; // longer than any string
    throw error;
  }
}

/** Return a body as text: usually the JSON of the value, sometimes damaged JSON. */
export function bodyText(value: unknown, random: Random): string | Buffer {
  const text = sendableText(value);
  if (random.chance(0.92)) return text;
  const at = random.below(text.length + 1);
  return random.pick<() => string | Buffer>([
    () => text.slice(0, at),
    () => `${text.slice(0, at)}\0${text.slice(at)}`,
    () => `\ufeff${text}`,
    () => `${text}${text}`,
    () =>
      Buffer.concat([
        Buffer.from(text.slice(0, at)),
        Buffer.from([0xff, 0xfe, 0xc0]),
        Buffer.from(text.slice(at)),
      ]),
    () => Buffer.from(text, 'utf16le'),
    () => `${'['.repeat(50_000)}`,
    () => `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
    () => `{"a":"${'x'.repeat(1024 * 1024)}"}`,
    () => text.replace('{', '{"__proto__":{"a":1},'),
    () => text.replace(/:/g, ':NaN,'),
    () => '',
    () => 'null',
    () => '[]',
    () => '"text"',
    () => '0',
    () => ' '.repeat(10_000),
  ])();
}
