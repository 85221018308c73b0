import { parseEmphasis } from '#screenplay/emphasis.ts';
import { type Fragment, isPartOfText, wholeElements } from '#screenplay/fragment.ts';
import type { PastedScript } from '#screenplay/pasted.ts';
import { withFittingNumbers } from '#screenplay/pastedNumbers.ts';
import type { NewElement, ScriptSelection } from '#screenplay/selection.ts';
import { sliceStyled, trimStyled, unstyled } from '#screenplay/styled.ts';
import type { Element } from '#shared/contract/elements.ts';
import { createStore, type ReadableStore } from '#web/lib/store.ts';
import type { QueuedEdit } from '#web/scriptSync/change.ts';
import { editsOf, isBlank } from '#web/scriptSync/lineEdits.ts';
import { withLocalId } from '#web/scriptSync/localIds.ts';
import type { ScriptSync } from '#web/scriptSync/scriptSync.ts';
import { runClipboardCommand } from '../clipboard/clipboard.ts';
import type { Clipboard } from '../clipboard/clipboardOf.ts';
import { fragmentFromHtml } from '../clipboard/copied.ts';
import { parsePastedInline } from '../clipboard/inline.ts';
import { readPasted, waitsForReader } from '../clipboard/pasteReader.ts';
import type { TextRange } from '../field/liveText.ts';
import type { ActiveLine } from '../line/activeLine.ts';
import type { ActiveLineEditor } from '../line/activeLineEditor.ts';
import type { EditorNodes } from '../pages/nodes.ts';
import type { ProjectContext } from '../pages/projectContext.ts';
import type { EditorSelection } from '../selection/selecting.ts';
import { remapSelectionIds } from '../selection/shown.ts';
import type { Adding } from './adding.ts';

interface PastingInput {
  given: ReadableStore<ProjectContext>;
  nodes: EditorNodes;
  changes: ScriptSync;
  writing: ActiveLineEditor;
  selecting: EditorSelection;
  adds: Adding;
}

/** Counts of a paste for the notice. */
export interface PasteReceipt {
  count: number;
  /** Page numbers and other lines of pages that were left out. */
  leftOut: number;
  /** Elements whose type or beginning is a guess. */
  uncertain: number;
}

type Pasted = Pick<PastedScript, 'elements'> & Partial<PastedScript>;

