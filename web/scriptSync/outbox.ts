import { bundled, nextBundle, separated } from './bundle.ts';
import { amendedBy, type Change } from './change.ts';
import { dropChange } from './dropChange.ts';
import { elementIdOf } from './localIds.ts';
import { RejectedChanges, type Sendable } from './rejectedChanges.ts';
import { type SaveFailure, saveFailureOf } from './saveFailure.ts';
import type { SendOutcome } from './sendOutcome.ts';
import { type SendState, waitingFor } from './sendState.ts';
import { type IdResolver, ServerIds } from './serverIds.ts';

interface OutboxOptions {
  /** Send changes in one call. */
  send(changes: readonly Change[], resolver: IdResolver): Promise<SendOutcome>;
  /** Called with the pending changes whenever they change. */
  store(pending: readonly Change[]): void;
  /** Return true to drop a rejected change without asking the user. */
  shouldDrop(change: Change, failure: SaveFailure): boolean;
  onSent(change: Change, outcome: SendOutcome): void;
  /**
   * Called when the user decided that a change is not sent: replaced by another one, or dropped.
   */
  onResolved(change: Change, replacement: Change | null, failure: SaveFailure): void;
}

const denied: SaveFailure = { type: 'denied', message: 'You can no longer write in this project.' };

const retryDelaysMs = [1000, 2000, 5000, 10_000, 30_000];

/**
 * Pending changes in send order. A change that cannot be sent now is retried later. A change that
 * the server rejects stays queued until the user decides what to do. Later changes to the same
 * elements wait behind it; all other changes are still sent.
 */
export class Outbox {
  #pending: readonly Change[] = [];
  #state: SendState = { status: 'saved' };
  readonly #rejected = new RejectedChanges();
  readonly #serverIds = new ServerIds();
  #failures = 0;
  #isSending = false;
  /** Whether the user or the network wants to send at once, so that a failed call is repeated. */
  #isResumed = false;
  #isApplying = false;
  #mayWrite = true;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Keys of changes that were sent at least once, or come from another tab. They do not grow. */
  readonly #attempted = new Set<string>();
  readonly #listeners = new Set<() => void>();
  readonly #options: OutboxOptions;

  constructor(options: OutboxOptions) {
    this.#options = options;
  }

  get pending(): readonly Change[] {
    return this.#pending;
  }

  /** Whether changes are being sent or will be, without a decision by the user. */
  get isActive(): boolean {
    return this.#isSending || this.#next() !== null;
  }

  /**
   * Whether the result of the first change is being written into the lists; the change is still in
   * the outbox.
   */
  get isApplying(): boolean {
    return this.#isApplying;
  }

  get state(): SendState {
    return this.#rejected.first ?? this.#state;
  }

  readonly watch = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  push(change: Change): void {
    this.#set(this.#rejected.takeLaterText([...this.#pending, change]));
    void this.#run();
  }

  /** Add changes of another tab, which may have sent them. */
  pushAttempted(changes: readonly Change[]): void {
    for (const { key } of changes) this.#attempted.add(key);
    this.#set([...this.#pending, ...changes]);
    void this.#run();
  }

  /**
   * Return the last pending change with the text of a newer typing change; null if the server may
   * have it already or it is of another kind.
   */
  amendedLast(newer: Change): Change | null {
    const last = this.#pending.at(-1);
    return last && !this.#attempted.has(last.key) ? amendedBy(last, newer) : null;
  }

  /** Replace the last pending change by what `amendedLast` returned. */
  replaceLast(amended: Change): void {
    this.#set(this.#pending.with(-1, amended));
  }

  /** Return the server id of an element if it has one, otherwise its local id. */
  readonly idOf = this.#serverIds.idOf;
  /** Return the version that an edit is based on; undefined: whatever version is stored. */
  readonly versionOf = this.#serverIds.versionOf;

