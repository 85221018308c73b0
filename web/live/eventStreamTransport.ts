import type { LiveServerMessage } from '#shared/contract/live.ts';
import { createCallSender } from './callSender.ts';
import { everyInterval } from './everyInterval.ts';
import { liveAddress, lostCode, type Transport, type TransportInput } from './transport.ts';

/** Two heartbeats of the server (shared/contract/live.ts). */
const silentAfterMs = 5000;
/** The server disconnects a client that sends nothing for half a minute. */
const pingMs = 10_000;

/** Open the live channel as server-sent events, with calls for what the tab sends. */
export function openEventStreamTransport(input: TransportInput): Transport {
  const { projectId, onMessage, onAlive, onSilent, onClose } = input;
  const sender = createCallSender(projectId);
  const source = new EventSource(liveAddress(projectId, '/events'));
  let hasArrived = false;
  const receive = () => {
    hasArrived = true;
    onAlive();
  };
  const stops = [
    sender.stop,
    () => source.close(),
    everyInterval(silentAfterMs, (isLate) => {
      if (!hasArrived && !isLate) onSilent();
      hasArrived = false;
    }),
    everyInterval(pingMs, () => sender.send({ type: 'ping' })),
  ];
  const close = () => {
    for (const stop of stops) stop();
  };
  const end = (code: number) => {
    close();
    onClose(code);
  };

  source.addEventListener('heartbeat', receive);
  source.addEventListener('message', ({ data }) => {
    receive();
    onMessage(JSON.parse(String(data)) as LiveServerMessage);
  });
  source.addEventListener('close', (event) => {
    const { data } = event as MessageEvent<string>;
    end((JSON.parse(data) as { code: number }).code);
  });
  // The live connection decides when it is opened again, and from which revision on.
  source.addEventListener('error', () => end(lostCode));
  return { send: sender.send, close };
}
