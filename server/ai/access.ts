import { forbidden } from '#server/lib/errors.ts';
import type { AiAccess } from '#shared/contract/projects.ts';
import { errorTexts } from '#shared/errors.ts';

/**
 * Throw unless the owner permits this AI use in the project (docs/decisions/0012). The built-in
 * engine counts as AI.
 */
export function requireAi(access: AiAccess, use: 'read' | 'suggest'): void {
  if (access === 'off') throw forbidden(errorTexts.aiOff);
  if (access === 'read' && use === 'suggest') throw forbidden(errorTexts.aiReadsOnly);
}
