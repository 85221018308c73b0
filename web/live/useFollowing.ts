import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { encodeProjectId } from '#shared/projectCode.ts';
import { followed, followedPlace } from '#web/lib/others.ts';
import { useStore } from '#web/lib/store.ts';

/** Goes to the view that somebody who is followed goes to; going elsewhere by oneself, or Escape, ends it. */
export function useFollowing(projectId: number, view: string): void {
  const navigate = useNavigate();
  const isFollowing = useStore(followed) !== null;
  const theirs = useStore(followedPlace, (person) => person?.view ?? null);
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
    if (ledTo.current !== view) followed.set(null);
  }, [view]);
  useEffect(() => {
    if (!isFollowing) return;
    const end = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') followed.set(null);
    };
    window.addEventListener('keydown', end);
    return () => window.removeEventListener('keydown', end);
  }, [isFollowing]);
}
