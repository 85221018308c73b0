import { isMac } from '#web/lib/platform.ts';

type Keys = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;

const steps: Record<string, [direction: 'forward' | 'backward', granularity: string]> = {
  ArrowLeft: ['backward', 'character'],
  ArrowRight: ['forward', 'character'],
  ArrowUp: ['backward', 'line'],
  ArrowDown: ['forward', 'line'],
  Home: ['backward', 'lineboundary'],
  End: ['forward', 'lineboundary'],
};

/**
 * Do in the focused text field what the browser does for a key that nothing handles: insert its
 * letter, delete, move or extend the selection. A browser ignores dispatched keys.
 */
export function pressNatively(keys: Keys): void {
  const { key, ctrlKey, metaKey } = keys;
  const isChord = ctrlKey !== metaKey;
  const step = steps[key];
  if (step) move(keys, step);
  else if (key === 'Backspace') remove('delete', 'backward', isChord);
  else if (key === 'Delete') remove('forwardDelete', 'forward', isChord);
  else if (!isChord && key.length === 1) document.execCommand('insertText', false, key);
  else if (isChord) runChord(key.toLowerCase());
}

function move({ ctrlKey, metaKey, shiftKey }: Keys, [direction, granularity]: [string, string]): void {
  const alter = shiftKey ? 'extend' : 'move';
  document.getSelection()?.modify(alter, direction, widened(granularity, ctrlKey, metaKey));
}

/** Return the step of an arrow key with a modifier: a word, or on a Mac the whole line. */
function widened(granularity: string, ctrlKey: boolean, metaKey: boolean): string {
  if (granularity === 'character' && (isMac() ? metaKey : ctrlKey)) return isMac() ? 'lineboundary' : 'word';
  if (granularity === 'lineboundary' && ctrlKey) return 'documentboundary';
  return granularity;
}

/** Delete the selection, or without one a character or a word. */
function remove(command: 'delete' | 'forwardDelete', direction: string, isWord: boolean): void {
  const selection = document.getSelection();
  if (isWord && selection?.isCollapsed) selection.modify('extend', direction, 'word');
  document.execCommand(command);
}

const chordCommands: Record<string, string> = { a: 'selectAll', c: 'copy', x: 'cut' };

function runChord(key: string): void {
  const command = chordCommands[key];
  if (command) document.execCommand(command);
}
