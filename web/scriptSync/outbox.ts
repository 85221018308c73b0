import { sourcesOf } from '#screenplay/edits/references.ts';
import type { LetteredText } from '#screenplay/typedLetters.ts';
import { errorTexts } from '#shared/errors.ts';
import { ApiError, messageOf } from '#web/lib/api.ts';
import { bundled, nextBundle, separated } from './bundle.ts';
import { amendedBy, type Change, type EditBase, type QueuedEdit } from './change.ts';
import { dropChange } from './dropChange.ts';
import { elementIdOf, touchedIds, withServerIds } from './localIds.ts';
import { type SaveFailure, saveFailureOf } from './saveFailure.ts';

/** Result of sending a change. */
export interface SendOutcome {
  /**
   * Writes the result into the cached lists. Called when the change leaves the outbox, so that no
   * element appears twice.
   */
  apply(): void;
  /** Ids of new elements, by local id. */
  ids: Map<number, number>;
  /** New versions of the elements that the change touched. */
  versions: Map<number, number>;
  /** Stored texts of elements that the change updated. */
  texts?: ReadonlyMap<number, LetteredText>;
  /** Adds remote text, with which the server merged the change, to a later edit. */
  continueText?: ((edit: QueuedEdit) => QueuedEdit) | null;
}

export type SendState =
  | { status: 'saved' }
  | { status: 'saving' }
  /** Waiting for the connection, the server, a sign-in or disk space. Retried automatically. */
  | { status: 'waiting'; reason: 'offline' | 'server' | 'signedOut' | 'full' }
  /** Rejected by the server. The user decides what to do with the change. */
  | { status: 'rejected'; change: Change; failure: SaveFailure };

export interface IdResolver {
  /** Return the server id of an element. */
  idOf(id: number): number;
  /** Return the version that an edit is based on; undefined: whatever version is stored. */
  versionOf(edit: { id: number; base?: EditBase | undefined }): number | undefined;
}

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

type RejectedState = SendState & { status: 'rejected' };

/** Changes of one call. A single one may be sent with adjusted positions. */
interface Sendable {
  changes: readonly [Change, ...Change[]];
  adjusted?: Change;
}

/**
 * Pending changes in send order. A change that cannot be sent now is retried later. A change that
 * the server rejects stays queued until the user decides what to do. Later changes to the same
 * elements wait behind it; all other changes are still sent.
 */
