import type { QueryClient } from '@tanstack/react-query';
import { type ChatReply, newConversationTitle } from '#shared/contract/assistant.ts';
import { ApiError } from '#web/lib/api.ts';
import { toast } from '#web/lib/toast.ts';
import { toastTexts } from '#web/lib/toastTexts.ts';
import {
  ask,
  readConversation,
  readLatestConversation,
  refreshBalance,
  refreshConversations,
  showBalance,
  startConversation,
} from './assistant.data.ts';
import { type AssistantContext, inputOf } from './context.ts';
import type { SuggestionQueue } from './offers.ts';
import { showIfRejection } from './rejections.ts';
import { RequestKey } from './requestKey.ts';
import {
  type ChatMessage,
  initialSessionState,
  titleFrom,
  toChatMessage,
  toChatMessages,
} from './sessionState.ts';
import type { SessionStore } from './sessionStore.ts';

/** A pending call; one that is no longer current writes nothing into the chat. */
interface Call {
  abort: AbortController;
}

/**
 * Delays between attempts to fetch a stopped reply: the server stores it once it notices the stop.
 */
const settlingMs = [300, 700, 1500, 3000, 6000];

/** The open conversation with the assistant. */
export class Chat {
  readonly #store: SessionStore;
  readonly #offers: SuggestionQueue;
  readonly #client: QueryClient;
  readonly #projectId: number;
  readonly #key = new RequestKey();
  #call: Call | null = null;
  /** Title of a conversation whose first reply was stopped before the server sent its id. */
  #startedTitle: string | null = null;
  #lastKey = 0;

  constructor(store: SessionStore, offers: SuggestionQueue, client: QueryClient, projectId: number) {
    this.#store = store;
    this.#offers = offers;
    this.#client = client;
    this.#projectId = projectId;
  }

  readonly write = (draft: string): void => this.#store.set({ draft });

