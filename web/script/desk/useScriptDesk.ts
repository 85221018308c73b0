import { useMemo, useRef, useState } from 'react';
import { speakersOf } from '#screenplay/cue.ts';
import { toggleDual } from '#screenplay/dual.ts';
import type { ElementType } from '#screenplay/element.ts';
import { plainText } from '#screenplay/emphasis.ts';
import { typeAfter } from '#screenplay/flow.ts';
import type { LetterCase } from '#screenplay/selectionFormat.ts';
import type { Style } from '#screenplay/styled.ts';
import type { Character } from '#shared/contract/characters.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { Project } from '#shared/contract/projects.ts';
import type { Scene } from '#shared/contract/scenes.ts';
import { may } from '#shared/roles.ts';
import { adding } from '../adding/adding.ts';
import { readArrival } from '../arrival.ts';
import { useChanges } from '../changes/useChanges.ts';
import { withLive } from '../editing/live.ts';
import { useLive } from '../editing/useLive.ts';
import { writingKeys } from '../editing/writingKeys.ts';
import { caseField } from '../field/caseField.ts';
import type { FirstSelection, LiveFieldHandle } from '../field/liveText.ts';
import { isFiltered, noFilter, type ScriptFilter } from '../filter/filter.ts';
import { useFilteredElements } from '../filter/useFilteredElements.ts';
import { useShownRows } from '../filter/useShownRows.ts';
import { usePreferences } from '../preferences/preferences.ts';
import { sceneNumbersOf } from '../sceneNumber.ts';
import { useSelection } from '../selection/useSelection.ts';
import { measuresFor } from '../sheet/measures.ts';
import { insetsOf } from '../sheet/sceneImages.ts';
import { useBook } from '../sheet/useBook.ts';
import { useSceneImages } from '../sheet/useSceneImages.ts';
import { useCaretPlace } from './caretStore.ts';
import { elementChanges } from './elementChanges.ts';
import { elementInView, isSeen, sceneAt } from './position.ts';
import { chosenIn, chosenWordsOf, targetOn } from './targetOn.ts';
import { useDeskView } from './useDeskView.ts';
import { useElementFocus } from './useElementFocus.ts';
import { useViewing } from './viewing.ts';

