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

/** Return the element. Throws notFound: it can be deleted during the call. */
export async function findElement(db: Db, projectId: number, elementId: number) {
  const [element] = await readElements(db, projectId, [elementId]);
  if (!element) throw notFound('Element');
  return element;
}

/**
 * Store the sound fields of an element and return its previous row. The script's text does not
 * change, so there is no new version, no conflict and no history entry (decision OQ-74).
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

/** Change the volume of an element and its overlap with the next one. */
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

/**
 * Create the queue that serialises calls for the same element, so that the second call can reuse
 * the first sound.
 */
export function elementTurns() {
  return createKeyedQueue<string>();
}

export type ElementTurns = ReturnType<typeof elementTurns>;
