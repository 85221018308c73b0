import { useEffect } from 'react';
import { followed, followedPlace } from '#web/lib/others.ts';
import { useStore } from '#web/lib/store.ts';
import { useDesk } from './scriptDesk.ts';
import { scrollToElement } from './scrolling.ts';

/** Keeps in the window where somebody who is followed is writing; moving the pages or writing oneself ends it. Shows nothing. */
export function FollowsOthers() {
  const { nodes, pages, writing } = useDesk();
  const elementId = useStore(followedPlace, (person) => person?.elementId ?? null);
  const isFollowing = useStore(followed) !== null;
  useEffect(() => {
    const node = nodes.desk.current;
    const index = pages.indexOf(elementId);
    if (node && index >= 0) scrollToElement(node, pages.book.get(), index, 'near');
  }, [nodes, pages, elementId]);
  useEffect(() => {
    const node = nodes.desk.current;
    if (!isFollowing || !node) return;
    const end = () => followed.set(null);
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
