import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { encodeProjectId } from '#shared/projectCode.ts';
import { isComposingKey } from '#web/lib/composition.ts';
import { useStore } from '#web/lib/store.ts';
import { followedPresence, followedUserId } from '#web/presence/collaborators.ts';

/** Follow a collaborator's view; own navigation or Escape ends it. */
export function useFollowCollaborator(projectId: number, view: string): void {
  const navigate = useNavigate();
  const isFollowing = useStore(followedUserId) !== null;
  const theirs = useStore(followedPresence, (person) => person?.view ?? null);
  const shown = useRef(view);
  const ledTo = useRef<string | null>(null);
  useEffect(() => {
    ledTo.current = theirs;
    if (theirs !== null && theirs !== shown.current)
      void navigate({
        to: '/projects/$projectId/{-$view}',
        params: { projectId: encodeProjectId(projectId), view: theirs },
      });
  }, [theirs, projectId, navigate]);
  useEffect(() => {
    shown.current = view;
    if (ledTo.current !== view) followedUserId.set(null);
  }, [view]);
  useEffect(() => {
    if (!isFollowing) return;
    const end = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !isComposingKey(event)) followedUserId.set(null);
    };
    window.addEventListener('keydown', end);
    return () => window.removeEventListener('keydown', end);
  }, [isFollowing]);
}
