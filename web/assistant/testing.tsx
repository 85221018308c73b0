import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { type ComponentProps, useState } from 'react';
import { vi } from 'vitest';
import type { AiPrice, ContextPart, previewContext } from '#shared/contract/ai.ts';
import type { Conversation, ConversationMessage, Suggestion } from '#shared/contract/assistant.ts';
import type { Project } from '#shared/contract/projects.ts';
import type { CallReply } from '#shared/endpoint.ts';
import { encodeProjectId } from '#shared/projectCode.ts';
import type { TestBrowser } from '#test/browser.ts';
import { createQueryClient } from '#web/lib/queryClient.ts';
import { aProject, aUser, builtIn, json, rejection } from '#web/lib/testing.ts';
import { currentUserQuery } from '#web/session/auth.ts';
import { TooltipProvider } from '#web/ui/Tooltip.tsx';
import { AssistantPanel } from './AssistantPanel.tsx';
import type { AssistantContext } from './context.ts';
import { SuggestionsPanel } from './SuggestionsPanel.tsx';
import { useAssistant } from './useAssistant.ts';

export function aContext(changes: Partial<AssistantContext> = {}): AssistantContext {
  return {
    elementId: 7,
    elementType: 'dialogue',
    label: 'Tobias, dialogue, scene 31',
    content: 'She came aboard with *one suitcase*.',
    characterName: 'TOBIAS',
    selectedText: null,
    ...changes,
  };
}

let made = 0;

export function aSuggestion(changes: Partial<Suggestion> = {}): Suggestion {
  made += 1;
  return {
    id: `suggestion ${made}`,
    type: 'modify',
    description: 'Let the ticket carry the threat',
    confidence: 0.86,
    reasoning: 'A date explains.',
    originalContent: 'one suitcase',
    suggestedContent: 'one small suitcase',
    elementId: 7,
    elementType: 'dialogue',
    characterName: 'TOBIAS',
    ...changes,
  };
}

export function aConversation(changes: Partial<Conversation> = {}): Conversation {
  made += 1;
  return { id: made, projectId: 1, title: `Talk ${made}`, updatedAt: new Date().toISOString(), ...changes };
}

export function aMessage(changes: Partial<ConversationMessage> = {}): ConversationMessage {
  made += 1;
  return {
    id: made,
    conversationId: 1,
    role: 'assistant',
    content: 'He should say less.',
    timestamp: '2026-01-05T12:00:00Z',
    context: null,
    ...changes,
  };
}

/** A pending reply that the test writes piece by piece. */
export class Reply {
  readonly response: Response;
  isAborted = false;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;

