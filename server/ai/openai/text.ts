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
  let buffer = '';

  function push(piece: string): string {
    if (state === 'answer') return piece;
    buffer += piece;
    if (state === 'start') {
      const text = buffer.trimStart();
      if (text.startsWith(opening)) state = 'thinking';
      else return opening.startsWith(text) ? '' : answer(buffer);
    }
    if (state === 'thinking') {
      const end = buffer.indexOf(closing);
      if (end < 0) return '';
      state = 'thought';
      buffer = buffer.slice(end + closing.length);
    }
    const text = buffer.trimStart();
    return text === '' ? '' : answer(text);
  }

  function answer(text: string): string {
    state = 'answer';
    return text;
  }

  return { push, end: () => (state === 'start' ? answer(buffer) : '') };
}

const opening = '<think>';
const closing = '</think>';
