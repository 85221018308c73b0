import type { Element } from '#shared/contract/elements.ts';
import { createStore } from '#web/lib/store.ts';
import { createScriptEditor } from '#web/scriptEditor/createScriptEditor.ts';
import type { Mark } from '#web/scriptEditor/pages/mark.ts';
import type { ProjectContext } from '#web/scriptEditor/pages/projectContext.ts';
import type { ScriptSync } from '#web/scriptSync/scriptSync.ts';
import { createCommands } from './commands/commands.ts';
import { readEntryQuery } from './entryQuery.ts';
import type { ChangesSinceVisit, ScriptScreenState, ScriptWindow, SpellingCommands } from './scriptScreen.ts';
import { createElementAudio } from './state/elementAudio.ts';
import { createPanels } from './state/panels.ts';

/** Create the script editor with its panels, audio, dialogs and commands. */
export function createScriptScreen(first: ProjectContext, changes: ScriptSync): ScriptScreenState {
  const { characterId } = readEntryQuery();
  const editor = createScriptEditor(first, changes, { characterId });
  const { nodes, given, writing, pages, selecting, current } = editor;
  const screen: Omit<ScriptScreenState, 'commands'> = {
    ...editor,
    panels: createPanels({ nodes, given, changes, writing, pages, selecting, current }),
    audio: createElementAudio({ given, pages }),
    studioId: createStore<number | null>(null),
    deleting: createStore<{ element: Element; index: number } | null>(null),
    open: createStore<ScriptWindow | null>(null),
    changesSinceVisit: createStore<ChangesSinceVisit | null>(null),
    misspelled: createStore<readonly Mark[]>([]),
    spelling: createStore<SpellingCommands | null>(null),
    focusMode: createStore(false),
    calls: { current: null },
  };
  return Object.assign(screen, { commands: createCommands(screen as ScriptScreenState) });
}
