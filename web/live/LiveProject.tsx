import { useEffect } from 'react';
import { ownLocation } from '#web/presence/collaborators.ts';
import { useFollowCollaborator } from './useFollowCollaborator.ts';
import { useLiveProject } from './useLive.ts';

/** Keeps the open project as it is on the server, and tells the others which view this window shows. */
export function LiveProject({ projectId, view }: { projectId: number; view: string }) {
  useLiveProject(projectId);
  useFollowCollaborator(projectId, view);
  useEffect(() => ownLocation.set({ view, elementId: null }), [view]);
  return null;
}