  /** Start a new chat: empty at once, created by the server, but never a second empty one. */
  readonly startNew = async (): Promise<void> => {
    const { conversationId, messages, writing } = this.#store.state();
    if (conversationId !== null && messages.length === 0 && writing === null) return;
    this.clear();
    const opening = this.#beginOpening();
    try {
      const { id, title } = await startConversation(this.#projectId);
      if (this.#call === opening) this.#store.set({ conversationId: id, title });
      refreshConversations(this.#client, this.#projectId);
    } catch {
      // In that case the first message creates the conversation.
    } finally {
      this.#end(opening);
    }
  };

  /** Open a conversation of the history. */
  readonly open = async (conversationId: number): Promise<void> => {
    this.clear();
    const opening = this.#beginOpening();
    try {
      const { title, messages } = await readConversation(conversationId);
      if (this.#call === opening)
        this.#store.set({ conversationId, title, messages: toChatMessages(messages) });
    } catch {
      if (this.#call === opening) {
        this.#store.set({ problem: 'The conversation could not be loaded. Please try again.' });
      }
    } finally {
      this.#end(opening);
    }
  };

  /** Start a new conversation if the deleted one was open (decision OQ-68). */
  readonly forget = (conversationId: number): void => {
    if (this.#store.state().conversationId !== conversationId) return;
    this.clear();
    void this.startNew();
  };

  /** Send a message unless it is blank or a reply is pending. */
  readonly send = async (message: string, context: AssistantContext | null): Promise<void> => {
    if (message.trim() === '' || this.#call) return;
    const { messages, draft, leaveOut, reach } = this.#store.state();
    const call: Call = { abort: new AbortController() };
    this.#call = call;
    const question = { key: this.#newKey(), role: 'user', content: message, suggestionIds: [] } as const;
    this.#store.set({
      messages: [...messages, question],
      writing: '',
      problem: null,
      ...(message === draft && { draft: '' }),
    });
    let text = '';
    const onText = (piece: string) => {
      text += piece;
      if (this.#call === call) this.#store.set({ writing: text });
    };
    try {
      const conversationId = this.#store.state().conversationId ?? (await this.#started());
      const body = {
        message,
        ...(conversationId !== null && { conversationId }),
        ...inputOf(context, { leaveOut, reach }),
      };
      const { signal } = call.abort;
      const reply = await ask(this.#projectId, body, { signal, idempotencyKey: this.#key.for(body), onText });
      this.#key.done();
      this.#answered(call, reply, message);
    } catch (error) {
      if (call.abort.signal.aborted) this.#stopped(call, text, message);
      else this.#failed(call, error, { message, messages });
    } finally {
      if (this.#call === call) {
        this.#call = null;
        this.#store.set({ writing: null });
      }
      refreshConversations(this.#client, this.#projectId);
    }
  };

  /** Stop the reply. The received part stays and is charged (decision OQ-69). */
  readonly stop = (): void => this.#call?.abort.abort();

  /**
   * Detach from the conversation; the server creates the next one with its first message. A pending
   * reply continues in the old one.
   */
  clear(): void {
    this.#call = null;
    this.#key.done();
    this.#startedTitle = null;
    const { conversationId, title, messages, writing, isOpening, problem } = initialSessionState;
    this.#store.set({ conversationId, title, messages, writing, isOpening, problem });
  }

  #answered(call: Call, { conversationId, message, suggestions, creditBalance }: ChatReply, asked: string) {
    this.#offers.add(suggestions);
    showBalance(this.#client, this.#projectId, creditBalance);
    if (this.#call !== call) return;
    const { messages, title } = this.#store.state();
    this.#store.set({
      conversationId,
      // The first question also names a conversation that was created empty.
      title: title === null || title === newConversationTitle ? titleFrom(asked) : title,
      messages: [...messages, { ...toChatMessage(message), suggestionIds: suggestions.map(({ id }) => id) }],
      writing: null,
    });
  }

  #stopped(call: Call, text: string, asked: string): void {
    if (this.#call !== call) return;
    const { messages, conversationId } = this.#store.state();
    if (conversationId === null) this.#startedTitle ??= titleFrom(asked);
    this.#key.done();
    const key = this.#newKey();
    const reply = { key, role: 'assistant', content: text, ending: 'stopped', suggestionIds: [] } as const;
    this.#store.set({ messages: [...messages, reply] });
    void this.#settled(reply, asked);
  }

  /**
   * Fetch the cost of a stopped reply and the remaining credits: the server charges when it notices
   * the stop, and stores the reply with its cost. Without a stored reply nothing was received.
   */
  async #settled(reply: ChatMessage, asked: string): Promise<void> {
    for (const ms of settlingMs) {
      await new Promise((resolve) => setTimeout(resolve, ms));
      const stored = await this.#kept(asked).catch(() => null); // the network may be what stopped it
      if (!stored) continue;
      const { messages } = this.#store.state();
      const isShown = messages.some(({ key }) => key === reply.key);
      const settledReply = { ...reply, given: stored.given, credits: stored.credits };
      if (isShown)
        this.#store.set({ messages: messages.map((each) => (each.key === reply.key ? settledReply : each)) });
      break;
    }
    refreshBalance(this.#client, this.#projectId);
  }

  /** Return the stored reply to that question; null if there is none yet. */
  async #kept(asked: string): Promise<ChatMessage | null> {
    const { conversationId } = this.#store.state();
    const id = conversationId ?? (await this.#started());
    if (id === null) return null;
    const messages = toChatMessages((await readConversation(id)).messages);
    const [question, answer] = messages.slice(-2);
    return question?.content === asked.trim() && answer?.ending === 'stopped' ? answer : null;
  }

  /** Return the text to the input, unless another message is being typed there. */
  #failed(call: Call, error: unknown, sent: { message: string; messages: readonly ChatMessage[] }): void {
    if (error instanceof ApiError) this.#key.done();
    if (this.#call === call) {
      this.#store.set({ messages: sent.messages });
      // The conversation was deleted elsewhere: the next message begins another.
      if (error instanceof ApiError && error.status === 404) this.#store.set({ conversationId: null });
    }
    if (this.#store.state().draft.trim() === '') this.#store.set({ draft: sent.message });
    if (!showIfRejection(error, this.#client, this.#projectId)) toast(toastTexts.messageNotSent);
  }

  /**
   * Return the id of the conversation whose first reply was stopped, if the server has stored it.
   */
  async #started(): Promise<number | null> {
    const title = this.#startedTitle;
    if (title === null) return null;
    const latest = await readLatestConversation(this.#projectId);
    return latest?.title === title ? latest.id : null;
  }

  #beginOpening(): Call {
    const opening: Call = { abort: new AbortController() };
    this.#call = opening;
    this.#store.set({ isOpening: true });
    return opening;
  }

  #end(opening: Call): void {
    if (this.#call !== opening) return;
    this.#call = null;
    this.#store.set({ isOpening: false });
  }

  #newKey(): string {
    this.#lastKey += 1;
    return `new ${this.#lastKey}`;
  }
}