  constructor(signal?: AbortSignal | null) {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.#controller = controller;
      },
    });
    this.response = new Response(body, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } });
    signal?.addEventListener('abort', () => {
      this.isAborted = true;
      this.#controller?.error(signal.reason);
    });
  }

  raw(text: string): void {
    this.#controller?.enqueue(new TextEncoder().encode(text));
  }

  send(event: string, data: object): void {
    this.raw(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  say(text: string): void {
    this.send('delta', { text });
  }

  done(content: string, { conversationId = 50, suggestions = [] as Suggestion[], ...more } = {}): void {
    const message = aMessage({ conversationId, content, ...more });
    this.send('done', { conversationId, suggestions, message, creditBalance: 411.5 });
    this.end();
  }

  end(): void {
    this.#controller?.close();
  }
}

/** Return a promise that rejects only when the call is aborted. */
function abortOf(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

interface Sent {
  method: string;
  /** After /api. */
  path: string;
  body: Record<string, unknown> | null;
  headers: Headers;
}

const ofProject = `/projects/${encodeProjectId(1)}`;
export const chatPath = `${ofProject}/ai-chat`;
export const contextPath = `${ofProject}/ai-context`;

export function aPart(
  kind: ContextPart['kind'],
  name: string,
  changes: Partial<ContextPart> = {},
): ContextPart {
  const hasName = kind === 'character' || kind === 'scene';
  return { key: hasName ? `${kind}:${name}` : kind, kind, label: name, form: 'full', size: 100, ...changes };
}

/** A fake of the assistant's API that answers HTTP calls. */
export class AssistantServer {
  ai = builtIn;
  conversations: Conversation[] = [];
  messages: ConversationMessage[] = [];
  suggestions: Suggestion[] = [];
  /** Answers calls before the fake does; undefined falls through to the fake. */
  instead: ((sent: Sent) => Response | Promise<Response> | undefined) | null = null;
  /** Every call. */
  readonly sent: Sent[] = [];
  /** Replies of the chat, in order. */
  readonly replies: Reply[] = [];

  /** Parts of the project when none is excluded. */
  parts: ContextPart[] = [];
  /** Price of a question with the current context. */
  questionPrice: AiPrice | undefined;
  /** Price of suggestions about a selection, where it differs from the general price. */
  offerPrice: AiPrice | undefined;

  /** Excluded keys of each call of the preview. */
  get previewed(): unknown[] {
    return this.sent.filter(({ path }) => path === contextPath).map(({ body }) => body?.leaveOut ?? []);
  }

  /** Calls of the chat. */
  get asked(): Sent[] {
    return this.sent.filter(({ path }) => path === chatPath);
  }

  get reply(): Reply {
    const reply = this.replies.at(-1);
    if (!reply) throw new Error('Nothing was asked');
    return reply;
  }

  readonly fetch = async (address: string, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(address, 'http://test');
    const path = url.pathname.replace(/^\/api/, '');
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : null;
    const sent = {
      method: init.method ?? 'GET',
      path: path + url.search,
      body,
      headers: new Headers(init.headers),
    };
    this.sent.push(sent);
    const other = await Promise.race([this.instead?.(sent), abortOf(init.signal)]);
    if (other) return other;
    if (path === `${ofProject}/ai`) return json(this.ai);
    if (path === chatPath) {
      const reply = new Reply(init.signal);
      this.replies.push(reply);
      return reply.response;
    }
    if (path === contextPath) return json(this.preview(body?.leaveOut ?? []));
    if (path === `${ofProject}/generate-improvements`) {
      return json({ suggestions: this.suggestions, creditBalance: 411.5 });
    }
    if (path === `${ofProject}/conversations/paginated`) return json(this.#page(url.searchParams));
    if (path === `${ofProject}/conversations`) {
      const conversation = aConversation({ title: 'New Conversation' });
      this.conversations.unshift(conversation);
      return json(conversation, 201);
    }
    return this.#one(sent.method, Number(path.match(/^\/conversations\/(\d+)$/)?.[1]));
  };

  /** Price of each reach; empty for the built-in engine. */
  reaches: CallReply<typeof previewContext>['reaches'] = [];

  preview(leaveOut: unknown): CallReply<typeof previewContext> {
    const isOut = ({ key }: ContextPart) => Array.isArray(leaveOut) && leaveOut.includes(key);
    const parts = this.parts.map((part) =>
      isOut(part) ? ({ ...part, form: 'left_out', size: 0 } as const) : part,
    );
    const size = parts.reduce((sum, part) => sum + part.size, 0);
    const { price, improvementsPrice } = this.ai;
    return {
      ...{ parts, size, limit: 20_000, price: this.questionPrice ?? price },
      improvementsPrice: this.offerPrice ?? improvementsPrice,
      reaches: this.reaches,
    };
  }

  #page(query: URLSearchParams) {
    const offset = Number(query.get('offset'));
    const end = offset + Number(query.get('limit'));
    return { conversations: this.conversations.slice(offset, end), hasMore: end < this.conversations.length };
  }

  #one(method: string, id: number): Response {
    const conversation = this.conversations.find((each) => each.id === id);
    if (!conversation) return rejection(404, 'Conversation not found');
    if (method === 'GET') return json({ ...conversation, messages: this.messages });
    this.conversations = this.conversations.filter((each) => each !== conversation);
    return new Response(null, { status: 204 });
  }
}

type PanelProps = ComponentProps<typeof AssistantPanel> & ComponentProps<typeof SuggestionsPanel>;
type Props = Partial<Omit<PanelProps, 'project' | 'assistant'>> & { tab?: 'chat' | 'suggestions' };

type Given = 'role' | 'brief' | 'aiAccess';

interface Opened {
  client: QueryClient;
  change: (props: Props) => void;
  close: () => void;
}

/** Show one of the tabs to Olive, as the owner unless another role is given. */
export function openAssistant(
  server: AssistantServer,
  { role = 'owner', brief, aiAccess, ...props }: Props & Partial<Pick<Project, Given>> = {},
): Opened {
  vi.stubGlobal('fetch', server.fetch);
  const client = createQueryClient();
  client.setQueryData(currentUserQuery.queryKey, aUser({ creditBalance: 412 }));
  let shownProps: Props = props;
  const view = () => (
    <QueryClientProvider client={client}>
      <TooltipProvider>
        <Screen
          project={aProject({ role, ...(brief && { brief }), ...(aiAccess && { aiAccess }) })}
          {...shownProps}
        />
      </TooltipProvider>
    </QueryClientProvider>
  );
  const { rerender, unmount } = render(view());
  const change = (more: Props) => {
    shownProps = { ...shownProps, ...more };
    rerender(view());
  };
  return { client, change, close: unmount };
}

/** Show the chat in a browser against the real application. */
export function openChat({ project }: Pick<TestBrowser, 'project'>, context: AssistantContext | null = null) {
  const { unmount } = render(
    <QueryClientProvider client={createQueryClient()}>
      <TooltipProvider>
        <Screen project={project} context={context} />
      </TooltipProvider>
    </QueryClientProvider>,
  );
  return { close: unmount };
}

/** Holds the context as the script screen does. */
function Screen({ project, tab = 'chat', context: wanted = null, ...props }: Props & { project: Project }) {
  const [cleared, setCleared] = useState<AssistantContext | null>(null);
  const context = wanted === cleared ? null : wanted;
  const assistant = useAssistant(project.id, context);
  const common = {
    project,
    assistant,
    context,
    onGo: props.onGo ?? (() => undefined),
    onClearContext: () => setCleared(wanted),
  };
  if (tab === 'chat') {
    return (
      <AssistantPanel {...common} {...(props.onSuggestions && { onSuggestions: props.onSuggestions })} />
    );
  }
  return (
    <SuggestionsPanel
      {...common}
      isWritable={props.isWritable ?? true}
      onApply={props.onApply ?? (async () => undefined)}
    />
  );
}
