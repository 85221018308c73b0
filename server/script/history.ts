import { scriptHistory } from '#server/db/schema/script.ts';
import type { ProjectChange } from '#server/lib/projectChange.ts';
import type { ElementRow } from './script.queries.ts';

type Told = Pick<ElementRow, 'id' | 'version' | 'content' | 'elementType' | 'characterName'>;

/**
 * Writes one history entry: null before is a creation, null after a deletion (decision OQ-74). Runs in the
 * transaction of the change it tells of.
 */
export async function recordHistory(
  { tx, projectId, userId }: ProjectChange,
  before: Told | null,
  after: Told | null,
  changeReason: string | null = null,
) {
  const element = after ?? before;
  if (!element) return;
  await tx.insert(scriptHistory).values({
    projectId,
    elementId: element.id,
    action: before === null ? 'create' : after === null ? 'delete' : 'update',
    changedBy: 'user',
    userId,
    version: after?.version ?? element.version + 1,
    previousContent: before?.content ?? null,
    newContent: after?.content ?? null,
    previousElementType: before?.elementType ?? null,
    newElementType: after?.elementType ?? null,
    previousCharacterName: before?.characterName ?? null,
    newCharacterName: after?.characterName ?? null,
    changeReason,
  });
}
