// Runs before the first paint, so that no page flashes in the wrong theme, and prerendered content
// has its final place. The rules are those of lib/theme.ts, useSidebarWidth.ts, usePanel.ts and
// desk/viewing.ts.
(() => {
  const stored = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null; // storage is off: the system decides
    }
  };
  const page = document.documentElement;
  // Marks content of the landing page that needs scripts.
  page.dataset.scripted = '';
  const theme = stored('vite-ui-theme');
  const systemIsDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const isDark = theme === 'dark' || (theme !== 'light' && systemIsDark);
  page.classList.add(isDark ? 'dark' : 'light');
  for (const part of ['sidebar', 'panel']) {
    const choice = stored(`cold-open-${part}`);
    if (choice) page.dataset[part] = choice;
  }
  try {
    const { zoomPercent = 100 } = JSON.parse(stored('script-view') ?? '{}');
    if (zoomPercent !== 100) page.dataset.zoomed = '';
  } catch {
    // not of our writing: the page has its own size
  }
  // A button of the landing page may be pressed before its code has loaded (landing/enliven.ts).
  const markPressed = ({ target }) => {
    const button = target instanceof Element && target.closest('button[data-beta]');
    if (button) button.dataset.pressed = '';
  };
  addEventListener('click', markPressed, true);
})();
// A user who sees the first sheet starts typing. Keys, clicks and pastes before the editor is ready
// are buffered and replayed (web/lib/bufferedInput.ts).
(() => {
  const kept = [];
  const keeping = new AbortController();
  const options = { capture: true, signal: keeping.signal };
  window.earlyInput = { kept, isReplaying: false, stop: () => keeping.abort() };
  // Return whether the focus is on the first sheet, or its replacement, and on no field or button.
  const isOnSheet = () => {
    const active = document.activeElement;
    const isElsewhere = active && active !== document.body && !active.closest('[data-desk]');
    return !isElsewhere && document.querySelector('.opening:not([hidden]), [data-desk]');
  };
  // Return whether a key writes. All others, such as reload, are left to the browser.
  const isWritten = ({ key, ctrlKey, metaKey, altKey }) => {
    if (ctrlKey !== metaKey) return !altKey && /^[1-6s]$/i.test(key);
    // Signs may take Ctrl and Alt together.
    return key.length === 1 || key === 'Enter' || key === 'Backspace';
  };
  // Return whether a key moves the caret, edits or runs a command of the script. It must not
  // overtake the buffered keys before it.
  const followsWriting = ({ key, ctrlKey, metaKey, altKey }) => {
    if (kept.length === 0 || altKey) return false;
    if (/^(?:Arrow.+|Home|End|Delete|Escape|Tab|Enter|Backspace)$/.test(key)) return true;
    return ctrlKey !== metaKey && /^[abcdfhikuxyz]$/i.test(key);
  };
  const keep = (event, ...inputs) => {
    kept.push(...inputs);
    event.preventDefault();
    event.stopPropagation();
  };
  const keyInput = ({
    key,
    code = '',
    ctrlKey = false,
    metaKey = false,
    altKey = false,
    shiftKey = false,
  }) => ({
    type: 'key',
    key,
    code,
    ctrlKey,
    metaKey,
    altKey,
    shiftKey,
  });
  const bufferKey = (event) => {
    const { isTrusted, isComposing, keyCode } = event;
    // An input method handles a key with code 229. The replay dispatches keys that are not trusted.
    if (!isTrusted || isComposing || keyCode === 229 || !isOnSheet()) return;
    if (isWritten(event) || followsWriting(event)) keep(event, keyInput(event));
  };
  // Edits without a key, of an input method, autocorrect or a phone's keyboard, must not overtake
  // the buffered keys either. Replayed keys edit the text themselves.
  const keyOfEdit = {
    insertParagraph: 'Enter',
    insertLineBreak: 'Enter',
    deleteContentBackward: 'Backspace',
    deleteContentForward: 'Delete',
  };
  const bufferEdit = (event) => {
    const { isTrusted, inputType, isComposing, data } = event;
    if (!isTrusted || window.earlyInput.isReplaying || isComposing || !isOnSheet()) return;
    const keys = inputType === 'insertText' ? [...(data ?? '')] : [keyOfEdit[inputType] ?? []].flat();
    if (keys.length > 0) keep(event, ...keys.map((key) => keyInput({ key })));
  };
  const bufferPaste = (event) => {
    if (!event.isTrusted || kept.length === 0 || !isOnSheet()) return;
    const { clipboardData } = event;
    const texts = Object.fromEntries(clipboardData.types.map((type) => [type, clipboardData.getData(type)]));
    keep(event, { type: 'paste', texts });
  };
  const bufferClick = ({ target, button, clientX, clientY, isTrusted }) => {
    if (isTrusted && button === 0 && target instanceof Element && target.closest('.opening-desk'))
      kept.push({ type: 'click', clientX, clientY });
  };
  addEventListener('keydown', bufferKey, options);
  addEventListener('beforeinput', bufferEdit, options);
  addEventListener('paste', bufferPaste, options);
  addEventListener('mousedown', bufferClick, options);
})();
