import type { QueryClient } from '@tanstack/react-query';
import type { Suggestion } from '#shared/contract/assistant.ts';
import { ApiError, messageOf } from '#web/lib/api.ts';
import { logFailure } from '#web/lib/logFailure.ts';
import { showBalance, suggest } from './assistant.data.ts';
import { type Card, cardsOf, cardsOfPlaces, targetOf } from './cards.ts';
import { type AssistantContext, inputOf } from './context.ts';
import { RejectedStore } from './rejectedStore.ts';
import { showIfRejection } from './rejections.ts';
import { RequestKey } from './requestKey.ts';
import type { SessionStore } from './sessionStore.ts';

/** Apply a suggestion. Suggestions with the same `group` are undone together; null: separately. */
export type ApplySuggestion = (suggestion: Suggestion, group: string | null) => Promise<void>;

/**
 * The queue of undecided suggestions. They stay until the page is reloaded (decision OQ-72); a
 * rejected one is not offered again for the same text.
 */
export class SuggestionQueue {
  readonly #store: SessionStore;
  readonly #client: QueryClient;
  readonly #projectId: number;
  readonly #key = new RequestKey();
  readonly #rejected: RejectedStore;
  #call: AbortController | null = null;

  constructor(store: SessionStore, client: QueryClient, projectId: number) {
    this.#store = store;
    this.#client = client;
    this.#projectId = projectId;
    this.#rejected = new RejectedStore(projectId);
  }

