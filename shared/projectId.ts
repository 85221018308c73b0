import { z } from 'zod';
import { decodeProjectId, encodeProjectId, projectIdOf } from './projectCode.ts';

export { decodeProjectId, encodeProjectId };

/** Codec from either form of a project id in paths and bodies (decision OQ-19) to the number. */
export const projectIdCode = z.codec(z.union([z.string(), z.number()]), z.number().int().positive(), {
  decode: (given, context) => {
    try {
      return projectIdOf(String(given));
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