  /**
   * Set whether the user may write in the project, as far as this tab knows. Without permission
   * nothing is sent until the next retry. When permission returns, changes that were rejected for
   * lack of it are sent.
   */
  allow(mayWrite: boolean): void {
    if (mayWrite === this.#mayWrite) return;
    this.#mayWrite = mayWrite;
    if (mayWrite && this.#rejected.isDenied()) this.retry();
  }

  /**
   * Send waiting changes at once because the user wants it, also if this tab believes that the user
   * may not write: the server decides.
   */
  readonly retry = (): void => {
    this.#mayWrite = true;
    this.resume();
  };

  /** Send waiting changes at once, such as after the network returned. */
  readonly resume = (): void => {
    clearTimeout(this.#timer);
    if (!this.#rejected.isEmpty) this.#state = { status: 'saving' };
    this.#rejected.clear();
    this.#isResumed = this.#isSending;
    this.#notify();
    void this.#run();
  };

  /** Wait until the server has every change. Rejects if a change is waiting or rejected. */
  async whenSent(): Promise<void> {
    const isSent = await this.#when(({ status }) => status === 'waiting' || status === 'rejected');
    if (!isSent) throw new Error('Not saved yet');
  }

  /** Wait until no change can be sent: the server has them all, or the user has to decide. */
  async whenIdle(): Promise<void> {
    await this.#when(() => !this.isActive);
  }

  /** Wait until nothing is pending, which returns true, or until the state is as described. */
  #when(isReached: (state: SendState) => boolean): Promise<boolean> {
    return new Promise((resolve) => {
      const check = () => {
        const isSent = this.#pending.length === 0;
        if (!isSent && !isReached(this.state)) return;
        unwatch();
        resolve(isSent);
      };
      const unwatch = this.watch(check);
      check();
    });
  }

  /** Replace the first rejected change by another one, or drop it (null). */
  resolveRejected(replacement: Change | null): void {
    const rejected = this.#rejected.shift();
    if (!rejected) return;
    const { change, failure } = rejected;
    this.#state = { status: 'saving' };
    this.#giveUp(change, replacement, failure);
    void this.#run();
  }

  /** Drop all pending changes. */
  discardAll(): void {
    clearTimeout(this.#timer);
    this.#rejected.clear();
    this.#set([]);
    if (!this.#isSending) this.#become({ status: 'saved' });
  }

  async #run(): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    clearTimeout(this.#timer);
    for (let next = this.#next(); next; next = this.#next()) {
      if (!this.#mayWrite) {
        this.#reject(next.changes[0], denied);
        continue;
      }
      if (this.#state.status === 'saved') this.#become({ status: 'saving' });
      const isDone = await this.#send(next);
      if (!isDone) break;
    }
    this.#isSending = false;
    if (this.#pending.length === 0) this.#become({ status: 'saved' });
    else if (!this.#rejected.isEmpty) this.#notify();
  }

  /** Make one call. Returns false if the changes have to wait. */
  async #send({ changes, adjusted }: Sendable): Promise<boolean> {
    this.#isResumed = false;
    for (const { key } of changes) this.#attempted.add(key);
    const asSent = bundled(adjusted ? [adjusted] : changes);
    // Stored before the call: if the tab is closed, the next one repeats the same call.
    if (asSent.length > 1) this.#replace(asSent);
    try {
      const outcome = await this.#options.send(asSent, this.#serverIds);
      this.#failures = 0;
      this.#serverIds.note(changes, outcome);
      this.#apply(outcome);
      for (const change of changes) this.#finish(change, outcome);
      if (this.#state.status === 'waiting') this.#become({ status: 'saving' });
    } catch (error) {
      const waiting = waitingFor(error);
      if (waiting) {
        this.#become({ status: 'waiting', reason: waiting });
        if (this.#isResumed) return true;
        const delayMs = retryDelaysMs[Math.min(this.#failures++, retryDelaysMs.length - 1)];
        this.#timer = setTimeout(() => void this.#run(), delayMs);
        return false;
      }
      if (changes.length === 1) this.#reject(changes[0], saveFailureOf(error));
      else this.#separate(changes);
    }
    return true;
  }

  #finish(change: Change, outcome: SendOutcome): void {
    this.#attempted.delete(change.key);
    this.#options.onSent(change, outcome);
    const rest = this.#pending.filter(({ key }) => key !== change.key);
    this.#set(rest.map((each) => this.#serverIds.resolved(each, change.key, outcome.continueText)));
  }

  /** Send the changes of a rejected call one by one: the call stored nothing. */
  #separate(changes: readonly Change[]): void {
    for (const { key } of changes) this.#attempted.delete(key);
    this.#replace(separated(changes));
  }

  /** Replace changes by those with the same keys. */
  #replace(changes: readonly Change[]): void {
    const byKey = new Map(changes.map((change) => [change.key, change]));
    this.#set(this.#pending.map((each) => byKey.get(each.key) ?? each));
  }

  /** Return the changes of the next call. */
  #next(): Sendable | null {
    if (!this.#rejected.isEmpty) return this.#rejected.nextUnblocked(this.#pending, this.idOf);
    const [first, ...others] = nextBundle(this.#pending, (key) => this.#attempted.has(key));
    return first ? { changes: [first, ...others] } : null;
  }

  #reject(change: Change, failure: SaveFailure): void {
    if (this.#options.shouldDrop(change, failure)) this.#giveUp(change, null, failure);
    else this.#set(this.#rejected.add(change, failure, this.#pending));
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
    this.#options.onResolved(change, replacement, failure);
    // Compare by key: the change may have been replaced by an equal one while it was being sent.
    const waiting = this.#pending.filter(({ key }) => key !== change.key);
    const made = new Set(replacement?.edits.map(elementIdOf));
    const edits = change.edits.filter((edit) => !made.has(elementIdOf(edit)));
    this.#set([...(replacement ? [replacement] : []), ...dropChange(waiting, { ...change, edits })]);
  }

  #become(state: SendState): void {
    this.#state = state;
    this.#notify();
  }

  #set(pending: readonly Change[]): void {
    this.#pending = pending;
    this.#options.store(pending);
    this.#notify();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}
