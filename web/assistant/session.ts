import type { QueryClient } from '@tanstack/react-query';
import type { ContextReach } from '#shared/contract/assistant.ts';
import { Chat } from './chat.ts';
import { type AssistantContext, keyOf } from './context.ts';
import { SuggestionQueue } from './offers.ts';
import { reachStore, type SessionStore } from './sessionStore.ts';

/**
 * State of one user's assistant in one project. It lives as long as the page: a reply continues
 * while the panel is closed, and suggestions and exclusions stay until a reload.
 */
export class Session {
  readonly #store: SessionStore;
  readonly chat: Chat;
  readonly offers: SuggestionQueue;
  readonly state: SessionStore['state'];
  readonly watch: SessionStore['watch'];
  readonly #projectId: number;
  #contextKey: string | null = null;

  constructor(store: SessionStore, client: QueryClient, projectId: number) {
    this.#store = store;
    this.#projectId = projectId;
    this.state = store.state;
    this.watch = store.watch;
    this.offers = new SuggestionQueue(store, client, projectId);
    this.chat = new Chat(store, this.offers, client, projectId);
  }

  /** Start a new conversation if the context is about another element or text. */
  readonly select = (context: AssistantContext | null): void => {
    const key = keyOf(context);
    // Clearing the context keeps the conversation.
    if (key === null || key === this.#contextKey) return;
    this.#contextKey = key;
    this.chat.clear();
  };

  /** Exclude parts of the project from the context, or include them again. */
  readonly leaveOut = (keys: readonly string[], isOut: boolean): void => {
    const rest = [...this.#store.state().leaveOut].filter((key) => !keys.includes(key));
    this.#store.set({ leaveOut: new Set(isOut ? [...rest, ...keys] : rest) });
  };

  /** Choose how much of the script models receive in this project. */
  readonly choose = (reach: ContextReach): void => {
    reachStore(this.#projectId).set(reach);
    this.#store.set({ reach });
  };

  readonly giveEverything = (): void => this.#store.set({ leaveOut: new Set() });
}
