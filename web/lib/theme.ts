/**
 * Storage key of the theme (docs/spec/application.md). public/theme.js applies it before the first
 * paint.
 */
export const themeKey = 'vite-ui-theme';
export const themes = ['light', 'dark', 'system'] as const;
export type Theme = (typeof themes)[number];

const listeners = new Set<() => void>();
const systemIsDark = () => window.matchMedia('(prefers-color-scheme: dark)');
/** The choice in browsers that deny storage; it lasts until the page is closed. */
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

/** Set exactly one of the classes light and dark on the document root. */
export function applyTheme(): void {
  const theme = currentTheme();
  const isDark = theme === 'dark' || (theme === 'system' && systemIsDark().matches);
  const root = document.documentElement.classList;
  root.toggle('dark', isDark);
  root.toggle('light', !isDark);
}

/** Follow the system's preference and other tabs. Returns a function that stops it. */
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

/** Subscribe to the choice. Returns a function that stops it. */
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
