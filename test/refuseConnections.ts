import fs from 'node:fs';
import net from 'node:net';

/*
 * Refuses connections to other machines, in all threads of a process that is started with `--import
 * ./test/refuseConnections.ts`, and writes their hosts to the file REFUSED.
 */

const connect = net.Socket.prototype.connect as (...args: unknown[]) => net.Socket;

net.Socket.prototype.connect = function (this: net.Socket, ...args: unknown[]): net.Socket {
  // Node's own callers pass a list with the options; others pass options, or a port and a host.
  const [first, second] = Array.isArray(args[0]) ? args[0] : args;
  const options = typeof first === 'object' && first !== null ? first : { host: second };
  const { path, host = 'localhost' } = options as { path?: unknown; host?: unknown };
  const isHere = path || ['localhost', '127.0.0.1', '::1'].includes(String(host));
  if (isHere) return connect.apply(this, args);
  fs.appendFileSync(process.env.REFUSED ?? '', `${host}\n`);
  // The caller still sets options of the socket.
  process.nextTick(() => this.destroy(new Error(`Connections to ${host} are refused`)));
  return this;
} as typeof net.Socket.prototype.connect;
