import { errorTexts } from '#shared/errors.ts';
import { ApiError, messageOf } from '#web/lib/api.ts';
import type { Change, EditBase, QueuedEdit } from './change.ts';
import { dropChange } from './dropChange.ts';
import { elementIdOf, touchedIds, withServerIds } from './localIds.ts';
import { type SaveFailure, saveFailureOf } from './saveFailure.ts';

/** What a change came to. */
export interface SendOutcome {
  /** Puts it into the lists; called when the change leaves the queue, so that no element is seen twice. */
  apply(): void;
  /** Ids of new elements, by their local ones. */
  ids: Map<number, number>;
  /** Versions of the elements it touched. */
  versions: Map<number, number>;
}

export type SendState =
  | { status: 'saved' }
  | { status: 'saving' }
  /** No connection, or the server cannot; tried again by itself. */
  | { status: 'waiting'; reason: 'offline' | 'server' | 'signedOut' | 'full' }
  /** The writer has to decide about a change. */
  | { status: 'refused'; change: Change; failure: SaveFailure };

export interface IdResolver {
  /** The server's id of an element. */
  idOf(id: number): number;
  /** The version that an edit is based on; undefined: whatever is there. */
  versionOf(edit: { id: number; base?: EditBase | undefined }): number | undefined;
}

interface OutboxOptions {
  send(change: Change, resolver: IdResolver): Promise<SendOutcome>;
  /** Called with what the server does not have yet, whenever that changes. */
  keep(pending: readonly Change[]): void;
  /** True: nobody need decide, the change is given up. */
  giveUp(change: Change, failure: SaveFailure): boolean;
  onSent(change: Change, outcome: SendOutcome): void;
  /** The change will not be made; another one in its place, or none. */
  onDecided(change: Change, replacement: Change | null, failure: SaveFailure): void;
}

const denied: SaveFailure = { type: 'denied', message: 'You can no longer write in this project.' };

const retryDelaysMs = [1000, 2000, 5000, 10_000, 30_000];

type RefusedState = SendState & { status: 'refused' };

/**
 * Changes on their way to the server, one after the other in their order. What cannot be sent now is sent later. What
 * the server refuses waits until the writer has decided, and with it what touches the same elements; all else goes on.
 */
export class Outbox {
  #pending: readonly Change[] = [];
  #state: SendState = { status: 'saved' };
  /** The first is told of. */
  #refused: readonly RefusedState[] = [];
  #failures = 0;
  #isSending = false;
  #isApplying = false;
  #mayWrite = true;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #ids = new Map<number, number>();
  /** By change and element. */
  readonly #versions = new Map<string, Map<number, number>>();
  readonly #listeners = new Set<() => void>();
  readonly #options: OutboxOptions;

  constructor(options: OutboxOptions) {
    this.#options = options;
  }

  get pending(): readonly Change[] {
    return this.#pending;
  }

  /** Something was sent or will be, without a decision of the writer's. */
  get isUnderWay(): boolean {
    return this.#isSending || this.#next() !== null;
  }

  /** What the first change came to is being put into the lists; it has not left the queue yet. */
  get isApplying(): boolean {
    return this.#isApplying;
  }

  get state(): SendState {
    return this.#refused[0] ?? this.#state;
  }

  readonly watch = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  push(change: Change): void {
    this.#set([...this.#pending, change]);
    void this.#run();
  }

  /** The server's id where it has given one, else the local one. */
  readonly idOf = (id: number): number => this.#ids.get(id) ?? id;

