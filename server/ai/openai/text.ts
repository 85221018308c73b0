/**
 * Control characters except tab and line ends. Scripts do not contain them, and Postgres rejects
 * some of them.
 */
const control = /[^\P{Cc}\t\n\r]/gu;

/** Convert model output to text that can be stored. */
export function clean(text: string): string {
  return text.replace(control, '').replaceAll('\r\n', '\n');
}

/**
 * Remove the reasoning that local models write between <think> and </think> at the start. Later
 * tags may be part of a script. Push pieces as they arrive, then call `end`.
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
