import { Server } from '@hocuspocus/server';
import * as Y from 'yjs';

/*
 * Hocuspocus with one document, a script as a list of texts that arrive as JSON on the standard
 * input, without storage. Prints its port when it listens.
 */
let input = '';
for await (const piece of process.stdin) input += piece;

const server = new Server({
  port: 0,
  address: '127.0.0.1',
  quiet: true,
  async onLoadDocument({ document }) {
    const script = document.getArray('script');
    if (script.length === 0) script.push(JSON.parse(input).map((text) => new Y.Text(text)));
    return document;
  },
});
await server.listen();
console.log(`port ${server.address.port}`);
