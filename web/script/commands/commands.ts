import { isServerUnreached } from '#web/lib/needsConnection.ts';
import { derived, type ReadableStore } from '#web/lib/store.ts';
import { type KeyPress, matchesAny } from '#web/scriptEditor/keys/shortcut.ts';
import { viewPreferences } from '#web/scriptEditor/pages/viewPreferences.ts';
import { writingPreferences } from '#web/scriptEditor/preferences.ts';
import type { ScriptScreenState } from '../scriptScreen.ts';
import type { Command } from '../state/command.ts';
import { hasOrCanGetSound } from '../state/elementAudio.ts';
import type { CommandEntry } from './commandEntry.ts';
import { commandTable, keyOfCommand } from './commandTable.ts';

/**
 * Create the store of the commands. The list is reused while it looks the same, so that menus do
 * not re-render.
 */
export function createCommands(desk: ScriptScreenState): ReadableStore<readonly Command[]> {
  const { audio, given, sync, writing, selecting, current, formatting, focusMode, pages } = desk;
  let kept: { look: string; commands: readonly Command[] } | null = null;
  return derived(
    [
      given,
      sync.undoable,
      writing.isUnsaved,
      sync.redoable,
      // Not the line itself, which changes on every keystroke.
      derived([writing.any], (live) => live && [live.isBelow, live.base !== null, live.type].join()),
      derived([selecting.selection], (selection) => selection !== null),
      derived(
        [current.element],
        (element) => element && `${element.elementType} ${hasOrCanGetSound(element)}`,
      ),
      audio.isScriptPlaying,
      formatting.canBeDual,
      focusMode,
      desk.changesSinceVisit,
      desk.spelling,
      pages.areImagesShown,
      viewPreferences,
      writingPreferences,
      isServerUnreached,
    ],
    () => {
      const commands = commandTable
        .filter((entry) => isOffered(entry, desk))
        .map((entry) => shown(entry, desk));
      const look = JSON.stringify(commands.map(({ id, label, isEnabled }) => [id, label, isEnabled]));
      if (kept?.look !== look) kept = { look, commands };
      return kept.commands;
    },
  );
}

function isOffered({ for: whose, isOffered = () => true }: CommandEntry, desk: ScriptScreenState): boolean {
  const { canWrite, canComment } = desk.given.get();
  if ((whose === 'writers' && !canWrite) || (whose === 'commenters' && !canComment)) return false;
  return isOffered(desk);
}

function shown(entry: (typeof commandTable)[number], desk: ScriptScreenState): Command {
  const { id, group, label, run, needsConnection, isEnabled = () => true } = entry;
  const isAway = needsConnection === true && isServerUnreached.get();
  const name = typeof label === 'string' ? label : label(desk);
  const chord = keyOfCommand(id)?.keys[0];
  return {
    id,
    group,
    label: isAway ? `${name}: needs a connection` : name,
    isEnabled: !isAway && isEnabled(desk),
    run: () => void run(desk),
    ...(chord && { keys: chord }),
  };
}

/** Where the focus is: in the active line, in another field, or neither. */
export type KeyboardPlace = 'line' | 'field' | 'page';

/** Return the command for a key, whether it is enabled or not. */
export function commandOf(event: KeyPress, commands: readonly Command[], where: KeyboardPlace) {
  return commands.find(({ id }) => {
    const key = keyOfCommand(id);
    if (!key || !matchesAny(event, key.keys)) return false;
    const reach = key.reach ?? 'text';
    if (reach === 'own') return false;
    return where === 'page' || reach === 'everywhere' || (where === 'line' && reach === 'text');
  });
}
