/** The theme is kept as docs/spec/application.md says. public/theme.js applies the same rule before the first paint. */
export const themeKey = 'vite-ui-theme';
export const themes = ['light', 'dark', 'system'] as const;
export type Theme = (typeof themes)[number];

const listeners = new Set<() => void>();
const systemIsDark = () => window.matchMedia('(prefers-color-scheme: dark)');
/** For browsers that refuse storage: the choice then lasts as long as the page. */
let unstored: Theme | null = null;

export function currentTheme(): Theme {
  return themes.find((theme) => theme === (unstored ?? stored())) ?? 'system';
}

export function setTheme(theme: Theme): void {
  try {
    localStorage.setItem(themeKey, theme);
    unstored = null;
  } catch {
    unstored = theme; // storage is off or full
  }
  announce();
}

/** Puts exactly one of the classes light and dark on the document root. */
export function applyTheme(): void {
  const theme = currentTheme();
  const isDark = theme === 'dark' || (theme === 'system' && systemIsDark().matches);
  const root = document.documentElement.classList;
  root.toggle('dark', isDark);
  root.toggle('light', !isDark);
}

/** Keeps the marker true: the system's preference, and other tabs. Returns the way to stop. */
export function watchTheme(): () => void {
  const query = systemIsDark();
  const onStorage = (event: StorageEvent) => {
    if (event.key === themeKey || event.key === null) announce();
  };
  query.addEventListener('change', applyTheme);
  window.addEventListener('storage', onStorage);
  applyTheme();
  return () => {
    query.removeEventListener('change', applyTheme);
    window.removeEventListener('storage', onStorage);
  };
}

/** Tells of every choice; gives the way to stop. */
export function onTheme(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function stored(): string | null {
  try {
    return localStorage.getItem(themeKey);
  } catch {
    return null; // storage is off
  }
}

function announce(): void {
  applyTheme();
  for (const listener of listeners) listener();
}