export class Outbox {
  #pending: readonly Change[] = [];
  #state: SendState = { status: 'saved' };
  /** Rejected changes. The first one is shown to the user. */
  #rejected: readonly RejectedState[] = [];
  #failures = 0;
  #isSending = false;
  /** Whether the user or the network wants to send at once, so that a failed call is repeated. */
  #isResumed = false;
  #isApplying = false;
  #mayWrite = true;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #ids = new Map<number, number>();
  /** Keys of changes that were sent at least once, or come from another tab. They do not grow. */
  readonly #attempted = new Set<string>();
  /** Versions by change key and element id. */
  readonly #versions = new Map<string, Map<number, number>>();
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
    return this.#rejected[0] ?? this.#state;
  }

  readonly watch = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  push(change: Change): void {
    this.#set([...this.#pending, change]);
    this.#rejected = this.#rejected.map((each) => ({ ...each, change: this.#withLaterText(each) }));
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
  readonly idOf = (id: number): number => this.#ids.get(id) ?? id;

  /**
   * Set whether the user may write in the project, as far as this tab knows. Without permission
   * nothing is sent until the next retry. When permission returns, changes that were rejected for
   * lack of it are sent.
   */
  allow(mayWrite: boolean): void {
    if (mayWrite === this.#mayWrite) return;
    this.#mayWrite = mayWrite;
    if (mayWrite && this.#rejected.some(({ failure }) => failure.type === 'denied')) this.retry();
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
    if (this.#rejected.length > 0) this.#state = { status: 'saving' };
    this.#rejected = [];
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
    const [rejected, ...others] = this.#rejected;
    if (!rejected) return;
    const { change, failure } = rejected;
    this.#rejected = others;
    this.#state = { status: 'saving' };
    this.#giveUp(change, replacement, failure);
    void this.#run();
  }

  /** Drop all pending changes. */
  discardAll(): void {
    clearTimeout(this.#timer);
    this.#rejected = [];
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
    else if (this.#rejected.length > 0) this.#notify();
  }

  /** Make one call. Returns false if the changes have to wait. */
  async #send({ changes, adjusted }: Sendable): Promise<boolean> {
    this.#isResumed = false;
    for (const { key } of changes) this.#attempted.add(key);
    const asSent = bundled(adjusted ? [adjusted] : changes);
    // Stored before the call: if the tab is closed, the next one repeats the same call.
    if (asSent.length > 1) this.#replace(asSent);
    try {
      const outcome = await this.#options.send(asSent, this.#resolver());
      this.#failures = 0;
      for (const [local, id] of outcome.ids) this.#ids.set(local, id);
      for (const { key } of changes) this.#versions.set(key, outcome.versions);
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
    this.#set(rest.map((each) => this.#resolved(each, change.key, outcome.continueText)));
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
    if (this.#rejected.length > 0) return this.#nextUnblocked();
    const [first, ...others] = nextBundle(this.#pending, (key) => this.#attempted.has(key));
    return first ? { changes: [first, ...others] } : null;
  }

  /**
   * Return the first change that can be sent, with adjusted positions. An edit that refers to a new
   * element of a rejected change gets the position of that element, so that the order is right if
   * the rejected change is stored later.
   */
  #nextUnblocked(): Sendable | null {
    const rejected = new Set(this.#rejected.map(({ change }) => change.key));
    const blockedEdits: QueuedEdit[] = [];
    const blockedIds = new Set<number>();
    for (const change of this.#pending) {
      const ids = change.edits.flatMap(touchedIds).map(this.idOf);
      // A paste waits for the cut of its elements, which it would copy otherwise.
      const sourceIds = sourcesOf(change.edits).map(({ id }) => this.idOf(id));
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

  #reject(change: Change, failure: SaveFailure): void {
    if (this.#options.shouldDrop(change, failure)) this.#giveUp(change, null, failure);
    else {
      const rejected = { status: 'rejected', change, failure } as const;
      this.#rejected = [...this.#rejected, { ...rejected, change: this.#withLaterText(rejected) }];
      this.#notify();
    }
  }

  /**
   * Let a rejected text take over what was typed in its element since, so that the user decides
   * about all of it at once. Returns the rejected change as it is now.
   */
  #withLaterText({ change, failure }: Pick<RejectedState, 'change' | 'failure'>): Change {
    if (failure.type !== 'conflict' && failure.type !== 'gone') return change;
    let whole = change;
    const rest = this.#pending.filter((each) => {
      const amended = each.key === change.key ? null : amendedBy({ ...whole, isTyping: true }, each);
      if (amended) whole = { ...amended, isTyping: change.isTyping };
      return amended === null;
    });
    if (whole !== change) this.#set(rest.map((each) => (each.key === change.key ? whole : each)));
    return whole;
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

  /**
   * Replace local ids and keys by those of the server as far as they are known, and add remote text
   * of the reply. Another tab may have to send the change.
   */
  #resolved(change: Change, sentKey: string, continueText: SendOutcome['continueText']): Change {
    const versions = this.#versions.get(sentKey);
    const edits = change.edits.map((edit) => {
      const real = withServerIds(continueText?.(edit) ?? edit, this.idOf);
      const isUpdate = real.type === 'update' || real.type === 'delete';
      if (!isUpdate || real.base !== sentKey) return real;
      return { ...real, base: versions?.get(real.id) ?? null };
    });
    return edits.every((edit, index) => edit === change.edits[index]) ? change : { ...change, edits };
  }

  /** Return the version that an edit is based on; undefined: whatever version is stored. */
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
    this.#options.store(pending);
    this.#notify();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** Return why a change has to wait, or null if the failure is permanent. */
function waitingFor(error: unknown): (SendState & { status: 'waiting' })['reason'] | null {
  if (!(error instanceof ApiError)) return 'offline';
  if (error.status === 401) return 'signedOut';
  if (messageOf(error, '') === errorTexts.diskFull) return 'full';
  return error.status >= 500 || error.status === 429 || error.status === 408 ? 'server' : null;
}