/** The script on the desk: what is shown and written, and everything that can be done with it. */
export function useScriptDesk(project: Project, scenes: Scene[], characters: Character[]) {
  const { format, titlePage } = project;
  const canWrite = may(project.role, 'write');
  const canComment = may(project.role, 'comment');
  const preferences = usePreferences();
  const desk = useRef<HTMLDivElement>(null);
  const field = useRef<LiveFieldHandle>(null);
  const bottomInput = useRef<LiveFieldHandle>(null);
  const typePicker = useRef<HTMLFieldSetElement>(null);
  const caretPlace = useCaretPlace();
  const { lineBelow } = caretPlace;
  const { view, onScroll } = useDeskView(desk);
  const viewing = useViewing();
  const measures = useMemo(
    () => measuresFor(view.widthPx, view.isPhone, format, viewing.zoomPercent),
    [view.widthPx, view.isPhone, format, viewing.zoomPercent],
  );
  const { changes, elements, state, offered } = useChanges(project.id);
  const { idOf } = changes.outbox;
  const [filter, setFilter] = useState(
    (): ScriptFilter => ({ ...noFilter, characterId: readArrival().characterId }),
  );
  const filtered = useFilteredElements(project.id, elements, filter);
  const writing = useLive(changes);
  const { live } = writing;
  const all = useMemo(() => withLive(elements, live), [elements, live]);
  const rows = useShownRows(all, elements, filtered.elements, live?.id);
  const { images, areImagesShown, setAreImagesShown } = useSceneImages(elements, scenes);
  const insets = useMemo(() => insetsOf(images, measures), [images, measures]);
  const book = useBook({ elements: all, rows, format, titlePage, insets }, measures);
  const focus = useElementFocus(desk, book, rows, idOf);
  const sceneNumbers = useMemo(() => sceneNumbersOf(scenes), [scenes]);
  const indexOf = (elementId: number | null) => {
    const wanted = elementId === null ? null : idOf(elementId);
    return wanted === null ? -1 : rows.findIndex(({ id }) => id === wanted);
  };
  const liveIndex = live ? indexOf(live.id) : -1;
  const focusOn = (elementId: number | null) => {
    if (elementId !== null) focus.focus(elementId);
  };
  const edit = (element: Element, selection: FirstSelection, group: string | null = null) => {
    focus.setCurrentId(element.id);
    writing.open(element, selection, group);
  };
  /** The caret is below the script: no line of it is open, and nothing of it selected. */
  const enterBelow = () => {
    selecting.clear();
    if (writing.present()) writing.save();
  };
  const onBelow = () => bottomInput.current?.focus();
  const selecting = useSelection({
    desk,
    field,
    changes,
    writing,
    rows,
    book,
    canWrite,
    edit,
    focusOn,
    onBelow,
  });
  const { selection } = selecting;
  const currentIndex = live ? liveIndex : selection ? indexOf(selection.head.id) : focus.currentIndex;
  const current = rows[currentIndex] ?? null;
  const goBack = (step: () => number | null) => {
    const isInText = writing.present() !== null || selecting.selection !== null;
    selecting.clear();
    if (writing.present()) writing.save();
    const id = step();
    // What is undone may be hidden by the filter.
    if (id !== null && isFiltered(filter) && !rows.some((row) => row.id === idOf(id))) setFilter(noFilter);
    const element = changes.elements().find((row) => id !== null && row.id === idOf(id));
    // Whoever writes goes on writing, where the change was.
    if (isInText && element) edit(element, plainText(element.content).length);
    else focusOn(id);
  };
  const undo = () => goBack(changes.undo);
  const redo = () => goBack(changes.redo);
  const keys = writingKeys({
    writing,
    changes,
    field,
    rows,
    preferences,
    focusOn,
    selecting,
    undo,
    redo,
    chooseType: () => typePicker.current?.querySelector<HTMLElement>(':checked')?.focus(),
  });
  const adds = adding(changes, filter.sceneId);

  /** Runs edits of the element that is current; what is being written is stored first and stays open. */
  const changeCurrent = (make: (element: Element, index: number, list: Element[]) => void) => {
    const present = writing.present();
    const range = field.current?.selection();
    if (present) writing.save();
    const list = changes.elements();
    const id = present ? idOf(present.id) : current?.id;
    const index = list.findIndex((each) => each.id === id);
    const element = list[index];
    if (!element) return;
    make(element, index, list);
    const now = changes.elements().find((each) => each.id === element.id);
    if (present && now) edit(now, range ?? now.content.length);
  };
  const ofCurrent = elementChanges(changes, changeCurrent);

  const inView = elementInView(book, view.scrollPx);
  const hereIndex =
    lineBelow !== null && !live
      ? rows.length - 1
      : live || isSeen(book, focus.currentIndex, view) || !inView
        ? currentIndex
        : indexOf(inView.id);

  return {
    project,
    scenes,
    characters,
    canWrite,
    canComment,
    preferences,
    desk,
    field,
    typePicker,
    /** Below the script; null while the last page is not drawn. */
    bottomInput,
    enterBelow,
    ...caretPlace,
    view,
    viewing,
    onScroll,
    measures,
    changes,
    state,
    offered,
    /** The whole script, whatever is filtered; without the line being written. */
    elements,
    filter,
    setFilter,
    filtered,
    /** Of scenes, by the element above which each stands; none where they are hidden. */
    images,
    areImagesShown,
    setAreImagesShown,
    writing,
    live,
    selecting,
    /** What reaches over the end of an element. */
    selection,
    /** What is shown, with the line being written among it. */
    rows,
    book,
    focus,
    focusOn,
    /** All the way up, or down to the field below the last element. */
    goToEdge(edge: 'start' | 'end') {
      const node = desk.current;
      if (node) node.scrollTop = edge === 'start' ? 0 : node.scrollHeight;
      focusOn((edge === 'start' ? rows[0] : rows.at(-1))?.id ?? null);
    },
    /** The caret goes to the first line of a page, and the page to the top of the window. */
    goToPage(page: number) {
      const start = book.pagination.pages[page - 1];
      const element = start && rows[start.elementIndex];
      if (!element) return;
      if (canWrite) selecting.caretAt({ id: element.id, offset: start.offset });
      else focusOn(element.id);
      const node = desk.current;
      if (node) node.scrollTop = (book.tops[page - 1] ?? 0) - measures.gapPx;
    },
    sceneNumbers,
    indexOf,
    liveIndex,
    currentIndex,
    current,
    /** The scene that one is in, or looks at. */
    here: sceneAt(rows, scenes, hereIndex),
    keys,
    adds,
    edit,
    undo,
    redo,
    /** Stores what is written. The keyboard goes to its element, unless it is below the script. */
    save() {
      const isOnPage = writing.present() !== null;
      const id = writing.save();
      if (isOnPage) focusOn(id);
    },
    addBelow(element: Element) {
      writing.openNew(element.id, typeAfter(element.elementType, preferences.afterDialogue));
    },
    insertBelow(element: Element, type: ElementType) {
      const id = adds.insertAfter(element.id, type);
      const made = changes.elements().find((each) => each.id === id);
      if (made) edit(made, 'all');
    },
    setType(type: ElementType) {
      if (selecting.setType(type)) return;
      if (live) {
        writing.setType(type);
      } else {
        ofCurrent.toType(type);
      }
    },
    toggleStyle(style: Style) {
      if (selecting.toggleStyle(style)) return;
      const written = writing.below ? bottomInput.current : field.current;
      written?.toggle(style);
    },
    /** Of what is selected, or of the whole line. */
    setCase(letters: LetterCase) {
      const present = writing.present() ?? writing.below;
      if (selecting.setCase(letters) || !present) return;
      const written = writing.below ? bottomInput.current : field.current;
      if (written) caseField(written, present.text, letters);
    },
    toggleDual: () => selecting.toggleDual() || ofCurrent.toggleDual(),
    canBeDual: current !== null && toggleDual(rows, currentIndex) !== null,
    toggleCentred: ofCurrent.toggleCentred,
    togglePageBreak: ofCurrent.togglePageBreak,
    /** What a new comment would be on: what is selected, or else the element. */
    targetOf(given: Element) {
      const [first] = selection ? selecting.parts(selection) : [];
      const element = first?.element ?? given;
      const speaker = speakersOf(rows)[indexOf(element.id)] ?? null;
      const sceneNumber = element.sceneId === null ? null : (sceneNumbers.get(element.sceneId) ?? null);
      const chosen = first ? chosenWordsOf(first) : chosenIn(element, live, field.current, desk.current);
      return targetOn(element, speaker, sceneNumber, chosen);
    },
  };
}

export type ScriptDesk = ReturnType<typeof useScriptDesk>;