  /** Request suggestions for the selection, or for the script. */
  readonly improve = async (context: AssistantContext | null): Promise<void> => {
    if (this.#call) return;
    const call = new AbortController();
    this.#call = call;
    this.#store.set({ isSuggesting: true, isWithoutSuggestions: false, problem: null });
    try {
      const body = inputOf(context, this.#store.state());
      const options = { signal: call.signal, idempotencyKey: this.#key.for(body) };
      const { suggestions, creditBalance } = await suggest(this.#projectId, body, options);
      this.#key.done();
      this.add(suggestions);
      this.#store.set({ isWithoutSuggestions: this.#rejected.left(suggestions).length === 0 });
      showBalance(this.#client, this.#projectId, creditBalance);
    } catch (error) {
      const isStopped = call.signal.aborted;
      if (error instanceof ApiError || isStopped) this.#key.done();
      if (!showIfRejection(error, this.#client, this.#projectId) && !isStopped) {
        this.#store.set({ problem: messageOf(error, 'Suggestions could not be made. Please try again.') });
      }
    } finally {
      this.#call = null;
      this.#store.set({ isSuggesting: false });
    }
  };

  readonly stop = (): void => this.#call?.abort();

  /** Append suggestions, without duplicates and without those that were rejected before. */
  add(suggestions: readonly Suggestion[]): void {
    const known = this.#store.state().suggestions;
    const seen = new Set(known.flatMap((each) => [each.id, sayingOf(each)]));
    const added = this.#rejected
      .left(suggestions)
      .filter((each) => !seen.has(each.id) && !seen.has(sayingOf(each)));
    if (added.length > 0) this.#store.set({ suggestions: [...known, ...added] });
  }

  /** Show another variant of a card; after the last comes the first. */
  readonly turn = ({ id, variants, shown }: Card, steps: 1 | -1): void => {
    const at = variants.indexOf(shown) + steps;
    const next = variants.at(at % variants.length);
    if (!next || this.#store.state().applying.has(id)) return;
    const { shownVariants } = this.#store.state();
    this.#store.set({ shownVariants: new Map([...shownVariants, [id, next.id]]) });
  };

  /**
   * Pass the shown variant to `apply`, which rejects when it cannot be done; the card then stays.
   */
  readonly accept = async (card: Card, apply: ApplySuggestion): Promise<void> => {
    this.#store.set({ problem: null });
    await this.#apply(card, apply, null);
  };

  /**
   * Accept the shown variant of each card of a type, one after another: each changes the script
   * that the next is checked against.
   */
  readonly acceptAll = async (type: Suggestion['type'], apply: ApplySuggestion): Promise<void> => {
    this.#store.set({ problem: null });
    const { suggestions, shownVariants } = this.#store.state();
    const cards = cardsOf(suggestions, shownVariants)
      .flatMap(cardsOfPlaces)
      .filter(({ shown }) => shown.type === type);
    // Insertions behind the same element run in reverse, so that they end up as listed.
    if (type === 'insert_after') cards.reverse();
    const group = crypto.randomUUID();
    for (const card of cards) await this.#apply(card, apply, group);
  };

  /** Accept every place of a habit that has a rewrite, as one undo step. */
  readonly acceptPlaces = async (card: Card, apply: ApplySuggestion): Promise<void> => {
    this.#store.set({ problem: null });
    const group = crypto.randomUUID();
    for (const place of cardsOfPlaces(card)) {
      if (place.shown.type !== 'note') await this.#apply(place, apply, group);
    }
  };

  readonly reject = (card: Card): void => {
    if (this.#store.state().applying.has(card.id) || !this.#has(card)) return;
    this.#rejected.add(card.habit === null ? card.variants : [card.shown]);
    this.#store.set({ ...this.#without(card), rejected: this.#store.state().rejected + 1, problem: null });
  };

  /** Reject all places of a habit. */
  readonly rejectPlaces = (card: Card): void => {
    const { applying, suggestions, rejected } = this.#store.state();
    if (applying.has(card.id) || !this.#has(card)) return;
    this.#rejected.add(card.variants);
    const removedIds = new Set(card.variants.map(({ id }) => id));
    this.#store.set({
      suggestions: suggestions.filter(({ id }) => !removedIds.has(id)),
      rejected: rejected + card.variants.length,
      problem: null,
    });
  };

  async #apply(card: Card, apply: ApplySuggestion, group: string | null): Promise<void> {
    const { id, shown } = card;
    if (this.#store.state().applying.has(id) || !this.#has(card)) return;
    this.#store.set({ applying: new Set([...this.#store.state().applying, id]) });
    try {
      await apply(shown, group);
      this.#store.set({ ...this.#without(card), applied: this.#store.state().applied + 1 });
    } catch (error) {
      logFailure('Failed to apply suggestion', error);
      showIfRejection(error, this.#client, this.#projectId);
      this.#store.set({ problem: problemOf(error, shown) });
    } finally {
      const rest = [...this.#store.state().applying].filter((each) => each !== id);
      this.#store.set({ applying: new Set(rest) });
    }
  }

  #has({ shown }: Card): boolean {
    return this.#store.state().suggestions.some(({ id }) => id === shown.id);
  }

  /**
   * Return the state without the card's variants; for a habit, without the shown place only, and
   * with the next place shown.
   */
  #without({ id, habit, variants, shown }: Card) {
    const { suggestions, shownVariants } = this.#store.state();
    const target = targetOf(shown);
    const shownOthers = [...shownVariants].filter(([cardId]) => cardId !== id);
    const next = habit === null ? undefined : variants[variants.indexOf(shown) + 1];
    return {
      suggestions: suggestions.filter((each) =>
        habit === null ? targetOf(each) !== target || each.habit !== undefined : each.id !== shown.id,
      ),
      shownVariants: new Map(next ? [...shownOthers, [id, next.id]] : shownOthers),
    };
  }
}

/** Return a key that is equal for suggestions that propose the same. */
function sayingOf(suggestion: Suggestion): string {
  const { description, suggestedContent, habit } = suggestion;
  return JSON.stringify([
    targetOf(suggestion),
    habit === undefined ? suggestedContent : [habit, description],
  ]);
}

function problemOf(error: unknown, { description }: Suggestion): string {
  const status = error instanceof ApiError ? error.status : 0;
  if (status === 409)
    return `"${description}" no longer fits: this element changed since the suggestion was made.`;
  if (status === 404) return `"${description}" no longer fits: its element was deleted.`;
  if (status === 403) return messageOf(error, 'You don’t have permission to edit this script.');
  return `"${description}" could not be applied. Please try again.`;
}