  /**
   * As far as is known here this person may write in the project, or may not: then the server is not asked, until somebody
   * tries again, and what was refused for that is sent when it is known that they may.
   */
  allow(mayWrite: boolean): void {
    if (mayWrite === this.#mayWrite) return;
    this.#mayWrite = mayWrite;
    if (mayWrite && this.#refused.some(({ failure }) => failure.type === 'denied')) this.retry();
  }

  /** Sends at once what waits, such as when the network is back. */
  readonly retry = (): void => {
    this.#mayWrite = true;
    clearTimeout(this.#timer);
    if (this.#refused.length > 0) this.#state = { status: 'saving' };
    this.#refused = [];
    this.#notify();
    void this.#run();
  };

  /** When the server has everything; rejects where it cannot have it now. */
  settled(): Promise<void> {
    return new Promise((resolve, reject) => {
      const look = () => {
        if (this.#pending.length === 0) resolve();
        else if (this.state.status === 'waiting' || this.state.status === 'refused')
          reject(new Error('Not saved yet'));
        else return;
        unwatch();
      };
      const unwatch = this.watch(look);
      look();
    });
  }

  /** Puts another change in the place of the one that was refused; null gives it up. */
  decide(replacement: Change | null): void {
    const [refused, ...others] = this.#refused;
    if (!refused) return;
    const { change, failure } = refused;
    this.#refused = others;
    this.#state = { status: 'saving' };
    this.#giveUp(change, replacement, failure);
    void this.#run();
  }

  /** Gives up everything that the server does not have. */
  discardAll(): void {
    clearTimeout(this.#timer);
    this.#refused = [];
    this.#set([]);
    if (!this.#isSending) this.#become({ status: 'saved' });
  }

  async #run(): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    clearTimeout(this.#timer);
    for (let next = this.#next(); next; next = this.#next()) {
      const { change, asSent } = next;
      if (!this.#mayWrite) {
        this.#refuse(change, denied);
        continue;
      }
      if (this.#state.status === 'saved') this.#become({ status: 'saving' });
      try {
        const outcome = await this.#options.send(asSent, this.#resolver());
        this.#failures = 0;
        for (const [local, id] of outcome.ids) this.#ids.set(local, id);
        this.#versions.set(change.key, outcome.versions);
        this.#apply(outcome);
        this.#options.onSent(change, outcome);
        const rest = this.#pending.filter(({ key }) => key !== change.key);
        this.#set(rest.map((each) => this.#resolved(each, change.key)));
        if (this.#state.status === 'waiting') this.#become({ status: 'saving' });
      } catch (error) {
        const waiting = waitingFor(error);
        if (waiting) {
          this.#become({ status: 'waiting', reason: waiting });
          const delayMs = retryDelaysMs[Math.min(this.#failures++, retryDelaysMs.length - 1)];
          this.#timer = setTimeout(() => void this.#run(), delayMs);
          break;
        }
        this.#refuse(change, saveFailureOf(error));
      }
    }
    this.#isSending = false;
    if (this.#pending.length === 0) this.#become({ status: 'saved' });
    else if (this.#refused.length > 0) this.#notify();
  }

  /**
   * The first change that can be sent, as it is sent: what is to stand behind new rows of a refused one stands where
   * those are to be, so that all are in their order when that one is taken after all.
   */
  #next(): { change: Change; asSent: Change } | null {
    const refused = new Set(this.#refused.map(({ change }) => change.key));
    const held: QueuedEdit[] = [];
    const heldIds = new Set<number>();
    for (const change of this.#pending) {
      const ids = change.edits.flatMap(touchedIds).map(this.idOf);
      if (!refused.has(change.key) && !ids.some((id) => heldIds.has(id))) {
        if (held.length === 0) return { change, asSent: change };
        const [asSent] = dropChange([change], { key: '', label: null, edits: held, type: 'edit' });
        return { change, asSent: asSent ?? change };
      }
      held.push(...change.edits);
      for (const id of ids) heldIds.add(id);
    }
    return null;
  }

  #refuse(change: Change, failure: SaveFailure): void {
    if (this.#options.giveUp(change, failure)) this.#giveUp(change, null, failure);
    else {
      this.#refused = [...this.#refused, { status: 'refused', change, failure }];
      this.#notify();
    }
  }

  #apply(outcome: SendOutcome): void {
    this.#isApplying = true;
    try {
      outcome.apply();
    } finally {
      this.#isApplying = false;
    }
  }

  #giveUp(change: Change, replacement: Change | null, failure: SaveFailure): void {
    this.#options.onDecided(change, replacement, failure);
    // By its key: while it was on its way, it may have been worded anew.
    const waiting = this.#pending.filter(({ key }) => key !== change.key);
    const made = new Set(replacement?.edits.map(elementIdOf));
    const edits = change.edits.filter((edit) => !made.has(elementIdOf(edit)));
    this.#set([...(replacement ? [replacement] : []), ...dropChange(waiting, { ...change, edits })]);
  }

  /** In the server's words, as far as they are known: another tab may have to send it. */
  #resolved(change: Change, sentKey: string): Change {
    const versions = this.#versions.get(sentKey);
    const edits = change.edits.map((edit) => {
      const real = withServerIds(edit, this.idOf);
      const isUpdate = real.type === 'update' || real.type === 'delete';
      if (!isUpdate || real.base !== sentKey) return real;
      return { ...real, base: versions?.get(real.id) ?? null };
    });
    return edits.every((edit, index) => edit === change.edits[index]) ? change : { ...change, edits };
  }

  /** The version that an edit is based on; undefined: whatever is there. */
  readonly versionOf: IdResolver['versionOf'] = ({ id, base }) =>
    typeof base === 'string' ? this.#versions.get(base)?.get(this.idOf(id)) : (base ?? undefined);

  #resolver(): IdResolver {
    return { idOf: this.idOf, versionOf: this.versionOf };
  }

  #become(state: SendState): void {
    this.#state = state;
    this.#notify();
  }

  #set(pending: readonly Change[]): void {
    this.#pending = pending;
    this.#options.keep(pending);
    this.#notify();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** Whether a failure passes by itself; null when it does not. */
function waitingFor(error: unknown): (SendState & { status: 'waiting' })['reason'] | null {
  if (!(error instanceof ApiError)) return 'offline';
  if (error.status === 401) return 'signedOut';
  if (messageOf(error, '') === errorTexts.diskFull) return 'full';
  return error.status >= 500 || error.status === 429 || error.status === 408 ? 'server' : null;
}
