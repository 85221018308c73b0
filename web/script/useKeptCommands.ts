import { useRef } from 'react';
import type { scriptCommands } from './commands.ts';

type Commands = ReturnType<typeof scriptCommands>;

/** The same list as long as its commands look the same, so that menus stay as they are; each does what it would now. */
export function useKeptCommands(commands: Commands): Commands {
  const latest = useRef(commands);
  latest.current = commands;
  const look = JSON.stringify(commands.map(({ id, label, isEnabled }) => [id, label, isEnabled]));
  const kept = useRef<{ look: string; commands: Commands } | null>(null);
  if (kept.current?.look !== look) {
    const runOf = (id: string) => () => latest.current.find((each) => each.id === id)?.run();
    kept.current = { look, commands: commands.map((command) => ({ ...command, run: runOf(command.id) })) };
  }
  return kept.current.commands;
}
