import type { FastifyInstance } from 'fastify';
import { changeScript } from '#shared/contract/edits.ts';

/**
 * Accept edits whose discriminant has its former name, `does`: pages that were open during an
 * upgrade still send it. Remove this one release after the rename.
 */
export function acceptLegacyEdits(app: FastifyInstance): void {
  app.addHook('preHandler', async (request) => {
    if (request.routeOptions.config.endpoint !== changeScript) return;
    const { edits } = (request.body ?? {}) as { edits?: unknown };
    if (!Array.isArray(edits)) return;
    for (const edit of edits) if (isLegacy(edit)) edit.type = edit.does;
  });
}

function isLegacy(edit: unknown): edit is { does: unknown; type?: unknown } {
  return typeof edit === 'object' && edit !== null && 'does' in edit && !('type' in edit);
}
