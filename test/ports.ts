import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';

/** A port that nothing listens on just now. */
export async function freePort(): Promise<number> {
  const probe = net.createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
