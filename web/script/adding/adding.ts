import { type ElementType, placeholders } from '#screenplay/element.ts';
import { contentAs } from '#screenplay/flow.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { Scene } from '#shared/contract/scenes.ts';
import { newRow } from '../changes/edit.ts';
import type { ScriptChanges } from '../changes/scriptChanges.ts';
import { spokenBy } from '../editing/live.ts';

/** New elements from the input below the script, and from the menu between two. */
export function adding(changes: ScriptChanges, scenes: readonly Scene[], sceneId: number | null) {
  /** From the bottom input; false where nothing happens: without any scene only a heading can begin (decision OQ-53). */
  const addAtEnd = (type: ElementType, content: string): boolean => {
    const elements = changes.elements();
    if (elements.length === 0 && scenes.length === 0 && type !== 'scene_heading') return false;
    const ofScene = sceneId === null ? -1 : elements.findLastIndex((each) => each.sceneId === sceneId);
    const last = (ofScene >= 0 ? elements[ofScene] : elements.at(-1)) ?? null;
    const at = ofScene >= 0 ? ofScene + 1 : elements.length;
    const row = newRow({ elementType: type, content, ...spokenBy(type, elements, at) }, last);
    const isInMiddle = ofScene >= 0 && ofScene < elements.length - 1;
    changes.run([
      {
        does: 'insert',
        afterId: last?.id ?? null,
        elements: [row],
        ...(!isInMiddle && { isBelow: true }),
      },
    ]);
    return true;
  };

  /** From the insert menu: with its placeholder, which makes no character (decision OQ-57). */
  const insertAfter = (afterId: number | null, type: ElementType): Element => {
    const elements = changes.elements();
    const at = afterId === null ? 0 : elements.findIndex(({ id }) => id === afterId) + 1;
    const content = contentAs(type, placeholders[type]);
    const row = newRow(
      { elementType: type, content, ...spokenBy(type, elements, at) },
      elements[at - 1] ?? null,
    );
    changes.run([{ does: 'insert', afterId, elements: [row] }]);
    return row;
  };

  return { addAtEnd, insertAfter };
}
