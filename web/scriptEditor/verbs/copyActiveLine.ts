import { isUpperCased } from '#screenplay/elementTypes/table.ts';
import { parseEmphasis } from '#screenplay/emphasis.ts';
import type { ScriptFormat } from '#screenplay/format.ts';
import { fragmentOf } from '#screenplay/fragment.ts';
import { activeLineContent, isUnsavedLine } from '#web/scriptSync/lineEdits.ts';
import { htmlOf } from '../clipboard/copied.ts';
import type { ActiveLineEditor } from '../line/activeLineEditor.ts';

/**
 * Copy the text of the active line together with its element, so that pasting it elsewhere moves
 * the element. Its latest text is stored first: a deleted element is restored by its text. Returns
 * false if the line is no element yet.
 */
export function copyActiveLine(data: DataTransfer, writing: ActiveLineEditor, format: ScriptFormat): boolean {
  writing.flush();
  const live = writing.line.get();
  if (!live?.base) return false;
  const { id, base, type: elementType } = live;
  const content = isUnsavedLine(live) ? activeLineContent(live) : base.content;
  const { text } = parseEmphasis(content);
  const whole = { anchor: { id, offset: 0 }, head: { id, offset: text.length } };
  const fragment = fragmentOf([{ ...base, id, elementType, content }], whole);
  data.setData('text/plain', isUpperCased(elementType) ? text.toUpperCase() : text);
  data.setData('text/html', htmlOf({ ...fragment, isLine: true }, format));
  return true;
}
