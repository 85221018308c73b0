/*
 * Cut and paste (docs/decisions/0070). A pasted element names the one that it was cut or copied
 * from. If that one is deleted and had the same text, it is restored at the new position, with
 * everything attached to it. Otherwise a new element gets what copies share.
 */
import { contentAs } from '../flow.ts';
import type { ElementSource } from '../pastedElement.ts';
import type { EditSession } from './editSession.ts';
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

/**
 * Decides about pasted elements that name their source. Only the server has one: the browser shows
 * new elements until the reply arrives.
 */
export class Carrying {
  /** Existing elements that inserted ones are copies of, by sourceKey(). */
  readonly #sources: ReadonlyMap<string, CopySource>;
  /** Rows that created elements are copies of. */
  readonly copiedRows = new Map<number, ScriptRow>();
  /** Fields that the scenes of created headings take along, by heading. */
  readonly copiedScenes = new Map<number, SharedSceneFields>();

  constructor(sources: ReadonlyMap<string, CopySource>) {
    this.#sources = sources;
  }

  /** Return the id of the deleted element that a pasted one restores; null if it is a new one. */
  restorableId(session: EditSession, source: ElementSource, pasted: TextFields): number | null {
    const { projectId, id } = source;
    if (projectId !== session.stored.projectId || session.order.has(id) || session.rows.has(id)) return null;
    const last = session.lastRecords.get(id);
    const deleted = last?.isDeletion ? last.kept?.element : undefined;
    return deleted && isSameText(deleted, pasted) ? id : null;
  }

  /**
   * Return what a new element shares with the one that it is a copy of: with the same text its
   * sounds. The scene of a heading is noted for the scene that the new one opens.
   */
  share(session: EditSession, copyId: number, source: ElementSource, copy: TextFields): Partial<NewRow> {
    const found = this.#sources.get(sourceKey(source));
    if (found?.scene) this.copiedScenes.set(copyId, found.scene);
    const isOwn = source.projectId === session.stored.projectId;
    const row = (isOwn && session.rows.get(source.id)) || found?.element;
    if (!row) return {};
    this.copiedRows.set(copyId, row);
    if (row.elementType !== copy.elementType) return {};
    const { originalType, audioVolume, audioOverlapSeconds } = row;
    const levels = { originalType, audioVolume, audioOverlapSeconds };
    if (!isSameText(row, copy)) return levels;
    const { soundEffectUrl, soundEffectText, soundEffectKey, dialogueAudioUrl, dialogueAudioKey } = row;
    const sounds = { soundEffectUrl, soundEffectText, soundEffectKey, dialogueAudioUrl, dialogueAudioKey };
    return { ...levels, ...sounds };
  }
}

/** Compare as new elements are stored. A file may have the letters of a heading in any case. */
function isSameText(stored: TextFields, pasted: TextFields): boolean {
  const { elementType, content } = stored;
  return elementType === pasted.elementType && contentAs(elementType, content) === pasted.content;
}
