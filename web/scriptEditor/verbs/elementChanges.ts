import { toggleDual } from '#screenplay/dual.ts';
import type { ElementFieldChanges } from '#screenplay/edits/edit.ts';
import { editableFieldsOf } from '#screenplay/edits/elementFields.ts';
import type { ElementType } from '#screenplay/element.ts';
import { elementLabels } from '#screenplay/elementTypes/table.ts';
import { lettersOfType } from '#screenplay/typedLetters.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { ScriptSync } from '#web/scriptSync/scriptSync.ts';

/** Runs edits of the current element. */
type ChangeCurrent = (make: (element: Element, index: number, list: Element[]) => void) => void;

/** Return changes of a whole element, each with its own undo step. */
export function elementChanges(changes: ScriptSync, changeCurrent: ChangeCurrent) {
  const update = (element: Element, fields: ElementFieldChanges, label: string) =>
    changes.run([{ type: 'update', id: element.id, fields, base: changes.baseOf(element) }], label);
  return {
    toType: (type: ElementType) =>
      changeCurrent((element) => {
        const fields = { elementType: type, content: lettersOfType(type, element) };
        update(element, fields, `Change to ${elementLabels[type]}`);
      }),
    toggleDual: () =>
      changeCurrent((_element, index, list) => {
        const columns = toggleDual(list, index) ?? [];
        changes.run(
          columns.flatMap(({ index: at, dual }) => {
            const part = list[at];
            if (!part || part.dual === dual) return [];
            return [{ type: 'update' as const, id: part.id, fields: { dual }, base: changes.baseOf(part) }];
          }),
          'Dual dialogue',
        );
      }),
    toggleCentred: () =>
      changeCurrent((element) => {
        const alignment = editableFieldsOf(element).alignment === 'Center' ? null : ('Center' as const);
        update(element, { alignment }, 'Centred text');
      }),
    togglePageBreak: () =>
      changeCurrent((element) => {
        update(element, { startsNewPage: !editableFieldsOf(element).startsNewPage }, 'Page break');
      }),
  };
}
