import { eq } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { scriptElements } from '#server/db/schema/script.ts';
import { notFound } from '#server/lib/errors.ts';
import { createKeyedQueue } from '#server/lib/keyedQueue.ts';
import { changeProject, type ProjectChange } from '#server/lib/projectChange.ts';
import type { Scope } from '#server/lib/scope.ts';
import { readElements } from '#server/script/script.service.ts';
import type { updateAudioPreferences } from '#shared/contract/audio.ts';
import type { HandlerInput } from '#shared/endpoint.ts';

type StoredFields = Pick<
  typeof scriptElements.$inferInsert,
  | 'dialogueAudioUrl'
  | 'dialogueAudioKey'
  | 'soundEffectUrl'
  | 'soundEffectText'
  | 'soundEffectKey'
  | 'audioVolume'
  | 'audioOverlapSeconds'
>;

/** It can be deleted while it is spoken. */
export async function findElement(db: Db, projectId: number, elementId: number) {
  const [element] = await readElements(db, projectId, [elementId]);
  if (!element) throw notFound('Element');
  return element;
}

/**
 * Writes down what is heard of an element; gives it as it was before. It is no change of the script's text: its version
 * stays, so no save meets a conflict, and no history tells of it (decision OQ-74).
 */
export async function putSound(
  { tx, projectId, changed }: ProjectChange,
  elementId: number,
  fields: StoredFields,
) {
  const before = await findElement(tx, projectId, elementId);
  await tx.update(scriptElements).set(fields).where(eq(scriptElements.id, elementId));
  changed('element', [elementId]);
  return before;
}

/** How loud an element is heard, and how early the next one begins. */
export async function changeAudioPreferences(
  db: Db,
  scope: Scope,
  elementId: number,
  preferences: HandlerInput<typeof updateAudioPreferences>['body'],
) {
  return changeProject(db, scope, async (change) => {
    await putSound(change, elementId, preferences);
    return findElement(change.tx, scope.projectId, elementId);
  });
}

/** Two calls that make the sound of one element go one after the other, so that the second may find it made. */
export function elementTurns() {
  return createKeyedQueue<string>();
}

export type ElementTurns = ReturnType<typeof elementTurns>;
