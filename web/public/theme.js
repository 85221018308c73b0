// Runs before the first paint, so that no page flashes in the wrong theme, and what stands in the page before the
// application does stands where it will. The same rules as lib/theme.ts, useSidebarWidth.ts,
// usePanel.ts and desk/viewing.ts.
(() => {
  const stored = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null; // storage is off: the system decides
    }
  };
  const page = document.documentElement;
  // What the landing page shows of itself only where it can move.
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
