import type { Scene } from '#shared/contract/scenes.ts';
import { type ActGroup, actTitle } from './grouping.ts';
import { type DropPointer, placesFor, pointedPlace, type ScenePlace, scenePlaceOf } from './places.ts';

/** Groups of the list, and the callback of a drop. */
export interface Moving {
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

/** Output of a `SceneMover`. */
interface MoverView {
  show: (lifted: DraggedScene | null) => void;
  announce: (text: string) => void;
  /** Focus this button again when its scene has moved into another list. */
  requestFocus: (selector: string) => void;
}

/** Moves one scene at a time through the places of the list. */
export class SceneMover {
  readonly #input: () => Moving;
  readonly #view: MoverView;
  // The pointer's moves come faster than the list is drawn.
  #held: DraggedScene | null = null;

  /** `input` is called each time. */
  constructor(input: () => Moving, view: MoverView) {
    this.#input = input;
    this.#view = view;
  }

  isHeld(sceneId: number): boolean {
    return this.#held?.sceneId === sceneId;
  }

  isHeldByKeys(sceneId: number): boolean {
    return this.isHeld(sceneId) && this.#held?.way === 'keys';
  }

  readonly lift = (sceneId: number, way: DraggedScene['way']): void => {
    const places = this.#placesOf(sceneId);
    const place = places[scenePlaceOf(places, { id: sceneId })];
    if (!place) return;
    this.#hold({ sceneId, way, place });
    if (way === 'keys') this.#announce(sceneId, ' picked up', place);
  };

  readonly drop = (): void => {
    if (!this.#held) return;
    const { sceneId, place, way } = this.#held;
    this.#hold(null);
    if (way === 'keys') this.#view.requestFocus(`[data-handle="${sceneId}"]`);
    this.#announce(sceneId, ' dropped', place);
    this.#input().onDrop(sceneId, place);
  };

  readonly putBack = (): void => {
    if (!this.#held) return;
    const { sceneId } = this.#held;
    this.#hold(null);
    this.#view.announce(`${this.#input().nameOf(sceneId)} put back`);
  };

  /** Move the held scene to the place that `step` computes from the index of the current one. */
  moveBy(step: (index: number, count: number) => number): void {
    this.#goTo((places, index) => step(index, places.length));
  }

  /** Moves what is held to where the pointer is. */
  readonly pointAt = (pointed: DropPointer): void =>
    this.#goTo((places, _index, sceneId) => pointedPlace(places, sceneId, pointed));

  /** One place up or down, from a menu. */
  readonly step = (scene: Scene, by: -1 | 1): void => {
    const places = this.#placesOf(scene.id);
    const place = places[scenePlaceOf(places, scene) + by];
    if (!place) return;
    this.#view.requestFocus(`[data-menu="${scene.id}"]`);
    this.#announce(scene.id, '', place);
    this.#input().onDrop(scene.id, place);
  };

  #goTo(find: (places: readonly ScenePlace[], index: number, sceneId: number) => number): void {
    if (!this.#held) return;
    const { sceneId, place } = this.#held;
    const places = this.#placesOf(sceneId);
    const now = places.findIndex(
      ({ stretch, index }) => stretch.key === place.stretch.key && index === place.index,
    );
    const next = places[find(places, now, sceneId)];
    if (!next || next === places[now]) return;
    this.#hold({ ...this.#held, place: next });
    this.#announce(sceneId, '', next);
  }

  #hold(next: DraggedScene | null): void {
    this.#held = next;
    this.#view.show(next);
  }

  #placesOf(sceneId: number): ScenePlace[] {
    const stretches = this.#input().groups.flatMap((group) => group.stretches);
    return placesFor(stretches, sceneId);
  }

  /** Announce the scene, the suffix of its name, and its place. */
  #announce(sceneId: number, suffix: string, { stretch, index }: ScenePlace): void {
    const { groups, nameOf } = this.#input();
    const count = stretch.scenes.filter(({ id }) => id !== sceneId).length + 1;
    const place = `${placeName(stretch, groups)}, place ${index + 1} of ${count}`;
    this.#view.announce(`${nameOf(sceneId)}${suffix}, ${place}`);
  }
}

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
