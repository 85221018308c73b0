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
})();
// A user who sees the first sheet starts typing. Keys and clicks before the editor is ready are
// buffered and replayed (web/lib/bufferedInput.ts).
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
  // Return whether a key writes; all others, such as reload, are left to the browser.
  const isWritten = ({ key, ctrlKey, metaKey, altKey, isComposing, keyCode }) => {
    if (isComposing || keyCode === 229) return false;
    if (ctrlKey !== metaKey) return !altKey && /^[1-6s]$/i.test(key);
    // Signs may take Ctrl and Alt together.
    return key.length === 1 || key === 'Enter' || key === 'Backspace' || (key === 'Tab' && kept.length > 0);
  };
  const bufferKey = (event) => {
    // Those that are being played are no others.
    if (!event.isTrusted || !isWritten(event) || !isOnSheet()) return;
    const { key, code, ctrlKey, metaKey, altKey, shiftKey } = event;
    kept.push({ type: 'key', key, code, ctrlKey, metaKey, altKey, shiftKey });
    event.preventDefault();
    event.stopPropagation();
  };
  // Text without a key, of an input method or autocorrect, must not overtake the buffered keys.
  // Replayed keys insert their letters themselves.
  const bufferText = (event) => {
    const { isTrusted, inputType, isComposing, data } = event;
    if (!isTrusted || window.earlyInput.isReplaying || inputType !== 'insertText' || isComposing) return;
    if (!data || !isOnSheet()) return;
    for (const key of data)
      kept.push({
        type: 'key',
        key,
        code: '',
        ctrlKey: false,
        metaKey: false,
        altKey: false,
        shiftKey: false,
      });
    event.preventDefault();
    event.stopPropagation();
  };
  const bufferClick = ({ target, button, clientX, clientY, isTrusted }) => {
    if (isTrusted && button === 0 && target instanceof Element && target.closest('.opening-desk'))
      kept.push({ type: 'click', clientX, clientY });
  };
  addEventListener('keydown', bufferKey, options);
  addEventListener('beforeinput', bufferText, options);
  addEventListener('mousedown', bufferClick, options);
})();
