import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { hocuspocus, hocuspocusServerPath } from '../peers.ts';
import type { Keys, OwnLines, Typist } from './typists.ts';

/** Hocuspocus' server, with the same texts. */
export interface PeerRoom {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

export async function openPeerRoom(texts: readonly string[]): Promise<PeerRoom> {
  const child = spawn(process.execPath, [hocuspocusServerPath], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(texts));
  let port: string | undefined;
  while (port === undefined) {
    const [said] = await once(child.stdout, 'data');
    port = String(said).match(/port (\d+)/)?.[1];
  }
  return {
    url: `ws://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}

/** Create a typist with a document that the server synchronises; every letter is one change. */
export async function peerTypist(
  room: PeerRoom,
  lines: OwnLines,
  keys: Keys,
): Promise<Typist & { close(): void }> {
  const { Y, HocuspocusProvider, HocuspocusProviderWebsocket } = hocuspocus();
  const document = new Y.Doc();
  const websocketProvider = new HocuspocusProviderWebsocket({ url: room.url, WebSocketPolyfill: WebSocket });
  const provider = await new Promise<{ destroy(): void; attach?(): void }>((resolve) => {
    const made: { destroy(): void; attach?(): void } = new HocuspocusProvider({
      ...{ websocketProvider, name: 'script', document },
      onSynced: () => resolve(made),
    });
    made.attach?.();
  });
  const script = document.getArray('script');
  for (const line of lines.flat()) {
    const text = script.get(line);
    text.observe((_event, { local }) => {
      if (!local) keys.seen(line, text.length);
    });
  }
  return {
    type(line, typed) {
      const text = script.get(line);
      if (typed.length === 1) text.delete(0, text.length);
      text.insert(text.length, typed.slice(-1));
    },
    leave: () => undefined,
    close() {
      provider.destroy();
      websocketProvider.destroy();
    },
  };
}
