import { type CommandKey, commandKeys, type ScriptKey, typeKeys } from '#web/scriptEditor/keys/keys.ts';
import { currentPreferences } from '#web/scriptEditor/preferences.ts';
import type { CommandEntry } from './commandEntry.ts';
import { helpCommands, panelCommands, scriptCommands, viewCommands } from './screenCommands.ts';
import { editCommands, elementCommands, formatCommands } from './textCommands.ts';

/** Heading of a command in the palette. */
export type CommandGroup = 'Edit' | 'Elements' | 'Format' | 'Panels' | 'Script' | 'View' | 'Help';

/** All commands of the script screen, in the order of the palette. */
export const commandTable: readonly (CommandEntry & { group: CommandGroup })[] = Object.entries({
  Edit: editCommands,
  Elements: elementCommands,
  Format: formatCommands.map((entry) => ({ ...entry, for: 'writers' })),
  Panels: panelCommands,
  Script: scriptCommands,
  View: viewCommands,
  Help: helpCommands,
} satisfies Record<CommandGroup, readonly CommandEntry[]>).flatMap(([group, entries]) =>
  entries.map((entry) => ({ ...entry, group: group as CommandGroup })),
);

/** Return the keys of a command; undefined if it has none. */
export function keyOfCommand(id: string): ScriptKey | undefined {
  if (id in commandKeys) return commandKeys[id as CommandKey];
  return typeKeys[currentPreferences().elementKeys].find(({ type }) => `type-${type}` === id);
}
