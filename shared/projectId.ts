import { z } from 'zod';

/**
 * Project ids in addresses: "P" and the base-62 form of id + 789456123, most significant digit first
 * (decision OQ-18). It hides small numbers; it is never an access check.
 */
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const offset = 789_456_123;
const greatestId = 2 ** 31 - 1;

/** 1 → "PrQTbI". */
export function encodeProjectId(projectId: number): string {
  let rest = projectId + offset;
  let digits = '';
  while (rest > 0) {
    digits = alphabet.charAt(rest % 62) + digits;
    rest = Math.floor(rest / 62);
  }
  return `P${digits}`;
}

/** "PrQTbI" → 1. Throws an Error with the documented text when the code is none. */
export function decodeProjectId(code: string): number {
  if (!code.startsWith('P') || code.length < 2) throw new Error('Invalid project ID format');
  let value = 0;
  for (const digit of code.slice(1)) {
    const worth = alphabet.indexOf(digit);
    if (worth < 0) throw new Error('Invalid character in project ID');
    value = value * 62 + worth;
    if (value > greatestId + offset) throw new Error('Invalid project ID format');
  }
  if (value <= offset) throw new Error('Invalid project ID format');
  return value - offset;
}

/** Either form of a project id, as paths and bodies may carry it (decision OQ-19) ⇄ the number. */
export const projectIdCode = z.codec(z.union([z.string(), z.number()]), z.number().int().positive(), {
  decode: (given, context) => {
    const text = String(given);
    if (/^[1-9]\d{0,9}$/.test(text) && Number(text) <= greatestId) return Number(text);
    try {
      return decodeProjectId(text);
    } catch (cause) {
      context.issues.push({
        code: 'custom',
        input: given,
        message: cause instanceof Error ? cause.message : 'Invalid project ID format',
      });
      return z.NEVER;
    }
  },
  encode: encodeProjectId,
});

/** The parameters of every path under /api/projects/:id. */
export const ProjectParams = z.object({ id: projectIdCode });
