import type { LiveClientMessage, LiveServerMessage } from '#shared/contract/live.ts';
import { knownRevision } from '#web/lib/revisions.ts';
import { isLiveDelayed } from '#web/presence/liveDelay.ts';
import { webSocketAddress } from './transport.ts';

/**
 * Delay before the remaining code is loaded. If the WebSocket has delivered nothing by then, a
 * fallback is needed.
 */
const loadAfterMs = 2500;
const retryMs = 2000;

export interface LiveOptions {
  projectId: number;
  onMessage: (message: LiveServerMessage) => void;
  /**
   * Called with true when connected and catching up, also by another transport, otherwise with
   * false.
   */
  onState: (isConnected: boolean) => void;
  /** Called when the project was deleted, or the user has no access any more. */
  onEnd: () => void;
  /**
   * Called when a connection fails: the server is unreachable or rejects it; a browser does not
   * distinguish the two.
   */
  onRejected: () => void;
}

export interface LiveConnection {
  /** Send a message; dropped while disconnected, because messages are only about the moment. */
  say: (word: LiveClientMessage) => void;
  close: () => void;
}

/** State of the first WebSocket when the rest of the code has been loaded. */
export interface FirstSocket {
  /** Null without a network. */
  socket: WebSocket | null;
  hasReceived: boolean;
  closeCode: number | null;
  /** Revision of the last change that it delivered, or from which it was opened. */
  rev: number | undefined;
}

/**
 * Open the live channel of a project (decision OQ-26). This is a WebSocket only; the code that
 * reconnects and uses other transports is loaded later, or at once when the WebSocket closes.
 */
export function openLiveConnection(options: LiveOptions): LiveConnection {
  const { projectId, onMessage, onState } = options;
  const socket = navigator.onLine ? new WebSocket(webSocketAddress(projectId)) : null;
  const first: FirstSocket = {
    ...{ socket, hasReceived: false, closeCode: null, rev: knownRevision(projectId) },
  };
  let rest: LiveConnection | null = null;
  let isOver = false;
  let isLoading = false;
  let timer = setTimeout(load, socket ? loadAfterMs : 0);

  function load(): void {
    clearTimeout(timer);
    if (isLoading || isOver) return;
    if (!navigator.onLine) {
      timer = setTimeout(load, retryMs);
      return;
    }
    isLoading = true;
    import('./switchingConnection.ts').then(
      ({ SwitchingConnection }) => {
        if (!isOver) rest = new SwitchingConnection(options, first);
      },
      () => {
        isLoading = false;
        timer = setTimeout(load, retryMs); // not reached by now
      },
    );
  }

  socket?.addEventListener('open', () => {
    // A connecting socket is closed after it opened: browsers log an error otherwise.
    if (isOver) socket.close();
    else if (!rest) onState(true);
  });
  socket?.addEventListener('message', ({ data }) => {
    if (rest || isOver) return;
    const message = JSON.parse(String(data)) as LiveServerMessage;
    first.hasReceived = true;
    if ('rev' in message) first.rev = message.rev;
    onMessage(message);
  });
  socket?.addEventListener('close', ({ code }) => {
    if (rest || isOver) return;
    first.closeCode = code;
    isLiveDelayed.set(true);
    load();
  });
  return {
    say(word) {
      if (rest) rest.say(word);
      else if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(word));
    },
    close() {
      isOver = true;
      clearTimeout(timer);
      isLiveDelayed.set(false);
      if (rest) rest.close();
      else if (socket?.readyState === WebSocket.OPEN) socket.close();
    },
  };
}
