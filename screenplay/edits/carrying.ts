/*
 * Cut and paste (docs/decisions/0070). A pasted element names the one that it was cut or copied
 * from. If that one is deleted and had the same text, it is restored at the new position, with
 * everything attached to it. Otherwise a new element gets what copies share.
 */
import { contentAs } from '../flow.ts';
import type { ElementSource } from '../pastedElement.ts';
import type { EditSession } from './editSession.ts';
import { restore } from './restoring.ts';
import type { HeadingFields, NewRow, ScriptRow } from './rows.ts';

type TextFields = Pick<ScriptRow, 'elementType' | 'content'>;

/** Fields of a scene that a copy of its heading takes along. */
export type SharedSceneFields = Partial<Omit<HeadingFields, 'id' | 'projectId' | 'sceneNumber'>>;

/** Existing element that new ones are copied from. */
export interface CopySource {
  /** Row of the element; null if only its scene may be copied, as into another project. */
  element: ScriptRow | null;
  /** Fields of its scene that a copy of a heading takes along. */
  scene: SharedSceneFields | null;
}

export function sourceKey({ projectId, id }: ElementSource): string {
  return `${projectId} ${id}`;
}

/** Return the id of the deleted element that a pasted one restores; null if it is a new one. */
export function restorableSource(
  session: EditSession,
  { projectId, id }: ElementSource,
  pasted: TextFields,
): number | null {
  if (projectId !== session.projectId || session.order.has(id) || session.rows.has(id)) return null;
  const last = session.lastRecords.get(id);
  const deleted = last?.isDeletion ? last.kept?.element : undefined;
  return deleted && isSameText(deleted, pasted) ? id : null;
}

/** Restore a deleted element after another one. */
export function restoreAfter(session: EditSession, id: number, afterId: number | null): void {
  restore(session, { type: 'restore', id, afterId });
  // Its old order index belongs to its old position.
  session.numbersToAssign.set(id, null);
}

/**
 * Return what a new element shares with the one that it is a copy of: with the same text its
 * sounds. The scene of a heading is noted for the scene that the new one opens.
 */
export function shareWithCopy(
  session: EditSession,
  copyId: number,
  source: ElementSource,
  copy: TextFields,
): Partial<NewRow> {
  const found = session.copySources.get(sourceKey(source));
  if (found?.scene) session.copiedScenes.set(copyId, found.scene);
  const isOwn = source.projectId === session.projectId;
  const row = (isOwn && session.rows.get(source.id)) || found?.element;
  if (!row) return {};
  session.copiedRows.set(copyId, row);
  if (row.elementType !== copy.elementType) return {};
  const { originalType, audioVolume, audioOverlapSeconds } = row;
  const levels = { originalType, audioVolume, audioOverlapSeconds };
  if (!isSameText(row, copy)) return levels;
  const { soundEffectUrl, soundEffectText, soundEffectKey, dialogueAudioUrl, dialogueAudioKey } = row;
  return {
    ...levels,
    soundEffectUrl,
    soundEffectText,
    soundEffectKey,
    dialogueAudioUrl,
    dialogueAudioKey,
  };
}

/** Compare as new elements are stored. A file may have the letters of a heading in any case. */
function isSameText(stored: TextFields, pasted: TextFields): boolean {
  const { elementType, content } = stored;
  return elementType === pasted.elementType && contentAs(elementType, content) === pasted.content;
}
