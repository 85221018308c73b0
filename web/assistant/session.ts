import type { QueryClient } from '@tanstack/react-query';
import { type ChatReply, newConversationTitle, type Suggestion } from '#shared/contract/assistant.ts';
import { ApiError, messageOf } from '#web/lib/api.ts';
import { browserPage } from '#web/lib/leave.ts';
import { toast } from '#web/lib/toast.ts';
import { toastTexts } from '#web/lib/toastTexts.ts';
import {
  ask,
  readConversation,
  readLatestConversation,
  refreshConversations,
  showBalance,
  startConversation,
  suggest,
} from './assistant.data.ts';
import { type AssistantContext, keyOf, selectionOf } from './context.ts';
import { type ChatMessage, fresh, type SessionState, shown, shownAll, titleFrom } from './sessionState.ts';

/** Suggestions of the same group are undone together; null: on its own. */
export type Apply = (suggestion: Suggestion, group: string | null) => Promise<void>;

/** A call on its way; one that is not the current one any more writes nothing into the chat. */
interface Call {
  abort: AbortController;
}

/**
 * What one writer and the assistant have going in one project. It lasts as long as the page: a reply goes on while
 * the panel is away, and suggestions stay until the page is loaded again (decision OQ-72).
 */
export class Session {
  #state = fresh;
  readonly #listeners = new Set<() => void>();
  readonly #client: QueryClient;
  readonly #projectId: number;
  #chat: Call | null = null;
  #suggest: Call | null = null;
  #contextKey: string | null = null;
  /** Calls that broke off, which the server may have answered: sent again, they go under the same key. */
  readonly #unanswered = new Map<'chat' | 'suggest', { body: string; key: string }>();
  /** Title of a conversation that a stopped reply began; the server never said which it is. */
  #startedTitle: string | null = null;
  #lastKey = 0;

  constructor(client: QueryClient, projectId: number) {
    this.#client = client;
    this.#projectId = projectId;
  }

  readonly state = (): SessionState => this.#state;

  readonly watch = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly write = (draft: string): void => this.#set({ draft });

