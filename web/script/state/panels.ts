import { speakersOf } from '#screenplay/cue.ts';
import { plainText } from '#screenplay/emphasis.ts';
import type { Element } from '#shared/contract/elements.ts';
import { createStore, type ReadableStore } from '#web/lib/store.ts';
import type { ActiveLineEditor } from '#web/scriptEditor/line/activeLineEditor.ts';
import type { EditorNodes } from '#web/scriptEditor/pages/nodes.ts';
import type { ScriptPages } from '#web/scriptEditor/pages/pages.ts';
import type { ProjectContext } from '#web/scriptEditor/pages/projectContext.ts';
import type { EditorSelection } from '#web/scriptEditor/selection/selecting.ts';
import type { CurrentPlace } from '#web/scriptEditor/verbs/currentPlace.ts';
import type { ScriptSync } from '#web/scriptSync/scriptSync.ts';
import { annotationTarget, selectedRangeIn, selectedWords } from './annotationTarget.ts';
import type { PanelState } from './panelAddress.ts';

interface PanelsInput {
  nodes: EditorNodes;
  given: ReadableStore<ProjectContext>;
  changes: ScriptSync;
  writing: ActiveLineEditor;
  pages: ScriptPages;
  selecting: EditorSelection;
  current: CurrentPlace;
}

/** Element that the assistant is asked about. */
interface AskedElement extends Pick<Element, 'elementType' | 'content' | 'characterName'> {
  elementId: number;
  label: string;
  selectedText: string | null;
}

/** Create the state of the panels beside the script. */
export function createPanels(input: PanelsInput) {
  const { current } = input;
  /** State of the panel, which follows the address. */
  const side: { current: PanelState | null } = { current: null };
  const target = createStore<ReturnType<typeof annotationTarget> | null>(null);
  const activeThreadId = createStore<number | null>(null);
  const request = createStore<AskedElement | null>(null);
  const historyId = createStore<number | null>(null);

  const { targetOf, contextOf } = annotationSources(input);
  const closeOverlay = () => {
    if (side.current?.isOverlay) side.current.close();
  };
  return {
    side,
    /** Close a panel that covers the script after a choice in it. */
    closeOverlay,
    target,
    activeThreadId,
    asked: request,
    historyId,
    comment(element = current.element.get()) {
      if (element) target.set(targetOf(element));
      side.current?.open('chat', 'comments');
    },
    ask(element = current.element.get()) {
      if (element) request.set(contextOf(element));
      side.current?.open('chat', 'chat');
    },
    comments: () => side.current?.open('chat', 'comments'),
    suggestions: () => side.current?.open('chat', 'suggestions'),
    history(elementId: number | null) {
      historyId.set(elementId);
      side.current?.open('history');
    },
    /** Show the comments, with one thread highlighted. */
    thread(threadId: number | null) {
      activeThreadId.set(threadId);
      side.current?.open('chat', 'comments');
    },
  };
}

/** Create the functions that return what a comment or a question is about. */
function annotationSources({ nodes, given, changes, writing, pages, selecting }: PanelsInput) {
  /** Return the target of a new comment: the selection, or the element. */
  const targetOf = (element: Element) => {
    const selection = selecting.selection.get();
    const [first] = selection ? selecting.parts(selection) : [];
    const about = first?.element ?? element;
    const speaker = speakersOf(pages.rows.get())[pages.indexOf(about.id)] ?? null;
    const { sceneNumbers } = given.get();
    const sceneNumber = about.sceneId === null ? null : (sceneNumbers.get(about.sceneId) ?? null);
    const chosen = first
      ? selectedWords(first)
      : selectedRangeIn(about, writing.line.get(), nodes.field.current, nodes.desk.current);
    return annotationTarget(about, speaker, sceneNumber, chosen);
  };
  /** Return the context of a question: a selection of several elements counts from its start. */
  const contextOf = (element: Element): AskedElement => {
    const { elementId, label, selectedText: words } = targetOf(element);
    const about = changes.elements().find(({ id }) => id === elementId) ?? element;
    const { elementType, content, characterName } = about;
    const selectedText = selecting.text() ?? words;
    return { elementId, label, selectedText, elementType, content: plainText(content), characterName };
  };
  return { targetOf, contextOf };
}

export type ScriptPanels = ReturnType<typeof createPanels>;
