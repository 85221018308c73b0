import { type KeyboardEvent, type MouseEvent, useLayoutEffect, useRef, useState } from 'react';
import type { Scene } from '#shared/contract/scenes.ts';
import { type ActGroup, actTitle } from './grouping.ts';
import { type DropPointer, placesFor, pointedPlace, type ScenePlace, scenePlaceOf } from './places.ts';

interface Moving {
  groups: readonly ActGroup[];
  nameOf: (sceneId: number) => string;
  onDrop: (sceneId: number, place: ScenePlace) => void;
}

/** A scene in the hand, and the place where it would land. */
export interface DraggedScene {
  sceneId: number;
  way: 'keys' | 'pointer';
  place: ScenePlace;
}

/**
 * Events of a scene's handle; a stable object while the list lives, so that rows do not re-render.
 */
export interface Handles {
  onKeyDown: (event: KeyboardEvent, sceneId: number) => void;
  onClick: (event: MouseEvent, sceneId: number) => void;
  onBlur: (sceneId: number) => void;
}

export type SceneMoving = ReturnType<typeof useMoving>;

/** Moves scenes about the acts and sequences of the list, in the way of web/ui/Sortable.tsx. */
export function useMoving(given: Moving) {
  const list = useRef<HTMLDivElement>(null);
  const [lifted, setLifted] = useState<DraggedScene | null>(null);
  const [spoken, setSpoken] = useState('');
  // The pointer's moves come faster than the list is drawn.
  const held = useRef<DraggedScene | null>(null);
  const latest = useRef(given);
  /** A button that moves with its scene into another list: the focus goes with it. */
  const requestedId = useRef<string | null>(null);

  useLayoutEffect(() => {
    latest.current = given;
  });
  useLayoutEffect(() => {
    if (lifted?.way !== 'keys') return;
    list.current?.querySelector('[data-slot]')?.scrollIntoView?.({ block: 'nearest' });
  }, [lifted]);
  useLayoutEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (requestedId.current === null || !isLost) return;
    const button = list.current?.querySelector(requestedId.current);
    if (!(button instanceof HTMLElement)) return;
    button.focus();
    button.scrollIntoView?.({ block: 'nearest' });
  });

  const placesOf = (sceneId: number) =>
    placesFor(
      latest.current.groups.flatMap(({ stretches }) => stretches),
      sceneId,
    );
  const hold = (next: DraggedScene | null) => {
    held.current = next;
    setLifted(next);
  };
  const where = ({ stretch, index }: ScenePlace, sceneId: number) => {
    const count = stretch.scenes.filter(({ id }) => id !== sceneId).length + 1;
    return `${placeName(stretch, latest.current.groups)}, place ${index + 1} of ${count}`;
  };

  function lift(sceneId: number, way: DraggedScene['way']) {
    const places = placesOf(sceneId);
    const place = places[scenePlaceOf(places, { id: sceneId })];
    if (!place) return;
    hold({ sceneId, way, place });
    if (way === 'keys') setSpoken(`${latest.current.nameOf(sceneId)} picked up, ${where(place, sceneId)}`);
  }

  function goTo(find: (places: readonly ScenePlace[], now: number, sceneId: number) => number) {
    if (!held.current) return;
    const { sceneId, place } = held.current;
    const places = placesOf(sceneId);
    const now = places.findIndex(
      ({ stretch, index }) => stretch.key === place.stretch.key && index === place.index,
    );
    const next = places[find(places, now, sceneId)];
    if (!next || next === places[now]) return;
    hold({ ...held.current, place: next });
    setSpoken(`${latest.current.nameOf(sceneId)}, ${where(next, sceneId)}`);
  }

  function drop() {
    if (!held.current) return;
    const { sceneId, place, way } = held.current;
    hold(null);
    if (way === 'keys') requestedId.current = `[data-handle="${sceneId}"]`;
    setSpoken(`${latest.current.nameOf(sceneId)} dropped, ${where(place, sceneId)}`);
    latest.current.onDrop(sceneId, place);
  }

  function putBack() {
    if (!held.current) return;
    const { sceneId } = held.current;
    hold(null);
    setSpoken(`${latest.current.nameOf(sceneId)} put back`);
  }

  const [handles] = useState<Handles>(() => ({
    onKeyDown: (event, sceneId) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const isHeld = held.current?.sceneId === sceneId;
      if (event.key === ' ' || event.key === 'Enter') {
        event.preventDefault();
        if (event.repeat) return;
        if (isHeld) drop();
        else lift(sceneId, 'keys');
        return;
      }
      const step = steps[event.key];
      if (!isHeld || (step === undefined && event.key !== 'Escape')) return;
      event.preventDefault();
      event.stopPropagation();
      if (step === undefined) putBack();
      else goTo((places, now) => step(now, places.length));
    },
    // A screen reader presses without a key and without a pointer.
    onClick: (event, sceneId) => {
      if (event.detail > 0) return;
      if (held.current?.sceneId === sceneId) drop();
      else lift(sceneId, 'keys');
    },
    onBlur: (sceneId) => {
      requestedId.current = null;
      if (held.current?.way === 'keys' && held.current.sceneId === sceneId) putBack();
    },
  }));

  return {
    list,
    lifted,
    spoken,
    handles,
    lift,
    drop,
    putBack,
    /** Moves what is held to where the pointer is. */
    pointAt: (pointed: DropPointer) =>
      goTo((places, _now, sceneId) => pointedPlace(places, sceneId, pointed)),
    /** One place up or down, from a menu. */
    step: (scene: Scene, by: -1 | 1) => {
      const places = placesOf(scene.id);
      const place = places[scenePlaceOf(places, scene) + by];
      if (!place) return;
      requestedId.current = `[data-menu="${scene.id}"]`;
      setSpoken(`${latest.current.nameOf(scene.id)}, ${where(place, scene.id)}`);
      latest.current.onDrop(scene.id, place);
    },
  };
}

const steps: Readonly<Record<string, (now: number, count: number) => number>> = {
  ArrowUp: (now) => Math.max(0, now - 1),
  ArrowDown: (now, count) => Math.min(count - 1, now + 1),
  Home: () => 0,
  End: (_now, count) => count - 1,
};

/** "Act 1: Departure, Boarding", as it is spoken. */
function placeName(
  { actNumber, sequenceId, name }: ScenePlace['stretch'],
  groups: readonly ActGroup[],
): string {
  const group = groups.find(({ number }) => number === actNumber);
  const plain = actTitle(actNumber, []);
  const act = group && group.title !== plain ? `${plain}: ${group.title}` : plain;
  if (sequenceId !== null && name !== null) return `${act}, ${name}`;
  return group && group.stretches.length > 1 ? `${act}, without a sequence` : act;
}
