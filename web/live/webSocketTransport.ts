import type { LiveClientMessage, LiveServerMessage } from '#shared/contract/live.ts';
import { everyInterval } from './everyInterval.ts';
import { type Transport, type TransportInput, webSocketAddress } from './transport.ts';

const pingMs = 2500;
const hiddenPingMs = 15_000;

/**
 * Open the live channel as a WebSocket, or use an open one. Pings show that messages arrive in both
 * directions, because some proxies open a WebSocket and drop what it carries.
 */
export function openWebSocketTransport(
  { projectId, onMessage, onAlive, onSilent, onClose }: TransportInput,
  socket = new WebSocket(webSocketAddress(projectId)),
): Transport {
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

  if (socket.readyState === WebSocket.OPEN) ping();
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
