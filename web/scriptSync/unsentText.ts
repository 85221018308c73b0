import type { ScriptElement } from '#screenplay/element.ts';
import type { ScriptFormat } from '#screenplay/format.ts';
import { fountainOf } from '#screenplay/fountain/fragment.ts';
import type { Change } from './change.ts';

/** What is said of an element by changes that are not stored: the last of them counts. */
export type UnsentElement = Pick<ScriptElement, 'elementType' | 'content'>;

/**
 * The texts of changes that the server does not have, in the order in which they were first written. `typeOf` knows the
 * elements that they change; of others it is said that they are action.
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
          edit.fields.elementType ?? texts.get(edit.id)?.elementType ?? typeOf(edit.id) ?? 'action',
        content: edit.fields.content,
      });
  }
  return [...texts.values()].filter(({ content }) => content.trim() !== '');
}

/** The same as a file that this and other programs read. */
export function unsentFountain(elements: readonly UnsentElement[], format: ScriptFormat): string {
  return fountainOf({ elements: [...elements], startsInside: false, endsInside: false }, format);
}
