import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';

/** Address that moves from one server to another, as in front of a database with a standby. */
export interface SwitchableProxy {
  port: number;
  /** Cut all connections. New ones are refused until `switchTo`. */
  cut(): void;
  switchTo(port: number): void;
  /** Pass nothing on until `resume`, as a network that loses everything. Connections stay open. */
  stall(): void;
  resume(): void;
  close(): void;
}

export async function startSwitchableProxy(firstTarget: number): Promise<SwitchableProxy> {
  let target: number | null = firstTarget;
  let isStalled = false;
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    if (target === null) return void socket.destroy();
    const outgoing = net.connect(target, '127.0.0.1');
    for (const [one, other] of [
      [socket, outgoing],
      [outgoing, socket],
    ] as const) {
      sockets.add(one);
      one.on('data', (chunk) => void other.write(chunk));
      one.on('end', () => other.end());
      one.on('error', () => undefined);
      one.once('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      if (isStalled) one.pause();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      target = null;
      for (const socket of sockets) socket.destroy();
    },
    switchTo(port) {
      target = port;
    },
    stall() {
      isStalled = true;
      for (const socket of sockets) socket.pause();
    },
    resume() {
      isStalled = false;
      for (const socket of sockets) socket.resume();
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
