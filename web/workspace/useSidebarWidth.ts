import { useState } from 'react';
import { useMedia } from '#web/lib/media.ts';

export const sidebarKey = 'cold-open-sidebar';

/** Wide or narrow: as last chosen in this browser, else by the room there is. */
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
      // storage is off: the choice lasts as long as the page
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
