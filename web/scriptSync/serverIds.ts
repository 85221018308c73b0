import type { Change, EditBase, QueuedEdit } from './change.ts';
import { withServerIds } from './localIds.ts';
import type { SendOutcome } from './sendOutcome.ts';

export interface IdResolver {
  /** Return the server id of an element if it has one, otherwise its local id. */
  idOf(id: number): number;
  /** Return the version that an edit is based on; undefined: whatever version is stored. */
  versionOf(edit: { id: number; base?: EditBase | undefined }): number | undefined;
}

/** Ids and versions that the server assigned to the elements of sent changes. */
export class ServerIds implements IdResolver {
  readonly #ids = new Map<number, number>();
  /** Versions by change key and element id. */
  readonly #versions = new Map<string, Map<number, number>>();

  /** Note the outcome of changes that were sent in one call. */
  note(changes: readonly Change[], { ids, versions }: SendOutcome): void {
    for (const [local, id] of ids) this.#ids.set(local, id);
    for (const { key } of changes) this.#versions.set(key, versions);
  }

  readonly idOf = (id: number): number => this.#ids.get(id) ?? id;

  readonly versionOf: IdResolver['versionOf'] = ({ id, base }) =>
    typeof base === 'string' ? this.#versions.get(base)?.get(this.idOf(id)) : (base ?? undefined);

  /**
   * Replace local ids and the key of a sent change by what the server assigned, and add remote text
   * of its reply. Another tab may have to send the change.
   */
  resolved(change: Change, sentKey: string, continueText: SendOutcome['continueText']): Change {
    const versions = this.#versions.get(sentKey);
    const edits = change.edits.map((edit): QueuedEdit => {
      const real = withServerIds(continueText?.(edit) ?? edit, this.idOf);
      const isUpdate = real.type === 'update' || real.type === 'delete';
      if (!isUpdate || real.base !== sentKey) return real;
      return { ...real, base: versions?.get(real.id) ?? null };
    });
    return edits.every((edit, index) => edit === change.edits[index]) ? change : { ...change, edits };
  }
}
