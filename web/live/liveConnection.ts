import type { LiveClientMessage, LiveServerMessage, liveCloseCodes } from '#shared/contract/live.ts';
import { encodeProjectId } from '#shared/projectCode.ts';
import { knownRevision } from '#web/lib/revisions.ts';
import { checkSession } from '#web/session/watchSession.ts';

/** After these there is nothing to come back to. */
const endings: readonly number[] = [4003, 4004] satisfies (typeof liveCloseCodes)['noAccess' | 'noProject'][];
/**
 * Codes of a server that stops. Windows reconnect within some seconds, and not all at the same
 * moment.
 */
const goingAway = 1001;
const restart: (typeof liveCloseCodes)['restart'] = 1012;
const signedOut: (typeof liveCloseCodes)['signedOut'] = 4001;
const retryDelaysMs = [500, 1000, 2000, 5000, 10_000, 30_000];

interface LiveOptions {
  projectId: number;
  onMessage: (message: LiveServerMessage) => void;
  /** Called with true when connected and catching up, otherwise with false. */
  onState: (isConnected: boolean) => void;
  /** The project is gone, or no longer this person's to see. */
  onEnd: () => void;
  /**
   * Called when a connection fails: the server is unreachable or refuses it; a browser does not
   * distinguish the two.
   */
  onRefused: () => void;
}

export interface LiveConnection {
  /** Send a message; dropped while disconnected, because messages are only about the moment. */
  say: (word: LiveClientMessage) => void;
  close: () => void;
}

/**
 * Open the live channel of a project (decision OQ-26). A lost connection is reopened, at once when
 * the network or the window returns, and starts with the missed changes.
 */
export function openLiveConnection({
  projectId,
  onMessage,
  onState,
  onEnd,
  onRefused,
}: LiveOptions): LiveConnection {
  let socket: WebSocket | null = null;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;

  function connect(): void {
    clearTimeout(timer);
    // Without a network it is tried when there is one.
    if (isOver || socket || !navigator.onLine) return;
    const opened = new WebSocket(addressOf(projectId));
    let wasOpen = false;
    socket = opened;
    opened.addEventListener('open', () => {
      if (isOver) return opened.close();
      wasOpen = true;
      failures = 0;
      onState(true);
    });
    opened.addEventListener('message', ({ data }) => {
      if (!isOver) onMessage(JSON.parse(String(data)) as LiveServerMessage);
    });
    opened.addEventListener('close', ({ code }) => {
      socket = null;
      if (isOver) return;
      onState(false);
      if (endings.includes(code)) {
        close();
        onEnd();
        return;
      }
      if (!wasOpen) onRefused();
      if (code === signedOut) {
        // The page goes where nobody is; a new session of the same person is another connection.
        void checkSession().then((isThere) => isThere && retryLater());
        return;
      }
      retryLater(code === goingAway || code === restart ? Math.random() * 3000 : 0);
    });
  }

  function retryLater(longerMs = 0): void {
    const delayMs = retryDelaysMs[Math.min(failures++, retryDelaysMs.length - 1)] ?? 0;
    clearTimeout(timer);
    // Not all at once when a server is back.
    timer = setTimeout(connect, longerMs + delayMs * (0.75 + Math.random() / 2));
  }

  const comeBack = () => {
    if (document.visibilityState === 'visible') connect();
  };
  window.addEventListener('online', connect);
  document.addEventListener('visibilitychange', comeBack);

  function close(): void {
    isOver = true;
    clearTimeout(timer);
    window.removeEventListener('online', connect);
    document.removeEventListener('visibilitychange', comeBack);
    // A connecting socket is closed after it opened: browsers log an error otherwise.
    if (socket?.readyState !== WebSocket.CONNECTING) socket?.close();
  }

  connect();
  return {
    say: (word) => {
      if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(word));
    },
    close,
  };
}

function addressOf(projectId: number): string {
  const url = new URL(`/api/projects/${encodeProjectId(projectId)}/live`, location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  const since = knownRevision(projectId);
  if (since !== undefined) url.searchParams.set('since', String(since));
  return url.href;
}
