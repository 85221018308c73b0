import { useSyncExternalStore } from 'react';
import { currentTheme, onTheme, setTheme, type Theme } from './theme.ts';

export function useTheme(): { theme: Theme; setTheme: (theme: Theme) => void } {
  return { theme: useSyncExternalStore(onTheme, currentTheme), setTheme };
}
