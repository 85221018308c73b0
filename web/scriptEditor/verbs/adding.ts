import type { ElementType } from '#screenplay/element.ts';
import { elementTypeTable } from '#screenplay/elementTypes/table.ts';
import { contentAs } from '#screenplay/flow.ts';
import { splitLongParagraph } from '#screenplay/longParagraphs.ts';
import type { PastedElement } from '#screenplay/pastedElement.ts';
import { toStorableText } from '#screenplay/storableText.ts';
import type { Element } from '#shared/contract/elements.ts';
import { speakerOfDialogue } from '#web/scriptSync/lineEdits.ts';
import { withLocalId } from '#web/scriptSync/localIds.ts';
import type { ScriptSync } from '#web/scriptSync/scriptSync.ts';

/**
 * Create the commands that insert elements from the bottom input and from the insert menu.
 * `sceneOf` returns the scene that the filter shows.
 */
export function createElementAdder(changes: ScriptSync, sceneOf: () => number | null) {
  /** Return the end of the script, or of the scene that the filter shows. */
  const endOf = (elements: readonly Element[]) => {
    const sceneId = sceneOf();
    const ofScene = sceneId === null ? -1 : elements.findLastIndex((each) => each.sceneId === sceneId);
    const at = ofScene >= 0 ? ofScene + 1 : elements.length;
    return { at, last: elements[at - 1] ?? null, isInMiddle: at < elements.length };
  };

  /**
   * Add the bottom input to the script. Returns false if it is blank. A text that is too long for
   * one element continues in the next.
   */
  const addAtEnd = (type: ElementType, content: string): boolean => {
    const elements = changes.elements();
    const text = toStorableText(content);
    if (text.trim() === '') return false;
    const { at, last, isInMiddle } = endOf(elements);
    const spoken = speakerOfDialogue(type, elements, at);
    const made = splitLongParagraph(text).map(({ content }) =>
      withLocalId({ elementType: type, content, ...spoken }),
    );
    changes.run([
      {
        type: 'insert',
        afterId: last?.id ?? null,
        elements: made,
        ...(!isInMiddle && { isBelow: true }),
      },
    ]);
    return true;
  };

  /** Insert elements that were pasted into the bottom input. */
  const pasteAtEnd = (made: readonly PastedElement[]): void => {
    const { last } = endOf(changes.elements());
    const elements = made.map(withLocalId);
    changes.run([{ type: 'insert', afterId: last?.id ?? null, elements }], 'Paste');
  };

  /**
   * Insert an element with the placeholder of the insert menu, which creates no character (decision
   * OQ-57). Returns its id.
   */
  const insertAfter = (afterId: number | null, type: ElementType): number => {
    const elements = changes.elements();
    const at = afterId === null ? 0 : elements.findIndex(({ id }) => id === afterId) + 1;
    const content = contentAs(type, elementTypeTable[type].placeholder);
    const made = withLocalId({ elementType: type, content, ...speakerOfDialogue(type, elements, at) });
    changes.run([{ type: 'insert', afterId, elements: [made] }]);
    return made.key;
  };

  /** Return the element after which the bottom input adds. */
  const lastId = (): number | null => endOf(changes.elements()).last?.id ?? null;

  return { addAtEnd, pasteAtEnd, insertAfter, lastId };
}

export type Adding = ReturnType<typeof createElementAdder>;
