import type { DropTarget } from './landing.ts';

/**
 * Return the target at a point of the window; 'slot' is the current landing slot, null is outside
 * of the board.
 */
export function targetAt(x: number, y: number): DropTarget | 'slot' | null {
  const place = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-drop]');
  return targetNamed(place?.dataset.drop ?? '');
}

/** As the cards say it of themselves: "act 2", "sequence 5", "beat 7", "slot". */
export function targetNamed(name: string): DropTarget | 'slot' | null {
  if (name === 'slot') return name;
  const [kind, number] = name.split(' ');
  const id = Number(number);
  if (kind === 'act') return { act: id };
  if (kind === 'sequence') return { sequenceId: id };
  return kind === 'beat' ? { beatId: id } : null;
}
