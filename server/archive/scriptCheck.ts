import type { ScriptElement } from '#screenplay/element.ts';
import { countByType } from '#screenplay/elementTypes/table.ts';
import { reconcileScenes } from '#screenplay/reconcileScenes.ts';
import { invalid } from '#server/lib/errors.ts';
import type { ArchivedRow } from './checkedRow.ts';
import type { ArchivedTable } from './rows.ts';

interface RestoredElement extends Pick<ScriptElement, 'elementType' | 'content'> {
  id: number;
  sceneId: number;
  orderIndex: number;
}

interface RestoredScene {
  id: number;
  sceneNumber: number;
  heading: string;
}

/** Checks that elements and scenes match each other, as all other code assumes. */
export class ScriptCheck {
  readonly types = countByType([]);
  #scenes: RestoredScene[] = [];
  #elements: RestoredElement[] = [];

  /** Number of scenes with a heading. The opening does not count. */
  get scenes(): number {
    return this.types.scene_heading;
  }

  add(part: ArchivedTable, stored: readonly ArchivedRow[]): void {
    if (part === 'scenes') for (const scene of stored) this.#scenes.push(scene as unknown as RestoredScene);
    if (part !== 'script_elements') return;
    for (const element of stored as unknown as RestoredElement[]) {
      const { id, sceneId, elementType, content, orderIndex } = element;
      this.types[elementType]++;
      this.#elements.push({ id, sceneId, elementType, content, orderIndex });
    }
  }

  /** Throw invalid unless the scenes match the headings. */
  check(): void {
    const inOrder = this.#elements.sort((a, b) => a.orderIndex - b.orderIndex || a.id - b.id);
    const { create, update, remove, assign } = reconcileScenes(inOrder, this.#scenes);
    this.#elements = [];
    this.#scenes = [];
    const isMoved = update.some(({ sceneNumber }) => sceneNumber !== undefined);
    if (isMoved || create.length + remove.length + assign.length > 0)
      throw invalid('The archive cannot be restored: its scenes and its script do not fit together.');
  }
}
