import type { Element } from '#shared/contract/elements.ts';
import { useEditorEvents } from '#web/scriptEditor/desk/useEditorEvents.ts';
import { type CommandKey, pressedCommand, pressedTextKey } from '#web/scriptEditor/keys/keys.ts';
import type { Hover } from '#web/scriptEditor/pages/hover.ts';
import type { ScriptScreenState } from '../scriptScreen.ts';

/** Handle the pointer and the keys on the focused element. */
export function usePageKeys(desk: ScriptScreenState, hover: Hover): void {
  const { focus, nodes, pages, selecting } = desk;
  useEditorEvents(nodes.desk, {
    elementOf: pages.rowOf,
    onHover: (element) => hover.set(element?.id ?? null),
    onFocus: ({ id }) => {
      focus.setCurrentId(id);
      selecting.clear();
    },
    onKey: (event, element) => pageKey(event, element, desk, hover),
  });
}

/** Commands with keys on a focused element. */
const commands = {
  edit: 'canWrite',
  addBelow: 'canWrite',
  delete: 'canWrite',
  comments: 'canComment',
  ask: 'canComment',
  suggestions: 'canComment',
  play: null,
} as const satisfies Partial<Record<CommandKey, 'canWrite' | 'canComment' | null>>;

export const pageCommands = Object.keys(commands) as (keyof typeof commands)[];

/** Handle a key. Returns true if it was meant for the script. */
function pageKey(event: KeyboardEvent, element: Element, desk: ScriptScreenState, hover: Hover): boolean {
  const { focus, given, going, pages } = desk;
  const command = pressedCommand(event, pageCommands);
  if (command) {
    const needs = commands[command];
    if (needs && !given.get()[needs]) return false;
    run(command, element, desk);
    return true;
  }
  const move = (step: 1 | -1) => {
    const rows = pages.rows.get();
    const next = rows[Math.min(Math.max(pages.indexOf(element.id) + step, 0), rows.length - 1)];
    hover.set(null);
    going.focusOn(next?.id ?? null);
    return true;
  };
  switch (pressedTextKey(event)) {
    case 'down':
      return move(1);
    case 'up':
      return move(-1);
    case 'escape':
      focus.leave();
      (document.activeElement as HTMLElement | null)?.blur();
      return true;
    default:
      return false;
  }
}

/** Run a command on the focused element. */
function run(command: keyof typeof commands, element: Element, desk: ScriptScreenState): void {
  const { audio, deleting, editing, pages, panels } = desk;
  const handlers: Record<typeof command, () => void> = {
    edit: () => editing.editExplicitly(element),
    addBelow: () => editing.addBelow(element),
    delete: () => deleting.set({ element, index: pages.indexOf(element.id) }),
    comments: () => panels.comment(element),
    ask: () => panels.ask(element),
    suggestions: panels.suggestions,
    play: () => audio.pressKey(element),
  };
  handlers[command]();
}
