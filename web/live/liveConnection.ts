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
export function openLiveConnection(options: LiveOptions): LiveConnection {
  return new ReconnectingSocket(options);
}

class ReconnectingSocket implements LiveConnection {
  readonly #options: LiveOptions;
  #socket: WebSocket | null = null;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isOver = false;

  constructor(options: LiveOptions) {
    this.#options = options;
    window.addEventListener('online', this.#connect);
    document.addEventListener('visibilitychange', this.#connectIfVisible);
    this.#connect();
  }

  readonly say = (word: LiveClientMessage): void => {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(word));
  };

  readonly close = (): void => {
    this.#isOver = true;
    clearTimeout(this.#timer);
    window.removeEventListener('online', this.#connect);
    document.removeEventListener('visibilitychange', this.#connectIfVisible);
    // A connecting socket is closed after it opened: browsers log an error otherwise.
    if (this.#socket?.readyState !== WebSocket.CONNECTING) this.#socket?.close();
  };

  readonly #connect = (): void => {
    clearTimeout(this.#timer);
    // Without a network it is tried when there is one.
    if (this.#isOver || this.#socket || !navigator.onLine) return;
    const opened = new WebSocket(addressOf(this.#options.projectId));
    let wasOpen = false;
    this.#socket = opened;
    opened.addEventListener('open', () => {
      if (this.#isOver) return opened.close();
      wasOpen = true;
      this.#failures = 0;
      this.#options.onState(true);
    });
    opened.addEventListener('message', ({ data }) => {
      if (!this.#isOver) this.#options.onMessage(JSON.parse(String(data)) as LiveServerMessage);
    });
    opened.addEventListener('close', ({ code }) => {
      this.#socket = null;
      if (!this.#isOver) this.#handleLoss(code, wasOpen);
    });
  };

  readonly #connectIfVisible = (): void => {
    if (document.visibilityState === 'visible') this.#connect();
  };

  /** Reconnect after a connection was lost or refused, unless its code ends the channel. */
  #handleLoss(code: number, wasOpen: boolean): void {
    const { onState, onEnd, onRefused } = this.#options;
    onState(false);
    if (endings.includes(code)) {
      this.close();
      onEnd();
      return;
    }
    if (!wasOpen) onRefused();
    if (code === signedOut) {
      // The page goes where nobody is; a new session of the same person is another connection.
      void checkSession().then((isThere) => isThere && this.#retryLater());
      return;
    }
    this.#retryLater(code === goingAway || code === restart ? Math.random() * 3000 : 0);
  }

  #retryLater(longerMs = 0): void {
    const delayMs = retryDelaysMs[Math.min(this.#failures++, retryDelaysMs.length - 1)] ?? 0;
    clearTimeout(this.#timer);
    // Not all at once when a server is back.
    this.#timer = setTimeout(this.#connect, longerMs + delayMs * (0.75 + Math.random() / 2));
  }
}

function addressOf(projectId: number): string {
  const url = new URL(`/api/projects/${encodeProjectId(projectId)}/live`, location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  const since = knownRevision(projectId);
  if (since !== undefined) url.searchParams.set('since', String(since));
  return url.href;
}