  /** Something else was selected: a new conversation, of which the server learns with its first message. */
  readonly select = (context: AssistantContext | null): void => {
    const key = keyOf(context);
    // What is taken away leaves the conversation as it is.
    if (key === null || key === this.#contextKey) return;
    this.#contextKey = key;
    this.#clear();
  };

  /** "New": the chat is empty at once, and the server makes the conversation, but not a second empty one. */
  readonly startNew = async (): Promise<void> => {
    const { conversationId, messages, writing } = this.#state;
    if (conversationId !== null && messages.length === 0 && writing === null) return;
    this.#clear();
    const opening = this.#beginOpening();
    try {
      const { id, title } = await startConversation(this.#projectId);
      if (this.#chat === opening) this.#set({ conversationId: id, title });
      refreshConversations(this.#client, this.#projectId);
    } catch {
      // The first message makes a conversation then.
    } finally {
      this.#end(opening);
    }
  };

  /** Shows a conversation of the history. */
  readonly open = async (conversationId: number): Promise<void> => {
    this.#clear();
    const opening = this.#beginOpening();
    try {
      const { title, messages } = await readConversation(conversationId);
      if (this.#chat === opening) this.#set({ conversationId, title, messages: shownAll(messages) });
    } catch {
      if (this.#chat === opening) {
        this.#set({ problem: 'The conversation could not be loaded. Please try again.' });
      }
    } finally {
      this.#end(opening);
    }
  };

  /** The conversation is deleted; the open one gives way to a new one (decision OQ-68). */
  readonly forget = (conversationId: number): void => {
    if (this.#state.conversationId !== conversationId) return;
    this.#clear();
    void this.startNew();
  };

  /** Blank text, and a second message while a reply is on its way, are not sent. */
  readonly send = async (message: string, context: AssistantContext | null): Promise<void> => {
    if (message.trim() === '' || this.#chat) return;
    const { messages } = this.#state;
    const call: Call = { abort: new AbortController() };
    this.#chat = call;
    const isDraft = message === this.#state.draft;
    const question = { key: this.#newKey(), role: 'user', content: message, suggestionIds: [] } as const;
    this.#set({
      messages: [...messages, question],
      writing: '',
      problem: null,
      ...(isDraft && { draft: '' }),
    });
    let text = '';
    const onText = (piece: string) => {
      text += piece;
      if (this.#chat === call) this.#set({ writing: text });
    };
    try {
      const conversationId = this.#state.conversationId ?? (await this.#started());
      const body = {
        message,
        ...(conversationId !== null && { conversationId }),
        ...selectionOf(context),
      };
      const reply = await ask(this.#projectId, body, {
        signal: call.abort.signal,
        idempotencyKey: this.#keyFor('chat', body),
        onText,
      });
      this.#unanswered.delete('chat');
      this.#answered(call, reply, message);
    } catch (error) {
      if (call.abort.signal.aborted) this.#stopped(call, text, message);
      else this.#failed(call, error, { message, messages });
    } finally {
      if (this.#chat === call) {
        this.#chat = null;
        this.#set({ writing: null });
      }
      refreshConversations(this.#client, this.#projectId);
    }
  };

  /** What has come of the reply stays, and is paid for (decision OQ-69). */
  readonly stop = (): void => this.#chat?.abort.abort();

  /** Suggestions for what is selected, or for the script. */
  readonly improve = async (context: AssistantContext | null): Promise<void> => {
    if (this.#suggest) return;
    const call: Call = { abort: new AbortController() };
    this.#suggest = call;
    this.#set({ isSuggesting: true, isWithoutSuggestions: false, problem: null });
    try {
      const { signal } = call.abort;
      const body = selectionOf(context);
      const idempotencyKey = this.#keyFor('suggest', body);
      const { suggestions, creditBalance } = await suggest(this.#projectId, body, { signal, idempotencyKey });
      this.#unanswered.delete('suggest');
      this.#add(suggestions);
      this.#set({ isWithoutSuggestions: suggestions.length === 0 });
      showBalance(this.#client, this.#projectId, creditBalance);
    } catch (error) {
      if (error instanceof ApiError || call.abort.signal.aborted) this.#unanswered.delete('suggest');
      if (isOutOfCredits(error)) tellOutOfCredits();
      else if (!call.abort.signal.aborted) {
        this.#set({ problem: messageOf(error, 'Suggestions could not be made. Please try again.') });
      }
    } finally {
      this.#suggest = null;
      this.#set({ isSuggesting: false });
    }
  };

  readonly stopSuggesting = (): void => this.#suggest?.abort.abort();

  /** Hands it to `apply`, which rejects where it cannot be done; then it stays in the list. */
  readonly accept = async (suggestion: Suggestion, apply: Apply): Promise<void> => {
    this.#set({ problem: null });
    await this.#apply(suggestion, apply, null);
  };

  /** One after another: each changes the script that the next one is checked against. */
  readonly acceptAll = async (type: Suggestion['type'], apply: Apply): Promise<void> => {
    this.#set({ problem: null });
    const group = crypto.randomUUID();
    for (const suggestion of this.#state.suggestions.filter((each) => each.type === type)) {
      await this.#apply(suggestion, apply, group);
    }
  };

  readonly reject = ({ id }: Suggestion): void => {
    if (this.#state.applying.has(id) || !this.#has(id)) return;
    this.#set({ suggestions: this.#without(id), rejected: this.#state.rejected + 1, problem: null });
  };

  async #apply(suggestion: Suggestion, apply: Apply, group: string | null): Promise<void> {
    const { id } = suggestion;
    if (this.#state.applying.has(id) || !this.#has(id)) return;
    this.#set({ applying: new Set([...this.#state.applying, id]) });
    try {
      await apply(suggestion, group);
      this.#set({ suggestions: this.#without(id), applied: this.#state.applied + 1 });
    } catch (error) {
      this.#set({ problem: problemOf(error, suggestion) });
    } finally {
      this.#set({ applying: new Set([...this.#state.applying].filter((each) => each !== id)) });
    }
  }

  #answered(
    call: Call,
    { conversationId, message, suggestions, creditBalance }: ChatReply,
    asked: string,
  ): void {
    this.#add(suggestions);
    showBalance(this.#client, this.#projectId, creditBalance);
    if (this.#chat !== call) return;
    const { messages, title } = this.#state;
    this.#set({
      conversationId,
      // The first question names a conversation that was made empty, too.
      title: title === null || title === newConversationTitle ? titleFrom(asked) : title,
      messages: [...messages, { ...shown(message), suggestionIds: suggestions.map(({ id }) => id) }],
      writing: null,
    });
  }

  #stopped(call: Call, text: string, asked: string): void {
    if (this.#chat !== call) return;
    if (this.#state.conversationId === null) this.#startedTitle ??= titleFrom(asked);
    this.#unanswered.delete('chat');
    const reply = {
      key: this.#newKey(),
      role: 'assistant',
      content: text,
      ending: 'stopped',
      suggestionIds: [],
    } as const;
    this.#set({ messages: [...this.#state.messages, reply] });
  }

  /** The text goes back to the input, unless something else is being written there. */
  #failed(call: Call, error: unknown, sent: { message: string; messages: readonly ChatMessage[] }): void {
    if (error instanceof ApiError) this.#unanswered.delete('chat');
    if (this.#chat === call) {
      this.#set({ messages: sent.messages });
      // The conversation was deleted elsewhere: the next message begins another.
      if (error instanceof ApiError && error.status === 404) this.#set({ conversationId: null });
    }
    if (this.#state.draft.trim() === '') this.#set({ draft: sent.message });
    if (isOutOfCredits(error)) tellOutOfCredits();
    else toast(toastTexts.messageNotSent);
  }

  /** The conversation that a stopped reply began, where the server has kept it. */
  async #started(): Promise<number | null> {
    const title = this.#startedTitle;
    if (title === null) return null;
    const latest = await readLatestConversation(this.#projectId);
    return latest?.title === title ? latest.id : null;
  }

  #keyFor(what: 'chat' | 'suggest', input: object): string {
    const body = JSON.stringify(input);
    const known = this.#unanswered.get(what);
    if (known?.body === body) return known.key;
    const key = crypto.randomUUID();
    this.#unanswered.set(what, { body, key });
    return key;
  }

  #beginOpening(): Call {
    const opening: Call = { abort: new AbortController() };
    this.#chat = opening;
    this.#set({ isOpening: true });
    return opening;
  }

  #end(opening: Call): void {
    if (this.#chat !== opening) return;
    this.#chat = null;
    this.#set({ isOpening: false });
  }

  /** A reply on its way goes on at the server, and is found in the history. */
  #clear(): void {
    this.#chat = null;
    this.#unanswered.delete('chat');
    this.#startedTitle = null;
    const { conversationId, title, messages, writing, isOpening, problem } = fresh;
    this.#set({ conversationId, title, messages, writing, isOpening, problem });
  }

  #add(suggestions: readonly Suggestion[]): void {
    const added = suggestions.filter(({ id }) => !this.#has(id));
    if (added.length > 0) this.#set({ suggestions: [...this.#state.suggestions, ...added] });
  }

  #has(id: string): boolean {
    return this.#state.suggestions.some((each) => each.id === id);
  }

  #without(id: string): Suggestion[] {
    return this.#state.suggestions.filter((each) => each.id !== id);
  }

  #newKey(): string {
    this.#lastKey += 1;
    return `new ${this.#lastKey}`;
  }

  #set(change: Partial<SessionState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}

function isOutOfCredits(error: unknown): boolean {
  return error instanceof ApiError && error.status === 402;
}

function tellOutOfCredits(): void {
  const action = { label: 'Buy Credits', onClick: () => browserPage.leaveTo('/buy-credits') };
  toast({ ...toastTexts.outOfCredits, action });
}

function problemOf(error: unknown, { description }: Suggestion): string {
  const status = error instanceof ApiError ? error.status : 0;
  if (status === 409)
    return `"${description}" no longer fits: this element changed since the suggestion was made.`;
  if (status === 404) return `"${description}" no longer fits: its element was deleted.`;
  return `"${description}" could not be applied. Please try again.`;
}
