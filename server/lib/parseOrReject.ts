import type { z } from 'zod';
import { errorTexts } from '#shared/errors.ts';
import { HttpError } from './errors.ts';

/** Maximum number of fields in a reply: enough for any form, and no list of 20,000. */
const maxFields = 20;
/** Maximum length of a field's path, which may contain keys of the caller, and of its message. */
const maxLength = 200;

type Issue = Parameters<NonNullable<z.core.ParseContext<z.core.$ZodIssue>['error']>>[0];

/**
 * Parse input, or reject it with messages by field. Messages of the schema have priority: the first
 * one is the message of the reply. Others are generated here.
 */
export function parseOrReject<S extends z.ZodType>(schema: S, given: unknown): z.output<S> {
  const ours = new Set<string>();
  const parsed = schema.safeParse(given, {
    error: (issue) => {
      const text = sentence(issue);
      ours.add(text);
      return text;
    },
  });
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  const written = issues.find(({ message }) => !ours.has(message))?.message;
  const details = written === undefined ? {} : { details: written };
  throw new HttpError('invalid', written ?? errorTexts.invalidBody, {
    ...details,
    fields: fieldsOf(issues),
  });
}

/** Return the first message of each of the first fields. */
function fieldsOf(issues: readonly z.core.$ZodIssue[]): Record<string, string> {
  const fields = new Map<string, string>();
  for (const { path, message } of issues) {
    const field = path.length > 0 ? path.join('.').slice(0, maxLength) : 'body';
    if (!fields.has(field)) fields.set(field, message.slice(0, maxLength));
    if (fields.size === maxFields) break;
  }
  return Object.fromEntries(fields);
}

const kinds: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

function sentence(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'Is required';
      return `Must be ${kinds[issue.expected] ?? issue.expected}`;
    case 'too_small':
      return `Must ${measure(issue.origin)} at least ${issue.minimum}${unit(issue.origin)}`;
    case 'too_big':
      return `Must ${measure(issue.origin)} at most ${issue.maximum}${unit(issue.origin)}`;
    case 'invalid_value':
      return `Must be one of ${issue.values.map(String).join(', ')}`;
    case 'unrecognized_keys':
      return `Unknown: ${issue.keys.slice(0, 10).join(', ').slice(0, 200)}`;
    default:
      return 'Is not valid';
  }
}

function measure(origin: string): string {
  return origin === 'array' || origin === 'set' ? 'have' : 'be';
}

function unit(origin: string): string {
  if (origin === 'string') return ' characters';
  return origin === 'array' || origin === 'set' ? ' entries' : '';
}
