import type { LiveClientMessage, LiveServerMessage } from '#shared/contract/live.ts';
import { everyInterval, liveAddress, type Transport, type TransportInput } from './transport.ts';

const pingMs = 2500;
const hiddenPingMs = 15_000;

/**
 * Open the live channel as a WebSocket. Pings show that messages arrive in both directions, because
 * some proxies open a WebSocket and drop what it carries.
 */
export function openWebSocketTransport(input: TransportInput): Transport {
  const { projectId, onMessage, onAlive, onSilent, onClose } = input;
  const url = liveAddress(projectId, '');
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  const socket = new WebSocket(url.href);
  let isOver = false;
  let isAnswered = true;
  let pingedAt = 0;

  const send = (message: LiveClientMessage) => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  };
  const ping = () => {
    isAnswered = false;
    pingedAt = Date.now();
    send({ type: 'ping' });
  };
  const stopPinging = everyInterval(pingMs, (isLate) => {
    if (socket.readyState !== WebSocket.OPEN) return;
    if (!isAnswered && !isLate) onSilent();
    const isDue = document.visibilityState === 'visible' || Date.now() - pingedAt >= hiddenPingMs;
    if (isDue) ping();
  });

  socket.addEventListener('open', () => (isOver ? socket.close() : ping()));
  socket.addEventListener('message', ({ data }) => {
    if (isOver) return;
    const message = JSON.parse(String(data)) as LiveServerMessage;
    if (message.type !== 'pong') return onMessage(message);
    isAnswered = true;
    onAlive();
  });
  socket.addEventListener('close', ({ code }) => {
    stopPinging();
    if (!isOver) onClose(code);
  });
  return {
    send,
    close() {
      isOver = true;
      stopPinging();
      // A connecting socket is closed after it opened: browsers log an error otherwise.
      if (socket.readyState !== WebSocket.CONNECTING) socket.close();
    },
  };
}
