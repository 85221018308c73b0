import { once } from 'node:events';
import net, { type AddressInfo, type Socket } from 'node:net';
import { freePort } from './ports.ts';

export interface ReceivedMail {
  from: string;
  to: string;
  /** Headers and text, as received. */
  data: string;
}

export interface SmtpServer {
  url: string;
  received: ReceivedMail[];
  /** While set, a recipient is answered with this line, such as "451 later". */
  rejection: string | null;
  /** The server waits for this before it accepts a mail. */
  beforeAccepting: () => Promise<void>;
  /** How the server hangs instead of answering. Applies to every new connection while set. */
  hangs: null | 'silently' | 'dawdling';
  close(): Promise<void>;
}

/**
 * Return the URL of an SMTP server that is down, so that mails stay in the outbox, where a test
 * reads them in full.
 */
export async function unreachableSmtpUrl(): Promise<string> {
  return `smtp://127.0.0.1:${await freePort()}`;
}

/** Return the decoded text and HTML of a mail that has both. */
export function partsOf(data: string): { text: string; html: string } {
  const parts = { text: '', html: '' };
  for (const part of data.split(/^--.*$/m)) {
    const [head = '', ...rest] = part.trimStart().split('\n\n');
    const kind = head.match(/^content-type: text\/(plain|html)/im)?.[1];
    if (!kind) continue;
    const body = rest.join('\n\n');
    const isBase64 = /^content-transfer-encoding: base64$/im.test(head);
    parts[kind === 'html' ? 'html' : 'text'] = isBase64
      ? Buffer.from(body, 'base64').toString('utf8')
      : unquoted(body);
  }
  return parts;
}

/** Decode quoted-printable text (RFC 2045). */
function unquoted(body: string): string {
  const bytes = body
    .replace(/=\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/**
 * Start a mail server on this machine for one test: the part of SMTP that a sender needs (RFC
 * 5321).
 */
export async function anSmtpServer(): Promise<SmtpServer> {
  const sockets = new Set<Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy()));
    if (mailbox.hangs === null) handleSession(socket, mailbox);
    else if (mailbox.hangs === 'dawdling') dawdle(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const mailbox: SmtpServer = {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: [],
    rejection: null,
    beforeAccepting: async () => undefined,
    hangs: null,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  return mailbox;
}

function handleSession(socket: Socket, mailbox: SmtpServer): void {
  let mail: ReceivedMail = { from: '', to: '', data: '' };
  let isData = false;
  let pending = '';
  const reply = (line: string) => socket.write(`${line}\r\n`);

  function command(line: string): void {
    const address = line.match(/<(.*)>/)?.[1] ?? '';
    if (/^(EHLO|HELO)/i.test(line)) reply('250 ferry.example');
    else if (/^MAIL FROM/i.test(line)) {
      mail = { from: address, to: '', data: '' };
      reply('250 ok');
    } else if (/^RCPT TO/i.test(line)) {
      mail.to = address;
      reply(mailbox.rejection ?? '250 ok');
    } else if (/^DATA/i.test(line)) {
      isData = true;
      reply('354 go on');
    } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
    else reply('250 ok');
  }

  function dataLine(line: string): void {
    if (line !== '.') {
      mail.data += `${line.replace(/^\.\./, '.')}\n`;
      return;
    }
    isData = false;
    const complete = mail;
    mailbox.beforeAccepting().then(() => {
      mailbox.received.push(complete);
      reply('250 taken');
    });
  }

  reply('220 ferry.example');
  socket.on('data', (chunk) => {
    const lines = (pending + chunk.toString('latin1')).split('\r\n');
    pending = lines.pop() ?? '';
    for (const line of lines) {
      if (isData) dataLine(line);
      else command(line);
    }
  });
}

/** Greet, and then answer in lines that never end. */
function dawdle(socket: Socket): void {
  socket.write('220 ferry.example\r\n');
  const timer = setInterval(() => socket.write('250-ferry.example\r\n'), 5);
  socket.on('close', () => clearInterval(timer));
}
