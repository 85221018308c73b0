import { useFollowCollaborator } from './useFollowCollaborator.ts';
import { useLiveProject } from './useLive.ts';
import { useSharedView } from './useSharedView.ts';

/** Keep the open project current, and send this tab's view to the other users. */
export function LiveProject({ projectId, view }: { projectId: number; view: string }) {
  useLiveProject(projectId);
  useFollowCollaborator(projectId, view);
  useSharedView(view);
  return null;
}
