import type { ChatReply } from '#shared/contract/assistant.ts';

/** One server-sent event, its data read. */
export interface ServerEvent {
  event: string;
  data: Record<string, unknown>;
}

/** The text of an event stream → its events, in order. Throws where it is no such stream. */
export function eventsIn(stream: string): ServerEvent[] {
  const blocks = stream.split('\n\n');
  if (blocks.pop() !== '') throw new Error('The stream ends within an event');
  return blocks.map((block) => {
    const [, event, data] = block.match(/^event: (\w+)\ndata: (.+)$/) ?? [];
    if (event === undefined || data === undefined) throw new Error(`No event: ${block}`);
    return { event, data: JSON.parse(data) };
  });
}

/** The reply with which a chat's stream ends. */
export function replyIn(events: readonly ServerEvent[]): ChatReply {
  const last = events.at(-1);
  if (last?.event !== 'done') throw new Error(`The stream ends with ${last?.event}`);
  return last.data as unknown as ChatReply;
}
