import { once } from 'node:events';
import net from 'node:net';
import tls from 'node:tls';

/** How a server begins TLS: at once, or after a request in its own protocol. */
export type TlsStart = 'at once' | 'postgres' | 'smtp';

export interface TlsAddress {
  host: string;
  port: number;
  start: TlsStart;
}

const timeoutMs = 10_000;

/**
 * Return when the certificate of a server ends. Null: the server has no TLS. Nothing is sent but
 * the request to begin TLS.
 */
export async function readCertificateEnd(
  { host, port, start }: TlsAddress,
  stop?: AbortSignal,
): Promise<Date | null> {
  const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(stop ? [stop] : [])]);
  const plain = net.connect({ host, port });
  try {
    await once(plain, 'connect', { signal });
    if (!(await requestTls[start](plain, signal))) return null;
    const socket = tls.connect({
      socket: plain,
      ...(net.isIP(host) === 0 && { servername: host }),
      // The certificate is only read, and one that has expired too.
      rejectUnauthorized: false,
    });
    await once(socket, 'secureConnect', { signal });
    const end = new Date(socket.getPeerCertificate().valid_to);
    return Number.isNaN(end.getTime()) ? null : end;
  } finally {
    plain.destroy();
  }
}

/** Return whether the server agrees to TLS. */
type RequestTls = (socket: net.Socket, signal: AbortSignal) => Promise<boolean>;

const requestTls: Record<TlsStart, RequestTls> = {
  'at once': async () => true,
  // SSLRequest of the protocol of Postgres: its length, then its code.
  postgres: async (socket, signal) => (await answerTo(socket, '\0\0\0\x08\x04\xd2\x16\x2f', signal)) === 'S',
  async smtp(socket, signal) {
    await answerTo(socket, null, signal);
    await answerTo(socket, 'EHLO localhost\r\n', signal);
    return (await answerTo(socket, 'STARTTLS\r\n', signal)).startsWith('220');
  },
};

/** Send a request and return the answer. Null: wait for the greeting of the server. */
async function answerTo(socket: net.Socket, request: string | null, signal: AbortSignal): Promise<string> {
  if (request !== null) socket.write(request, 'latin1');
  let answer = '';
  do {
    const [chunk] = (await once(socket, 'data', { signal })) as [Buffer];
    answer += chunk.toString('latin1');
  } while (isMidLine(answer));
  return answer;
}

/** Return whether an answer of a mail server goes on: its last line is not the end of one. */
function isMidLine(answer: string): boolean {
  return /^\d{3}/.test(answer) && !/^\d{3}(?: .*)?\r\n$/m.test(answer);
}
