import { LiveClientMessage } from '#shared/contract/live.ts';
import type { Member } from './members.ts';

const maxMessagesPerSecond = 60;

/** Count a message of a connection. Returns true if the tab sends too many. */
export function exceedsMessageRate({ heard }: Member): boolean {
  const now = performance.now();
  if (now - heard.since > 1000) Object.assign(heard, { since: now, count: 0 });
  heard.count += 1;
  return heard.count > maxMessagesPerSecond;
}

/** Parse a message; undefined for one that our web would not send. */
export function clientMessageIn(text: string): LiveClientMessage | undefined {
  try {
    return LiveClientMessage.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
