import type {
  ContextReach,
  ConversationMessage,
  GivenContext,
  Suggestion,
} from '#shared/contract/assistant.ts';

/** A message as the chat shows it. */
export interface ChatMessage {
  key: string;
  role: 'user' | 'assistant';
  /** Text, never markup. */
  content: string;
  ending?: 'whole' | 'length' | 'stopped' | 'cut' | undefined;
  /** For a reply: ids of the suggestions that came with it. */
  suggestionIds: readonly string[];
  /** For a reply: the parts of the project that the model received. */
  given?: GivenContext | undefined;
  /** For a reply: the credits charged; undefined while unknown. */
  credits?: number | undefined;
}

export interface SessionState {
  /** Null: the next message starts one. */
  conversationId: number | null;
  title: string | null;
  messages: readonly ChatMessage[];
  /** Text of the input. */
  draft: string;
  /** The received part of a pending reply. */
  writing: string | null;
  /** Whether a conversation of the history is loading. */
  isOpening: boolean;
  /** Message of an error that is not shown in a toast. */
  problem: string | null;
  suggestions: readonly Suggestion[];
  /** Ids of the shown variants, by the ids of their cards (cards.ts). */
  shownVariants: ReadonlyMap<string, string>;
  /** Number of applied cards: several variants for the same words count once. */
  applied: number;
  rejected: number;
  isSuggesting: boolean;
  /** Whether the last request returned no suggestions. */
  isWithoutSuggestions: boolean;
  /** Ids of the cards that are being applied. */
  applying: ReadonlySet<string>;
  /** Keys of the parts that are excluded from the context until the page is closed. */
  leaveOut: ReadonlySet<string>;
  /** How much of the script models receive. */
  reach: ContextReach;
}

export const initialSessionState: SessionState = {
  conversationId: null,
  title: null,
  messages: [],
  draft: '',
  writing: null,
  isOpening: false,
  problem: null,
  suggestions: [],
  shownVariants: new Map(),
  applied: 0,
  rejected: 0,
  isSuggesting: false,
  isWithoutSuggestions: false,
  applying: new Set(),
  leaveOut: new Set(),
  reach: 'relevant',
};

/** Convert stored messages. The context of a reply is stored with its question. */
export function toChatMessages(messages: readonly ConversationMessage[]): ChatMessage[] {
  return messages.map((message, index) => {
    const context = message.context?.given ?? messages[index - 1]?.context?.given;
    return { ...toChatMessage(message), given: message.role === 'assistant' ? context : undefined };
  });
}

export function toChatMessage({ id, role, content, context }: ConversationMessage): ChatMessage {
  const suggestionIds = context?.suggestions?.map(({ id: each }) => each) ?? [];
  const { ending, given, credits } = context ?? {};
  return { key: `stored ${id}`, role, content, ending, suggestionIds, given, credits };
}

/** Return the title that the server gives a conversation that starts with this message (OQ-68). */
export function titleFrom(message: string): string {
  return message.trim().slice(0, 50);
}
