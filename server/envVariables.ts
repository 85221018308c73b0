import fs from 'node:fs';
import { StartError } from './startError.ts';

/** Reads a variable. Null: it is not set or blank. */
export type Read = (name: string) => string | null;

/**
 * Return a reader of variables. A variable NAME may be in a file that NAME_FILE names, as
 * containers mount secrets.
 */
export function readerOf(variables: Record<string, string | undefined>): Read {
  return (name) => {
    const value = variables[name]?.trim() || null;
    const file = variables[`${name}_FILE`]?.trim() || null;
    if (file === null) return value;
    if (value !== null) throw new StartError(`Only one of ${name} and ${name}_FILE should be set.`);
    try {
      return fs.readFileSync(file, 'utf8').trim() || null;
    } catch (cause) {
      throw new StartError(`${name}_FILE should name a file that this user may read, not ${file}.`, {
        cause,
      });
    }
  };
}

/** Return an error for a variable. Leave out `value` if it may contain a password. */
export function shouldBe(name: string, format: string, value?: string): StartError {
  return new StartError(
    `${name} should be ${format}${value === undefined ? '' : `, not ${JSON.stringify(value)}`}.`,
  );
}

/**
 * Read variables that must be set together. Returns null when none is set. Throws when only some
 * are set.
 */
export function readTogether<Key extends string>(
  read: Read,
  names: Record<Key, string>,
): Record<Key, string> | null {
  const keys = Object.keys(names) as Key[];
  const setKeys = keys.filter((key) => read(names[key]) !== null);
  const first = setKeys[0];
  if (first === undefined) return null;
  const missing = keys.find((key) => read(names[key]) === null);
  if (missing !== undefined)
    throw new StartError(`${names[missing]} should be set, because ${names[first]} is.`);
  return Object.fromEntries(keys.map((key) => [key, read(names[key])])) as Record<Key, string>;
}

export function parsePort(name: string, value: string | null): number | null {
  if (value === null) return null;
  const port = Number(value);
  if (!/^\d+$/.test(value) || port < 1 || port > 65_535)
    throw shouldBe(name, 'a whole number from 1 to 65535', value);
  return port;
}

export function parseUrl(name: string, value: string | null, protocols: string[]): string | null {
  if (value === null) return null;
  if (!URL.canParse(value) || !protocols.includes(new URL(value).protocol))
    throw shouldBe(
      name,
      `an address that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
    );
  return value;
}

export function parseWebUrl(name: string, value: string | null): string | null {
  return parseUrl(name, value, ['http:', 'https:'])?.replace(/\/+$/, '') ?? null;
}

/** Paths below which everything may be served: not /api, so that health checks need no path. */
const basePaths = /^(?!\/api(\/|$))(\/[\w.~-]+)*$/;

/** Parse an address of this server, and return it without its last slash. */
export function parsePublicUrl(name: string, value: string | null): string | null {
  const address = parseWebUrl(name, value);
  if (address === null) return null;
  const { origin, pathname, href } = new URL(address);
  const path = pathname.replace(/\/$/, '');
  if (href !== origin + pathname || !basePaths.test(path))
    throw shouldBe(name, 'an address such as https://example.com or https://example.com/scripts');
  return origin + path;
}
