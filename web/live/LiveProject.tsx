import { useEffect } from 'react';
import { ownPlace } from '#web/lib/others.ts';
import { useFollowing } from './useFollowing.ts';
import { useLive } from './useLive.ts';

/** Keeps the open project as it is on the server, and tells the others which view this window shows. */
export function LiveProject({ projectId, view }: { projectId: number; view: string }) {
  useLive(projectId);
  useFollowing(projectId, view);
  useEffect(() => ownPlace.set({ view, elementId: null }), [view]);
  return null;
}
