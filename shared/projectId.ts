import { z } from 'zod';
import { decodeProjectId, encodeProjectId, maxProjectId } from './projectCode.ts';

export { decodeProjectId, encodeProjectId };

/** Codec from either form of a project id in paths and bodies (decision OQ-19) to the number. */
export const projectIdCode = z.codec(z.union([z.string(), z.number()]), z.number().int().positive(), {
  decode: (given, context) => {
    const text = String(given);
    if (/^[1-9]\d{0,9}$/.test(text) && Number(text) <= maxProjectId) return Number(text);
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

/** Parameters of every path under /api/projects/:id. */
export const ProjectParams = z.object({ id: projectIdCode });
