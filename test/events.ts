import type { ChatReply } from '#shared/contract/assistant.ts';

/** One server-sent event with its parsed data. */
export interface ServerEvent {
  event: string;
  data: Record<string, unknown>;
}

/**
 * Parse the text of an event stream into its events, in order. Throws if the text is no event
 * stream.
 */
export function eventsIn(stream: string): ServerEvent[] {
  const blocks = stream.split('\n\n');
  if (blocks.pop() !== '') throw new Error('The stream ends within an event');
  return blocks.map((block) => {
    const [, event, data] = block.match(/^event: (\w+)\ndata: (.+)$/) ?? [];
    if (event === undefined || data === undefined) throw new Error(`No event: ${block}`);
    return { event, data: JSON.parse(data) };
  });
}

/** Return the reply that ends the stream of a chat. */
export function replyIn(events: readonly ServerEvent[]): ChatReply {
  const last = events.at(-1);
  if (last?.event !== 'done') throw new Error(`The stream ends with ${last?.event}`);
  return last.data as unknown as ChatReply;
}
