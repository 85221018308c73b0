import { z } from 'zod';
import { decodeProjectId, encodeProjectId, maxProjectId } from './projectCode.ts';

export { decodeProjectId, encodeProjectId };

/** Either form of a project id, as paths and bodies may carry it (decision OQ-19) ⇄ the number. */
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

/** The parameters of every path under /api/projects/:id. */
export const ProjectParams = z.object({ id: projectIdCode });
