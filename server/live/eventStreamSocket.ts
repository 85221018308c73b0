import type { FastifyReply } from 'fastify';
import { startEventStream } from '#server/lib/startEventStream.ts';
import { liveHeartbeatMs } from '#shared/contract/live.ts';
import { closeTimeoutMs, type LiveSocket } from './members.ts';

/**
 * Start a response of server-sent events as a connection of the live channel. Its heartbeats show
 * the browser that no proxy holds the events back; the browser answers by calls.
 */
export function openEventStreamSocket(reply: FastifyReply, onClose: () => void): LiveSocket {
  const stream = startEventStream(reply);
  const write = (text: string) => {
    if (stream.writable && !reply.raw.destroyed) stream.write(text);
  };
  const beat = () => write('event: heartbeat\ndata: {}\n\n');
  const heartbeat = setInterval(beat, liveHeartbeatMs).unref();
  reply.raw.once('close', () => {
    clearInterval(heartbeat);
    stream.destroy();
    onClose();
  });
  beat();
  return {
    transport: 'eventStream',
    send: (text, rev) => write(`${rev === undefined ? '' : `id: ${rev}\n`}data: ${text}\n\n`),
    close(code) {
      write(`event: close\ndata: ${JSON.stringify({ code })}\n\n`);
      stream.end();
      setTimeout(() => reply.raw.destroy(), closeTimeoutMs).unref();
    },
    terminate: () => reply.raw.destroy(),
    // The client pings by itself, with a call.
    ping: () => undefined,
    get bufferedAmount() {
      return stream.readableLength + stream.writableLength + reply.raw.writableLength;
    },
  };
}
