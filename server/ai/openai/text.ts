/** Control characters but tab and line ends: no script holds them, and no database column takes them all. */
const control = /[^\P{Cc}\t\n\r]/gu;

/** What a model wrote, as text that can be stored. */
export function clean(text: string): string {
  return text.replace(control, '').replaceAll('\r\n', '\n');
}

/**
 * Leaves out what a local model thinks aloud between <think> and </think> before it answers. Only at the start: later
 * on these may be words of a script. Feed it pieces as they come, and end it.
 */
export function withoutThinking(): { push(piece: string): string; end(): string } {
  let state: 'start' | 'thinking' | 'thought' | 'answer' = 'start';
  let held = '';

  function push(piece: string): string {
    if (state === 'answer') return piece;
    held += piece;
    if (state === 'start') {
      const text = held.trimStart();
      if (text.startsWith(opening)) state = 'thinking';
      else return opening.startsWith(text) ? '' : answer(held);
    }
    if (state === 'thinking') {
      const end = held.indexOf(closing);
      if (end < 0) return '';
      state = 'thought';
      held = held.slice(end + closing.length);
    }
    const text = held.trimStart();
    return text === '' ? '' : answer(text);
  }

  function answer(text: string): string {
    state = 'answer';
    return text;
  }

  return { push, end: () => (state === 'start' ? answer(held) : '') };
}

const opening = '<think>';
const closing = '</think>';
