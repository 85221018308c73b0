import { sourcesOf } from '#screenplay/edits/references.ts';
import { amendedBy, type Change, type QueuedEdit } from './change.ts';
import { dropChange } from './dropChange.ts';
import { touchedIds } from './localIds.ts';
import type { SaveFailure } from './saveFailure.ts';
import type { RejectedState } from './sendState.ts';

/** Changes of one call. A single one may be sent with adjusted positions. */
export interface Sendable {
  changes: readonly [Change, ...Change[]];
  adjusted?: Change;
}

/** Pending changes after a rejected one took over what was typed in its element. */
interface Merged {
  pending: readonly Change[];
  rejected: RejectedState;
}

/** Rejected changes, which stay pending. The first one is shown to the user. */
export class RejectedChanges {
  #states: readonly RejectedState[] = [];

  get first(): RejectedState | undefined {
    return this.#states[0];
  }

  get isEmpty(): boolean {
    return this.#states.length === 0;
  }

  isDenied(): boolean {
    return this.#states.some(({ failure }) => failure.type === 'denied');
  }

  /** Add a change. Returns the pending changes after it took over later text. */
  add(change: Change, failure: SaveFailure, pending: readonly Change[]): readonly Change[] {
    this.#states = [...this.#states, { status: 'rejected', change, failure }];
    return this.takeLaterText(pending);
  }

  /** Remove and return the first one. */
  shift(): RejectedState | undefined {
    const [first, ...others] = this.#states;
    this.#states = others;
    return first;
  }

  clear(): void {
    this.#states = [];
  }

  /**
   * Let each rejected text take over what was typed in its element since, so that the user decides
   * about all of it at once. Returns the pending changes after that.
   */
  takeLaterText(pending: readonly Change[]): readonly Change[] {
    let remaining = pending;
    this.#states = this.#states.map((each) => {
      const merged = withLaterText(each, remaining);
      remaining = merged.pending;
      return merged.rejected;
    });
    return remaining;
  }

  /**
   * Return the first change that can be sent, with adjusted positions. An edit that refers to a new
   * element of a rejected change gets the position of that element, so that the order is right if
   * the rejected change is stored later.
   */
  nextUnblocked(pending: readonly Change[], idOf: (id: number) => number): Sendable | null {
    const rejected = new Set(this.#states.map(({ change }) => change.key));
    const blockedEdits: QueuedEdit[] = [];
    const blockedIds = new Set<number>();
    for (const change of pending) {
      const ids = change.edits.flatMap(touchedIds).map(idOf);
      // A paste waits for the cut of its elements, which it would copy otherwise.
      const sourceIds = sourcesOf(change.edits).map(({ id }) => idOf(id));
      if (!rejected.has(change.key) && ![...ids, ...sourceIds].some((id) => blockedIds.has(id))) {
        if (blockedEdits.length === 0) return { changes: [change] };
        const [asSent] = dropChange([change], { key: '', label: null, edits: blockedEdits, type: 'edit' });
        return { changes: [change], adjusted: asSent ?? change };
      }
      blockedEdits.push(...change.edits);
      for (const id of ids) blockedIds.add(id);
    }
    return null;
  }
}

function withLaterText(rejected: RejectedState, pending: readonly Change[]): Merged {
  const { change, failure } = rejected;
  if (failure.type !== 'conflict' && failure.type !== 'gone') return { pending, rejected };
  let whole = change;
  const rest = pending.filter((each) => {
    const amended = each.key === change.key ? null : amendedBy({ ...whole, isTyping: true }, each);
    if (amended) whole = { ...amended, isTyping: change.isTyping };
    return amended === null;
  });
  if (whole === change) return { pending, rejected };
  return {
    pending: rest.map((each) => (each.key === change.key ? whole : each)),
    rejected: { ...rejected, change: whole },
  };
}
