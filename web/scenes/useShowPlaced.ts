import { useEffect, useRef, useState } from 'react';

export interface PlacedRow {
  sceneId: number;
  takesFocus: boolean;
}

/** Scroll to the scene that was just created or moved. */
export function useShowPlaced() {
  const page = useRef<HTMLDivElement>(null);
  const [placed, setPlaced] = useState<PlacedRow | null>(null);
  useEffect(() => {
    const scene = placed && page.current?.querySelector(`[data-scene="${placed.sceneId}"]`);
    scene?.scrollIntoView?.({ block: 'nearest' });
    if (placed?.takesFocus)
      scene?.querySelector<HTMLElement>('[data-keeps-focus^=menu], [tabindex]')?.focus();
  }, [placed]);
  return { page, showPlaced: setPlaced };
}
