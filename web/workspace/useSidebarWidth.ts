import { useState } from 'react';
import { useMedia } from '#web/lib/media.ts';

export const sidebarKey = 'cold-open-sidebar';

/**
 * Return whether the sidebar is narrow: as last chosen in this browser, otherwise by the viewport.
 */
export function useSidebarWidth(): { isNarrow: boolean; toggle: () => void } {
  const [chosen, setChosen] = useState(stored);
  const isTight = useMedia('(max-width: 1100px)');
  const isNarrow = chosen === null ? isTight : chosen === 'narrow';
  const toggle = () => {
    const next = isNarrow ? 'wide' : 'narrow';
    setChosen(next);
    try {
      localStorage.setItem(sidebarKey, next);
    } catch {
      // storage is off: the choice lasts until the page is closed
    }
  };
  return { isNarrow, toggle };
}

function stored(): 'wide' | 'narrow' | null {
  try {
    const width = localStorage.getItem(sidebarKey);
    return width === 'wide' || width === 'narrow' ? width : null;
  } catch {
    return null; // storage is off
  }
}
