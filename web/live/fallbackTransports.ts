import type { LiveTransport } from '#shared/contract/live.ts';
import { openEventStreamTransport } from './eventStreamTransport.ts';
import { openPollingTransport } from './pollingTransport.ts';
import type { OpenTransport } from './transport.ts';

/** Transports over plain HTTP. They are loaded when a WebSocket does not work. */
export const fallbackTransports: Record<Exclude<LiveTransport, 'webSocket'>, OpenTransport> = {
  eventStream: openEventStreamTransport,
  polling: openPollingTransport,
};
