import { type ElementType, placeholders } from '#screenplay/element.ts';
import { contentAs } from '#screenplay/flow.ts';
import { splitLongParagraph } from '#screenplay/longParagraphs.ts';
import { toStorableText } from '#screenplay/pasted.ts';
import type { PastedElement } from '#screenplay/pastedElement.ts';
import type { Element } from '#shared/contract/elements.ts';
import { withLocalId } from '#web/scriptSync/localIds.ts';
import type { ScriptSync } from '#web/scriptSync/scriptSync.ts';
import { speakerOfDialogue } from '../line/activeLine.ts';

/** New elements from the input below the script, and from the menu between two. `sceneOf` gives the scene that alone is shown. */
export function createElementAdder(changes: ScriptSync, sceneOf: () => number | null) {
  /** Where what is added below goes: to the end of the script, or of the scene that is shown. */
  const endOf = (elements: readonly Element[]) => {
    const sceneId = sceneOf();
    const ofScene = sceneId === null ? -1 : elements.findLastIndex((each) => each.sceneId === sceneId);
    const at = ofScene >= 0 ? ofScene + 1 : elements.length;
    return { at, last: elements[at - 1] ?? null, isInMiddle: at < elements.length };
  };

  /**
   * From the bottom input; false where there is nothing to add. A text that is too long for one element goes on in
   * the next.
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

  /** What was pasted into the bottom input. */
  const pasteAtEnd = (made: readonly PastedElement[]): void => {
    const { last } = endOf(changes.elements());
    const elements = made.map(withLocalId);
    changes.run([{ type: 'insert', afterId: last?.id ?? null, elements }], 'Paste');
  };

  /** From the insert menu: with its placeholder, which makes no character (decision OQ-57). The id of what it makes. */
  const insertAfter = (afterId: number | null, type: ElementType): number => {
    const elements = changes.elements();
    const at = afterId === null ? 0 : elements.findIndex(({ id }) => id === afterId) + 1;
    const content = contentAs(type, placeholders[type]);
    const made = withLocalId({ elementType: type, content, ...speakerOfDialogue(type, elements, at) });
    changes.run([{ type: 'insert', afterId, elements: [made] }]);
    return made.key;
  };

  /** The element after which a line below the script goes. */
  const lastId = (): number | null => endOf(changes.elements()).last?.id ?? null;

  return { addAtEnd, pasteAtEnd, insertAfter, lastId };
}

export type Adding = ReturnType<typeof createElementAdder>;
