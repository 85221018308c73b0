import { useEffect } from 'react';
import { ownLocation } from '#web/presence/collaborators.ts';

/** Show this tab's view to the other users. The editor may already have shared its element. */
export function useSharedView(view: string): void {
  useEffect(() => ownLocation.set({ ...ownLocation.get(), view }), [view]);
}
