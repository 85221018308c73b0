import { getColumns } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { scriptHistory, scriptMoves } from '#server/db/schema/history.ts';
import { invalid } from '#server/lib/errors.ts';
import type { ArchivedRow } from './checkedRow.ts';
import { NewIds } from './newIds.ts';
import { type ArchivePart, archiveParts } from './parts.ts';
import type { ArchivedTable } from './rows.ts';

/** Converts archived rows to rows of a new project. */
export class Restoration {
  readonly #projectId: number;
  readonly #userId: string;
  /** Id in the archive of the user who restores. Null: the user is not in it. */
  readonly #archivedUserId: string | null;
  /** Names of people in the archive by their archived ids. */
  readonly #names: ReadonlyMap<string, string>;
  /** New file addresses by archived addresses. */
  readonly #files: ReadonlyMap<string, string>;
  readonly #ids: Record<ArchivedTable, NewIds>;

  constructor(
    {
      projectId,
      userId,
      archivedUserId,
      names,
    }: {
      projectId: number;
      userId: string;
      archivedUserId: string | null;
      names: ReadonlyMap<string, string>;
    },
    files: ReadonlyMap<string, string>,
  ) {
    this.#projectId = projectId;
    this.#userId = userId;
    this.#archivedUserId = archivedUserId;
    this.#names = names;
    this.#files = files;
    this.#ids = Object.fromEntries(
      archiveParts.map(({ name, table }) => [name, new NewIds(table)]),
    ) as Record<ArchivedTable, NewIds>;
  }

  /** Convert the rows of a part. All parts before it must have been converted. */
  async rowsOf(db: Db, part: ArchivePart, archived: readonly ArchivedRow[]): Promise<ArchivedRow[]> {
    if (part.key.name === 'id')
      await this.#ids[part.name].allot(
        db,
        archived.map(({ id }) => Number(id)),
      );
    await this.#allotRemoved(db, part, archived);
    const isOfProject = Object.hasOwn(getColumns(part.table), 'projectId');
    return archived.map((row) => ({
      ...this.#restored(row, part),
      ...(part.key.name === 'id' ? { id: this.#ids[part.name].of(Number(row.id)) } : {}),
      ...(isOfProject ? { projectId: this.#projectId } : {}),
    }));
  }

  /** Reserve ids for deleted elements and scenes, which history can restore. */
  async #allotRemoved(db: Db, { table }: ArchivePart, archived: readonly ArchivedRow[]): Promise<void> {
    if (table !== scriptHistory && table !== scriptMoves) return;
    const elements = archived.flatMap(({ elementId, afterElementId }) => [elementId, afterElementId]);
    const kept = archived.flatMap((row) => (row.kept ? [row.kept as RemovedRows] : []));
    const numbers = (ids: unknown[]) => ids.filter((id) => typeof id === 'number');
    await this.#ids.script_elements.allot(
      db,
      numbers([...elements, ...kept.map(({ element }) => element?.id)]),
    );
    const sceneIds = kept.flatMap(({ element, scene }) => [element?.sceneId, scene?.id]);
    await this.#ids.scenes.allot(db, numbers(sceneIds));
  }

  #restored(row: ArchivedRow, part: ArchivePart): ArchivedRow {
    const restored = this.#withOwnFiles(row);
    for (const [field, table] of Object.entries(part.refers))
      restored[field] = this.#named(row[field], table, part);
    if ('userId' in row) restored.userId = this.#writer(row, part);
    if ('importedAuthor' in row) restored.importedAuthor = restored.userId ? null : this.#nameOfWriter(row);
    if (part.table === scriptHistory || part.table === scriptMoves) {
      restored.elementId = this.#ids.script_elements.of(Number(row.elementId));
      restored.afterElementId = this.#ofElement(row.afterElementId);
    }
    if (row.kept) restored.kept = this.#kept(row.kept as RemovedRows);
    if ('historyId' in row) restored.historyId = this.#ids.script_history.lastUpTo(Number(row.historyId));
    if ('moveId' in row) restored.moveId = this.#ids.script_moves.lastUpTo(Number(row.moveId));
    return restored;
  }

  /** Replace file addresses by those of the restored files. Other addresses become null. */
  #withOwnFiles(row: ArchivedRow): ArchivedRow {
    const entries = Object.entries(row).map(([field, value]) => [
      field,
      field.endsWith('Url') ? this.fileOf(value) : value,
    ]);
    return Object.fromEntries(entries);
  }

  fileOf(url: unknown): string | null {
    return this.#files.get(String(url)) ?? null;
  }

  #named(id: unknown, table: ArchivedTable, { name }: ArchivePart): number | null {
    if (id === null) return null;
    const newId = this.#ids[table].of(Number(id));
    if (newId === undefined)
      throw invalid(
        `The archive cannot be restored: ${name} names ${id} of ${table}, which it does not have.`,
      );
    return newId;
  }

  #ofElement(id: unknown): number | null {
    return id === null ? null : (this.#ids.script_elements.of(Number(id)) ?? null);
  }

  /**
   * Return the author of a row. Only the user who restores is recognised, so no text is attributed
   * to somebody else.
   */
  #writer({ userId }: ArchivedRow, { name }: ArchivePart): string | null {
    // An archive has only those of its reader.
    const isOfReader = name === 'conversations' || (name === 'dictionary_words' && userId !== null);
    const isOwn = isOfReader || (userId !== null && userId === this.#archivedUserId);
    return isOwn ? this.#userId : null;
  }

  /** Return the author's name from the archive. It is shown as text and refers to no account. */
  #nameOfWriter({ userId, importedAuthor }: ArchivedRow): string | null {
    const name = String(importedAuthor ?? this.#names.get(String(userId)) ?? '');
    return name.replace(/\s+/g, ' ').trim() || null;
  }

  #kept({ element, scene, commentIds }: RemovedRows): ArchivedRow {
    const projectId = this.#projectId;
    const sceneIds = this.#ids.scenes;
    const comments = commentIds?.flatMap((id) => this.#ids.comments.of(id) ?? []);
    const sequenceId = scene?.sequenceId ? this.#ids.sequences.of(Number(scene.sequenceId)) : null;
    const beatId = scene?.beatId ? this.#ids.story_beats.of(Number(scene.beatId)) : null;
    return {
      ...(element && {
        element: {
          ...this.#withOwnFiles(element),
          id: this.#ids.script_elements.of(Number(element.id)),
          sceneId: sceneIds.of(Number(element.sceneId)),
          projectId,
        },
      }),
      ...(scene && {
        scene: {
          ...this.#withOwnFiles(scene),
          id: sceneIds.of(Number(scene.id)),
          sequenceId: sequenceId ?? null,
          beatId: beatId ?? null,
          projectId,
        },
      }),
      ...(comments && { commentIds: comments }),
    };
  }
}

interface RemovedRows {
  element?: ArchivedRow;
  scene?: ArchivedRow;
  commentIds?: number[];
}
