import type { QueryClient } from '@tanstack/react-query';
import type { Change } from './change.ts';
import { NewSpeakers } from './newSpeakers.ts';
import { type ScriptLists, scriptLists } from './script.data.ts';
import { nothingSent, type SendOutcome } from './sendOutcome.ts';
import type { IdResolver } from './serverIds.ts';
import { SeveralEdits } from './severalEdits.ts';
import { SingleEdits } from './singleEdits.ts';

/**
 * Sends changes: a single edit by its documented call; several edits, of one change or of a bundle,
 * by one call. Rejects as `call` does; the changes may then be sent again.
 */
export class ChangeSender {
  readonly #lists: ScriptLists;
  readonly #newSpeakers: NewSpeakers;
  readonly #singleEdits: SingleEdits;
  readonly #severalEdits: SeveralEdits;
  /**
   * Keys of changes whose reply may have been lost. The server repeats the original reply for them.
   */
  readonly #unconfirmedKeys = new Set<string>();

  constructor(client: QueryClient, projectId: number) {
    const lists = scriptLists(client, projectId);
    this.#lists = lists;
    this.#newSpeakers = new NewSpeakers({ client, projectId, elements: lists.elements });
    this.#singleEdits = new SingleEdits(projectId, lists);
    this.#severalEdits = new SeveralEdits(projectId, lists);
  }

  readonly send = async (changes: readonly Change[], resolver: IdResolver): Promise<SendOutcome> => {
    await this.#lists.cancelRefetch();
    const [first] = changes;
    if (!first) return nothingSent();
    const key = callKeyOf(first);
    const isAgain = this.#unconfirmedKeys.has(key);
    this.#unconfirmedKeys.add(key);
    const outcome = await this.#sendEdits(first, changes, resolver);
    this.#unconfirmedKeys.delete(key);
    const apply = () => {
      outcome.apply();
      // The repeated reply may be older than changes that are already shown.
      if (isAgain) this.#lists.invalidate();
      this.#lists.refetchIfOutdated();
    };
    return { ...outcome, apply };
  };

  /**
   * Refetch the list after the user decided about a rejected change. The user decides by the cached
   * list, so a cancelled refetch of it runs only afterwards.
   */
  afterDecision(): void {
    this.#lists.refetchIfOutdated();
  }

  /** Note a change of another tab, which may have sent it. */
  noteUnconfirmed(change: Change): void {
    this.#unconfirmedKeys.add(callKeyOf(change));
  }

  async #sendEdits(first: Change, changes: readonly Change[], resolver: IdResolver): Promise<SendOutcome> {
    for (const change of changes) await this.#newSpeakers.createOf(change);
    const edits = changes.flatMap((change) => change.edits);
    if (edits.length === 0) return nothingSent();
    const sendSingle = changes.length === 1 ? this.#singleEdits.senderOf(first) : null;
    if (sendSingle) return sendSingle(resolver);
    return this.#severalEdits.send({ key: callKeyOf(first), label: first.label, edits }, resolver);
  }
}

/** Return the idempotency key of the call that carries a change. */
const callKeyOf = ({ key, bundle }: Change): string => bundle?.key ?? key;
