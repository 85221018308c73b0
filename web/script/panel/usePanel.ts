import { useCallback, useEffect, useRef, useState } from 'react';
import { useIsPhone, useMedia } from '#web/lib/media.ts';
import {
  type AssistantTab,
  isSameAddress,
  type Panel,
  type PanelAddress,
  type PanelState,
  readAddress,
  writeAddress,
} from '../state/panelAddress.ts';

export const panelKey = 'cold-open-panel';

/** Decision OQ-61. */
const watchMs = 100;

/**
 * State of the side panel by the address. An address that names a panel shows it. Otherwise phones
 * show the script alone, and wide screens the last choice of this browser; by default the panel is
 * open if there is room.
 */
export function usePanel(): PanelState {
  const { address, change } = usePanelAddress();
  const [chosen, setChosen] = useState(stored);
  const isOverlay = useIsPhone();
  const isTight = useMedia('(max-width: 1279.98px)');
  const isLeftOpen = chosen === null ? !isTight : chosen === 'open';

  const choose = useCallback(
    (next: 'open' | 'closed') => {
      if (isOverlay) return;
      setChosen(next);
      try {
        localStorage.setItem(panelKey, next);
      } catch {
        // storage is off: the choice lasts as long as the page
      }
    },
    [isOverlay],
  );
  const open = useCallback(
    (panel: Panel, assistantTab?: AssistantTab) => {
      choose('open');
      change({ panel, assistantTab });
    },
    [choose, change],
  );
  const close = useCallback(() => {
    choose('closed');
    change({ panel: null });
  }, [choose, change]);

  const { panel, assistantTab, isNamed } = address;
  return { panel, assistantTab, isOpen: isNamed || (!isOverlay && isLeftOpen), isOverlay, open, close };
}

/** Follow the address. */
function usePanelAddress(): { address: PanelAddress; change: typeof writeAddress } {
  const [address, setAddress] = useState(readAddress);
  const last = useRef(address);
  const follow = useCallback(() => {
    const next = readAddress();
    if (isSameAddress(last.current, next)) return;
    last.current = next;
    setAddress(next);
  }, []);
  useEffect(() => {
    const watch = setInterval(follow, watchMs);
    return () => clearInterval(watch);
  }, [follow]);
  const change = useCallback(
    (changes: Parameters<typeof writeAddress>[0]) => {
      writeAddress(changes);
      follow();
    },
    [follow],
  );
  return { address, change };
}

function stored(): 'open' | 'closed' | null {
  try {
    const choice = localStorage.getItem(panelKey);
    return choice === 'open' || choice === 'closed' ? choice : null;
  } catch {
    return null; // storage is off
  }
}
