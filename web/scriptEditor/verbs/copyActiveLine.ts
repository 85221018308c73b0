import { parseEmphasis, plainText, writeEmphasis } from '#screenplay/emphasis.ts';
import { contentAs } from '#screenplay/flow.ts';
import type { ScriptFormat } from '#screenplay/format.ts';
import { type CopiedElement, fragmentOf } from '#screenplay/fragment.ts';
import { shownText } from '#screenplay/typedLetters.ts';
import { activeLineContent, isUnsavedLine } from '#web/scriptSync/lineEdits.ts';
import { htmlOf } from '../clipboard/copied.ts';
import type { TextRange } from '../field/liveText.ts';
import type { ActiveLine } from '../line/activeLine.ts';
import type { ActiveLineEditor } from '../line/activeLineEditor.ts';

const noFields = { dual: null, characterName: null, parenthetical: null, extras: null };

/**
 * Copy text of the active line. With all of it goes its element, so that pasting it elsewhere moves
 * the element. Its latest text is stored first: a deleted element is restored by its text. Returns
 * false for all of a line that is no element yet.
 */
export function copyActiveLine(
  data: DataTransfer,
  { start, end }: TextRange,
  writing: ActiveLineEditor,
  format: ScriptFormat,
): boolean {
  const isWhole = start === 0 && end === writing.line.get()?.text.text.length;
  if (isWhole) writing.flush();
  const live = writing.line.get();
  if (!live || (isWhole && !live.base)) return false;
  const element = copied(live, isWhole);
  const { id, elementType, content } = element;
  const offset = isWhole ? parseEmphasis(content).text.length : end;
  const fragment = fragmentOf([element], { anchor: { id, offset: start }, head: { id, offset } });
  const [part] = fragment.elements;
  data.setData('text/plain', plainText(contentAs(elementType, part?.content ?? '')));
  data.setData('text/html', htmlOf(isWhole ? { ...fragment, isLine: true } : fragment, format));
  return true;
}

/** Return the line as an element. All of a stored one is as it was stored. */
function copied(live: ActiveLine, isWhole: boolean): CopiedElement {
  const { id, base, type: elementType, text } = live;
  if (isWhole && base && !isUnsavedLine(live)) return base;
  const content = isWhole ? activeLineContent(live) : writeEmphasis(text);
  return { ...noFields, ...base, id, elementType, ...shownText(elementType, content) };
}
