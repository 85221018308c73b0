import { positionAfterKey } from './keySteps.ts';
import {
  type ItemPosition,
  isSameDropPosition,
  otherIdsIn,
  positionAtTarget,
  positionOf,
  positionsFor,
  type ReorderContainer,
  type ReorderTarget,
  rebasePosition,
  withItemAt,
} from './positions.ts';

/** Items of a screen, and the callback of a drop. */
export interface ReorderInput {
  containers: readonly ReorderContainer[];
  /** Return the name of an item. */
  labelOf: (id: number) => string;
  /** Return the name of a container for announcements; a list alone needs none. */
  containerLabelOf?: ((key: string) => string) | undefined;
  /** Called after every drop and step that changes the position. */
  onDrop: (id: number, position: ItemPosition) => void;
  /** Whether items make room during the drag; otherwise a slot shows the landing position. */
  isLive?: boolean | undefined;
  /**
   * Whether an item dropped outside of all targets returns to its start instead of its last
   * position.
   */
  doesReturnOutside?: boolean | undefined;
}

export type HeldBy = 'keyboard' | 'pointer';

/** An item that is picked up, and the position where it would land. */
export interface HeldItem {
  id: number;
  by: HeldBy;
  position: ItemPosition;
  /** Containers that `position` was computed for. */
  containers: readonly ReorderContainer[];
  /** Height of its element, and of its landing slot. */
  heightPx: number;
}

interface MoverView {
  show: (held: HeldItem | null) => void;
  announce: (text: string) => void;
  heightOf: (id: number) => number;
}

/** Return the held item in the present containers; null once it was deleted. */
export function heldIn(containers: readonly ReorderContainer[], held: HeldItem | null): HeldItem | null {
  const origin = held && positionOf(containers, held.id);
  if (!held || !origin) return null;
  if (held.containers === containers) return held;
  const position = rebasePosition(held.containers, containers, held.id, held.position) ?? origin;
  return { ...held, position, containers };
}

/** Moves one item at a time, by keyboard, pointer or menu, and announces each step. */
export class ItemMover {
  readonly #input: () => ReorderInput;
  readonly #view: MoverView;
  // Moves of a pointer come faster than React renders.
  #held: HeldItem | null = null;

  /** `input` is called each time. */
  constructor(input: () => ReorderInput, view: MoverView) {
    this.#input = input;
    this.#view = view;
  }

  isHeld(id: number, by?: HeldBy): boolean {
    return this.#held?.id === id && (by === undefined || this.#held.by === by);
  }

  readonly lift = (id: number, by: HeldBy): void => {
    const { containers } = this.#input();
    const position = positionOf(containers, id);
    if (!position) return;
    this.#hold({ id, by, position, containers, heightPx: this.#view.heightOf(id) });
    if (by === 'keyboard') this.#announce(id, ' picked up', position);
  };

  readonly drop = (): void => {
    const { containers, onDrop } = this.#input();
    const held = heldIn(containers, this.#held);
    const origin = held && positionOf(containers, held.id);
    if (!held || !origin || isSameDropPosition(held.position, origin)) {
      this.cancel();
      return;
    }
    this.#hold(null);
    this.#announce(held.id, ' dropped', held.position);
    onDrop(held.id, held.position);
  };

  readonly cancel = (): void => {
    if (!this.#held) return;
    const { id } = this.#held;
    this.#hold(null);
    const origin = positionOf(this.#input().containers, id);
    if (origin) this.#announce(id, ' put back', origin);
  };

  /** Move the held item by an arrow key, Home or End. Return false for other keys. */
  pressKey(key: string, layout: { columnCount: number; isRightToLeft: boolean }): boolean {
    const held = heldIn(this.#input().containers, this.#held);
    if (!held) return false;
    const next = positionAfterKey(held.containers, held.id, held.position, { key, ...layout });
    if (next) this.#goTo(held, next);
    return next !== null;
  }

  /** Move the held item to the target of a pointer; null is outside of all targets. */
  readonly pointAt = (target: ReorderTarget | null): void => {
    const { containers, isLive, doesReturnOutside } = this.#input();
    const held = heldIn(containers, this.#held);
    if (!held || target?.type === 'slot' || (!target && !doesReturnOutside)) return;
    const shown = isLive ? withItemAt(containers, held.id, held.position) : containers;
    const next = target ? positionAtTarget(shown, held.id, target) : positionOf(containers, held.id);
    if (next) this.#goTo(held, next);
  };

  /** Move an item one position up or down, from a menu. */
  readonly step = (id: number, by: -1 | 1): void => {
    const { containers, onDrop } = this.#input();
    const origin = positionOf(containers, id);
    const positions = positionsFor(containers, id);
    const next = origin && positions[positions.findIndex((each) => isSameDropPosition(each, origin)) + by];
    if (!next) return;
    this.#announce(id, '', next);
    onDrop(id, next);
  };

  /** Release an item that was deleted while it was held. */
  readonly forget = (): void => this.#hold(null);

  #goTo(held: HeldItem, position: ItemPosition): void {
    if (isSameDropPosition(held.position, position)) return;
    this.#hold({ ...held, position });
    this.#announce(held.id, '', position);
  }

  #hold(held: HeldItem | null): void {
    this.#held = held;
    this.#view.show(held);
  }

  /** Announce an item, the suffix of its name, and a position. */
  #announce(id: number, suffix: string, { containerKey, index }: ItemPosition): void {
    const { containers, labelOf, containerLabelOf } = this.#input();
    const container = containers.find(({ key }) => key === containerKey);
    const count = container ? otherIdsIn(container, id).length + 1 : 1;
    const place = `place ${index + 1} of ${count}`;
    const label = containerLabelOf?.(containerKey) ?? '';
    this.#view.announce([`${labelOf(id)}${suffix}`, label, place].filter(Boolean).join(', '));
  }
}
