// Runs before the first paint, so that no page flashes in the wrong theme. The same rule as lib/theme.ts.
(() => {
  let theme = null;
  try {
    theme = localStorage.getItem('vite-ui-theme');
  } catch {
    // storage is off: the system decides
  }
  const systemIsDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const isDark = theme === 'dark' || (theme !== 'light' && systemIsDark);
  document.documentElement.classList.add(isDark ? 'dark' : 'light');
})();
