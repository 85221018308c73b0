import type { ElementType } from '#screenplay/element.ts';
import type { Element } from '#shared/contract/elements.ts';
import { createStore, derived } from '#web/lib/store.ts';
import { adding } from '../adding/adding.ts';
import { readArrival } from '../arrival.ts';
import { createElementAudio } from '../audio/elementAudio.ts';
import type { ScriptChanges } from '../changes/scriptChanges.ts';
import { createCommands } from '../commands/commands.ts';
import { createEditing } from '../editing/editing.ts';
import { createFormatting } from '../editing/formatting.ts';
import { createWriting } from '../editing/writing.ts';
import { createWritingKeys } from '../editing/writingKeys.ts';
import { noFilter } from '../filter/filter.ts';
import { createFiltering } from '../filter/filtering.ts';
import { createFinding } from '../find/finding.ts';
import { createPanels } from '../panel/panels.ts';
import { createPasting } from '../paste/pasting.ts';
import { createSelecting } from '../selection/selecting.ts';
import { createCaretOffset } from './caretOffset.ts';
import { createCurrent } from './currentPlace.ts';
import { createElementFocus } from './elementFocus.ts';
import { type GivenProject, withShownScenes } from './given.ts';
import { createGoing } from './going.ts';
import type { DeskNodes } from './nodes.ts';
import { createPages } from './pagesStore.ts';
import type { ScriptDesk, ScriptWindow } from './scriptDesk.ts';
import { type DeskView, unmeasuredView } from './useDeskView.ts';

export function createScriptDesk(first: GivenProject, changes: ScriptChanges): ScriptDesk {
  const nodes: DeskNodes = {
    desk: { current: null },
    field: { current: null },
    bottomInput: { current: null },
    typePicker: { current: null },
  };
  const told = createStore(first);
  const given = Object.assign(derived([told, changes.scenes], withShownScenes), { set: told.set });
  const view = createStore<DeskView>(unmeasuredView);
  const lineBelow = createStore<ElementType | null>(null);
  const { idOf } = changes.outbox;
  const filtering = createFiltering(changes, { ...noFilter, characterId: readArrival().characterId });
  const writing = createWriting(changes);
  const caretOffset = createCaretOffset(writing.line);
  const pages = createPages({ given, changes, writing, filtering, view });
  const focus = createElementFocus({ desk: nodes.desk, pages, idOf });
  const adds = adding(changes, () => filtering.filter.get().sceneId);
  const selecting = createSelecting({
    desk: nodes.desk,
    field: nodes.field,
    changes,
    writing,
    pages,
    canWrite: () => given.get().canWrite,
    edit: (...element) => editing.edit(...element),
    focusOn: (elementId) => going.focusOn(elementId),
    onBelow: () => nodes.bottomInput.current?.focus(),
  });
  const current = createCurrent({ given, writing, pages, focus, selecting, lineBelow, view });
  const going = createGoing({ nodes, given, changes, filtering, pages, focus, selecting });
  const editing = createEditing({ changes, filtering, writing, pages, focus, selecting, adds, going });
  const formatting = createFormatting({ nodes, changes, writing, pages, selecting, current, editing });
  const keys = createWritingKeys({ nodes, changes, writing, pages, selecting, going, editing });
  const desk: Omit<ScriptDesk, 'commands'> = {
    nodes,
    given,
    changes,
    view,
    filtering,
    writing,
    pages,
    focus,
    selecting,
    caretOffset,
    lineBelow,
    current,
    going,
    editing,
    formatting,
    adds,
    keys,
    panels: createPanels({ nodes, given, changes, writing, pages, selecting, current }),
    finding: createFinding({ nodes, pages, selecting }),
    pasting: createPasting({ nodes, changes, writing, selecting, adds }),
    audio: createElementAudio(() => desk as ScriptDesk),
    studioId: createStore<number | null>(null),
    deleting: createStore<{ element: Element; index: number } | null>(null),
    open: createStore<ScriptWindow | null>(null),
    focusMode: createStore(false),
    calls: { current: null },
  };
  return Object.assign(desk, { commands: createCommands(desk as ScriptDesk) });
}
