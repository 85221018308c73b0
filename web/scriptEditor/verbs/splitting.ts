import { isParentheticalType } from '#screenplay/elementTypes/predicates.ts';
import { parseEmphasis, writeEmphasis } from '#screenplay/emphasis.ts';
import { joinStyled, splitStyled } from '#screenplay/styled.ts';
import { editableContent } from '#screenplay/typedLetters.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { QueuedEdit } from '#web/scriptSync/change.ts';
import { editsOf } from '#web/scriptSync/lineEdits.ts';
import type { ScriptSync } from '#web/scriptSync/scriptSync.ts';
import { isEmptied } from '#web/scriptSync/tabStorage.ts';
import { type ActiveLine, splitRemainder } from '../line/activeLine.ts';
import type { ActiveLineEditor } from '../line/activeLineEditor.ts';
import type { ScriptPages } from '../pages/pages.ts';

export interface SplittingInput {
  changes: ScriptSync;
  writing: ActiveLineEditor;
  pages: ScriptPages;
}

/** Create the commands that split the active line and join it with a neighbour. */
export function createSplitting({ changes, writing, pages }: SplittingInput) {
  return { split, joinBefore, joinAfter };

  /** Split at the caret: both halves become elements in one undo step. */
  function split(live: ActiveLine, caret: number): void {
    const [before, after] = splitStyled(live.text, caret);
    const elements = changes.elements();
    const edits = editsOf({ ...live, text: before }, elements);
    const rest = splitRemainder({ ...live, text: after }, elements);
    const [first] = edits;
    writing.close();
    if (first?.type === 'insert') changes.run([{ ...first, elements: [...first.elements, rest] }], 'Split');
    else changes.run([...edits, { type: 'insert', afterId: live.id, elements: [rest] }], 'Split');
    const made = changes.elements().find(({ id }) => id === rest.key);
    if (made) writing.open(made, isParentheticalType(made.elementType) ? 1 : 0);
  }

  function joinBefore(live: ActiveLine): boolean {
    const { before } = neighbours(live);
    if (!before) return false;
    const { styled, caret } = joinStyled(parseEmphasis(editableContent(before)), live.text);
    join(live, before.id, live.base === null ? null : live.id, styled, caret);
    return true;
  }

  function joinAfter(live: ActiveLine): boolean {
    const { after } = neighbours(live);
    if (live.base === null || !after) return false;
    if (isEmptied(live)) {
      writing.open(after, 0);
      return true;
    }
    const { styled } = joinStyled(live.text, parseEmphasis(editableContent(after)));
    join(live, live.id, after.id, styled, live.text.text.length);
    return true;
  }

  /** Replace two elements by one. Unsaved text of either is stored before, as its own undo step. */
  function join(
    live: ActiveLine,
    intoId: number,
    goneId: number | null,
    text: ActiveLine['text'],
    caret: number,
  ): void {
    if (live.base !== null) writing.save();
    writing.close();
    const find = (id: number | null) => changes.elements().find((each) => each.id === id);
    const [into, gone] = [find(intoId), find(goneId)];
    const content = writeEmphasis(text);
    const edits: QueuedEdit[] = [];
    if (into && content !== editableContent(into))
      edits.push({ type: 'update', id: into.id, fields: { content }, base: changes.baseOf(into) });
    if (gone) edits.push({ type: 'delete', id: gone.id, base: changes.baseOf(gone) });
    changes.run(edits, 'Join');
    const joined = find(intoId);
    if (joined) writing.open(joined, caret);
  }

  /** Return the shown elements directly before and after the line. */
  function neighbours(live: ActiveLine): { before: Element | undefined; after: Element | undefined } {
    const elements = changes.elements();
    const rows = pages.rows.get();
    const isShown = (element: Element | undefined) => rows.some(({ id }) => id === element?.id);
    const index = elements.findIndex(({ id }) => id === (live.base === null ? live.afterId : live.id));
    const [before, after] =
      live.base === null
        ? [elements[index], elements[index + 1]]
        : [elements[index - 1], elements[index + 1]];
    return { before: isShown(before) ? before : undefined, after: isShown(after) ? after : undefined };
  }
}
