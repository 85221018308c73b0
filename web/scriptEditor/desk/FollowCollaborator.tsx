import { useEffect } from 'react';
import { useStore } from '#web/lib/store.ts';
import { followedPresence, followedUserId } from '#web/presence/collaborators.ts';
import { scrollToElement } from '../pages/scrolling.ts';
import { useScriptEditor } from '../scriptEditor.ts';

/**
 * Scroll to the position of a followed collaborator, until the user scrolls or types. Renders
 * nothing.
 */
export function FollowCollaborator() {
  const { nodes, pages, writing } = useScriptEditor();
  const elementId = useStore(followedPresence, (person) => person?.elementId ?? null);
  const isFollowing = useStore(followedUserId) !== null;
  useEffect(() => {
    const node = nodes.desk.current;
    const index = pages.indexOf(elementId);
    if (node && index >= 0) scrollToElement(node, pages.book.get(), index, 'near');
  }, [nodes, pages, elementId]);
  useEffect(() => {
    const node = nodes.desk.current;
    if (!isFollowing || !node) return;
    const end = () => followedUserId.set(null);
    for (const type of ownMoves) node.addEventListener(type, end, { passive: true });
    const stop = writing.line.watch(end);
    return () => {
      for (const type of ownMoves) node.removeEventListener(type, end);
      stop();
    };
  }, [nodes, writing, isFollowing]);
  return null;
}

const ownMoves = ['wheel', 'touchmove', 'pointerdown'] as const;
