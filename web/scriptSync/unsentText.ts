import { plainTextType, type ScriptElement } from '#screenplay/element.ts';
import { contentAs } from '#screenplay/flow.ts';
import type { ScriptFormat } from '#screenplay/format.ts';
import { fountainOf } from '#screenplay/fountain/fragment.ts';
import type { Change } from './change.ts';

/** Text of an element that is not stored yet. */
export type UnsentElement = Pick<ScriptElement, 'elementType' | 'content'>;

/**
 * Return the texts of pending changes in the order in which they were first written, each in its
 * last form. `typeOf` returns the type of a stored element; unknown elements count as action.
 */
export function unsentElements(
  changes: readonly Change[],
  typeOf: (id: number) => ScriptElement['elementType'] | undefined,
): UnsentElement[] {
  const texts = new Map<number, UnsentElement>();
  for (const edit of changes.flatMap(({ edits }) => edits)) {
    if (edit.type === 'insert')
      for (const [index, { key, elementType, content }] of edit.elements.entries())
        texts.set(key ?? -1e15 - texts.size - index, { elementType, content });
    else if (edit.type === 'delete') texts.delete(edit.id);
    else if (edit.type === 'update' && edit.fields.content !== undefined)
      texts.set(edit.id, {
        elementType:
          edit.fields.elementType ?? texts.get(edit.id)?.elementType ?? typeOf(edit.id) ?? plainTextType,
        content: edit.fields.content,
      });
  }
  return [...texts.values()]
    .map(({ elementType, content }) => ({ elementType, content: contentAs(elementType, content) }))
    .filter(({ content }) => content.trim() !== '');
}

/** Return these texts as a Fountain file. */
export function unsentFountain(elements: readonly UnsentElement[], format: ScriptFormat): string {
  return fountainOf({ elements: [...elements], startsInside: false, endsInside: false }, format);
}
