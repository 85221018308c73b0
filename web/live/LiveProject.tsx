import { useEffect } from 'react';
import { ownLocation } from '#web/presence/collaborators.ts';
import { useFollowCollaborator } from './useFollowCollaborator.ts';
import { useLiveProject } from './useLive.ts';

/** Keep the open project current, and send this tab's view to the other users. */
export function LiveProject({ projectId, view }: { projectId: number; view: string }) {
  useLiveProject(projectId);
  useFollowCollaborator(projectId, view);
  useEffect(() => ownLocation.set({ view, elementId: null }), [view]);
  return null;
}
