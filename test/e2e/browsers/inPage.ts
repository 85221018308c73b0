import type { Point } from './testBrowser.ts';

/*
 * Functions that run in the page, for input that no driver gives. Each is sent as source text, so
 * it uses nothing from outside of itself.
 */

/**
 * Drag the selection from one point to another by events, as the browser sends them. Neither
 * WebDriver nor BiDi starts a native drag.
 */
export function dispatchDrag(from: Point, to: Point): void {
  const dataTransfer = new DataTransfer();
  dataTransfer.setData('text/plain', String(document.getSelection()));
  const send = (type: string, { x, y }: Point) => {
    const target = document.elementFromPoint(x, y);
    const position = { clientX: x, clientY: y };
    target?.dispatchEvent(
      new DragEvent(type, { bubbles: true, cancelable: true, composed: true, dataTransfer, ...position }),
    );
  };
  send('dragstart', from);
  send('dragenter', to);
  send('dragover', to);
  send('drop', to);
  send('dragend', from);
}

/**
 * Compose text in the focused field by events and changes of its text, as an input method causes
 * them. WebKit's driver has no input method.
 */
export function dispatchComposition(composing: string, committed: string): void {
  const field = document.activeElement;
  const selection = document.getSelection();
  const send = (type: string, data: string) =>
    field?.dispatchEvent(new CompositionEvent(type, { bubbles: true, data }));
  const write = (text: string, replaced: number) => {
    const inputType = 'insertCompositionText';
    const input = { bubbles: true, isComposing: true, inputType, data: text };
    field?.dispatchEvent(new InputEvent('beforeinput', input));
    for (let each = 0; each < replaced; each++) selection?.modify('extend', 'backward', 'character');
    const range = selection?.getRangeAt(0);
    range?.deleteContents();
    const node = document.createTextNode(text);
    range?.insertNode(node);
    selection?.collapse(node, text.length);
    field?.dispatchEvent(new InputEvent('input', input));
  };
  send('compositionstart', '');
  send('compositionupdate', composing);
  write(composing, 0);
  send('compositionupdate', committed);
  write(committed, composing.length);
  send('compositionend', committed);
}

/**
 * Log violations of the content policy. Runs before the page's own code where a driver can do that.
 */
export function logViolations(): void {
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    console.error(`Content policy: ${violatedDirective} ${blockedURI}`),
  );
}

/** Collect errors and warnings from now on, in `window.problems`. */
export function watchProblems(): void {
  const watched = window as Window & { problems?: string[] };
  if (watched.problems) return;
  const problems: string[] = [];
  watched.problems = problems;
  for (const level of ['error', 'warn'] as const) {
    const log = console[level].bind(console);
    console[level] = (...words: unknown[]) => {
      problems.push(words.join(' '));
      log(...words);
    };
  }
  addEventListener('error', ({ message }) => problems.push(message));
  addEventListener('unhandledrejection', ({ reason }) => problems.push(String(reason)));
}
