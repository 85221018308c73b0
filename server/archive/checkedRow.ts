import type { z } from 'zod';
import { truncateText } from '#screenplay/limits.ts';
import { invalid } from '#server/lib/errors.ts';

export type ArchivedRow = Record<string, unknown>;

/** Maximum nesting. No stored value is deeper. */
const maxDepth = 60;

/**
 * Validate one value of an archive. Text that is longer than its field is shortened and reported to
 * `onShortened`. Throws invalid with `place`, the file and line, for anything else that does not
 * fit.
 */
export function checkedRow(
  shape: z.ZodType,
  json: string,
  place: string,
  onShortened: (field: string) => void,
): ArchivedRow {
  const value = parsedJson(json, place);
  const first = shape.safeParse(value);
  if (first.success) return first.data as ArchivedRow;
  const { issues } = first.error;
  if (issues.every(isTooLong)) {
    for (const { path, maximum } of issues as TooLong[]) {
      shortenAt(value, path, Number(maximum));
      onShortened(path.join('.'));
    }
    const second = shape.safeParse(value);
    if (second.success) return second.data as ArchivedRow;
  }
  const [issue] = issues;
  throw invalid(`The archive cannot be restored: ${place}, ${issue?.path.join('.')}: ${issue?.message}`);
}

function parsedJson(json: string, place: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw invalid(`The archive cannot be restored: ${place} is not JSON.`);
  }
  if (!isStorable(value, 0)) {
    throw invalid(`The archive cannot be restored: ${place} contains characters that cannot be stored.`);
  }
  return value;
}

/**
 * Check every string. Needed for preserved content too, whose fields have no schema.
 */
function isStorable(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  if (depth > maxDepth) return false;
  return Object.entries(value).every(([key, each]) => isStorable(key, depth) && isStorable(each, depth + 1));
}

type TooLong = z.core.$ZodIssueTooBig;

function isTooLong(issue: z.core.$ZodIssue): boolean {
  return issue.code === 'too_big' && issue.origin === 'string';
}

function shortenAt(value: unknown, path: readonly PropertyKey[], max: number): void {
  const holder = path.slice(0, -1).reduce((at, key) => (at as never)[key], value) as Record<
    PropertyKey,
    unknown
  >;
  const last = path.at(-1);
  if (last !== undefined) holder[last] = truncateText(String(holder[last]), max);
}