/** Create the paste commands. Pasted paragraphs become elements in one undo step. */
export function createPasting({ given, nodes, changes, writing, selecting, adds }: PastingInput) {
  /** Counts of the last paste, for the notice; null without a notice. */
  const receipt = createStore<PasteReceipt | null>(null);
  /** The browser denied access to the clipboard from a menu. */
  const isRejected = createStore(false);

  /**
   * Return whether a copied line is text for the active line: it has text already, or it is the
   * line that was cut.
   */
  const isTextFor = ({ isLine, elements: [copied] }: Fragment, live: ActiveLine): boolean =>
    isLine === true && (!isBlank(live) || changes.outbox.idOf(copied?.source?.id ?? 0) === live.id);

  const withoutUnfitNumbers = (pasted: PastedScript): PastedScript => {
    const { project, scenes } = given.get();
    return withFittingNumbers(pasted, scenes, project.format);
  };

  /** Parse pasted content, without scene numbers that the script cannot take. */
  const read = (clipboard: Clipboard): PastedScript | null => {
    const made = readPasted(clipboard);
    return made && withoutUnfitNumbers(made);
  };

  const report = ({ elements, leftOut = 0, uncertain = 0 }: Pasted): void => {
    if (elements.length > 1) receipt.set({ count: elements.length, leftOut, uncertain });
  };

  const put = (fragment: Fragment, made: Pasted = fragment): boolean => {
    const isPut = selecting.insert(fragment, 'Paste');
    if (isPut) report(made);
    return isPut;
  };

  /** Replace a selection of several elements. Return false if there is none. */
  const pasteOver = (clipboard: Clipboard): boolean => {
    const copied = fragmentFromHtml(clipboard.html);
    const made = copied ? null : read(clipboard);
    if (copied) return put(copied);
    if (made) return put(wholeElements(made.elements), made);
    const text = parsePastedInline(clipboard, unstyled(''));
    return text.text === '' || selecting.typeOver(text, 'Paste');
  };

  const onPasteOver = (clipboard: Clipboard): void => {
    if (!waitsForReader(clipboard, () => pasteOver(clipboard))) pasteOver(clipboard);
  };

  const onPaste = ({ text, html }: Clipboard): boolean => {
    const live = writing.line.get();
    const copied = fragmentFromHtml(html);
    if (copied && live && isTextFor(copied, live)) return false;
    const isWhole = copied !== null && (copied.isLine || !isPartOfText(copied));
    if (isWhole && live && !isBlank(live)) return put(copied);
    const made: Pasted | null = isWhole
      ? { elements: copied.elements.filter(({ content }) => content.trim() !== '') }
      : copied
        ? null
        : read({ text, html });
    if (!live || !made || made.elements.length === 0) return false;
    const range = nodes.field.current?.selection() ?? { start: 0, end: 0 };
    const elements = made.elements.map(withLocalId);
    const { edits, afterId, tail, continuesIn } = editsOfPaste(live, range, elements, changes);
    writing.close();
    changes.run(edits, 'Paste');
    const lastId = elements.at(-1)?.key ?? afterId;
    const now = changes.elements().find(({ id }) => id === (continuesIn ?? lastId));
    if (tail.text !== '') writing.openNew(lastId, live.type, tail, 0);
    else if (now) writing.open(now, continuesIn === undefined ? parseEmphasis(now.content).text.length : 0);
    report(made);
    return true;
  };

  /**
   * Return a function that restores the current position of the keyboard, in the script or below
   * it.
   */
  const wayBack = () => {
    const at = selecting.present() ?? endOfFocused(changes.elements());
    return () => {
      const now = remapSelectionIds(at, changes.outbox.idOf);
      const isThere = changes.elements().some(({ id }) => id === now?.head.id);
      if (now && isThere) selecting.select(now);
      else nodes.bottomInput.current?.focus();
    };
  };

  return {
    receipt,
    isRejected,
    /** Returns true if the content was pasted as elements. */
    onPaste,
    onPasteOver,
    /** Paste into the bottom input. */
    onPasteBelow(pasted: PastedScript) {
      const made = withoutUnfitNumbers(pasted);
      adds.pasteAtEnd(made.elements);
      report(made);
    },
    /** Run cut, copy or paste from a menu. */
    clip: (command: 'cut' | 'copy' | 'paste') =>
      void runClipboardCommand(command, wayBack()).then((isDone) => isRejected.set(!isDone)),
  };
}

/**
 * Return the edits that insert elements at the selection of a line. Text after it stays in its
 * element if there is none before it; otherwise it continues in a new line (`tail`). An element
 * whose text is fully replaced is deleted.
 */
function editsOfPaste(
  live: ActiveLine,
  { start, end }: TextRange,
  elements: (NewElement & { key: number })[],
  changes: ScriptSync,
) {
  const head = { ...live, text: trimStyled(sliceStyled(live.text, 0, start)) };
  const tail = trimStyled(sliceStyled(live.text, end));
  const list = changes.elements();
  const edits: QueuedEdit[] = isBlank(head) ? [] : editsOf(head, list);
  if (!isBlank(head) || live.base === null) {
    const afterId = isBlank(head) ? live.afterId : live.id;
    edits.push({ type: 'insert', afterId, elements });
    return { edits, afterId, tail };
  }
  const afterId = list[list.findIndex(({ id }) => id === live.id) - 1]?.id ?? null;
  const isStaying = tail.text !== '';
  // A deleted element may be one of the pasted ones. Then it is restored.
  const own: QueuedEdit[] = isStaying
    ? editsOf({ ...live, text: tail }, list)
    : [{ type: 'delete', id: live.id, base: changes.baseOf(live.base), isEmptied: true }];
  edits.push(...own, { type: 'insert', afterId, elements });
  return { edits, afterId, tail: unstyled(''), continuesIn: isStaying ? live.id : undefined };
}

/** Return the end of the focused element, whose line was stored before the menu closed. */
function endOfFocused(elements: readonly Element[]): ScriptSelection | null {
  const focused = document.activeElement?.closest<HTMLElement>('[data-element]');
  const element = elements.find(({ id }) => id === Number(focused?.dataset.element));
  if (!element) return null;
  const place = { id: element.id, offset: parseEmphasis(element.content).text.length };
  return { anchor: place, head: place };
}

export type Pasting = ReturnType<typeof createPasting>;
