import type {
  LiveClientMessage,
  LiveServerMessage,
  LiveTransport,
  liveCloseCodes,
} from '#shared/contract/live.ts';
import { isOffline, reportServerReached } from '#web/lib/connection.ts';
import { knownRevision } from '#web/lib/revisions.ts';
import { isLiveDelayed } from '#web/presence/liveDelay.ts';
import { checkSession } from '#web/session/watchSession.ts';
import { openEventStreamTransport } from './eventStreamTransport.ts';
import type { FirstSocket, LiveConnection, LiveOptions } from './liveConnection.ts';
import { LiveMessages } from './liveMessages.ts';
import { openPollingTransport } from './pollingTransport.ts';
import { lostCode, type Transport, type TransportInput } from './transport.ts';
import { openWebSocketTransport } from './webSocketTransport.ts';

/** Transports, best first. */
const ranking = ['webSocket', 'eventStream', 'polling'] as const satisfies readonly LiveTransport[];

/** Close codes after which the channel is not reopened. */
const endings: readonly number[] = [4003, 4004] satisfies (typeof liveCloseCodes)['noAccess' | 'noProject'][];
/** Codes of a server that stops. Tabs reconnect within some seconds, at different moments. */
const stopping: readonly number[] = [1001, 1012 satisfies (typeof liveCloseCodes)['restart']];
const signedOut: (typeof liveCloseCodes)['signedOut'] = 4001;
/** Codes from here on come from our server, so the transport works. */
const firstOwnCode = 4000;

const retryDelaysMs = [500, 1000, 2000, 5000, 10_000];
/** Delays before a better transport is tried again. */
const upgradeDelaysMs = [15_000, 30_000, 60_000, 120_000, 300_000];
/** A transport that delivers nothing within this time gets the next one next to it. */
const stepMs = { webSocket: 2500, eventStream: 1500, polling: 20_000 };
/** A transport that delivers nothing is closed after this time. */
const giveUpMs = 15_000;

/** Transport that is open or opening. */
interface Link {
  type: LiveTransport;
  /** Null while it is opening. */
  transport: Transport | null;
  isCarrying: boolean;
  hasCarried: boolean;
  /** Last known revision when it was opened. */
  since: number | undefined;
  /** Messages that arrived before it was chosen. */
  waiting: LiveServerMessage[];
  timer: ReturnType<typeof setTimeout> | undefined;
}

/**
 * Live connection that reopens a lost one, at once when the network or the tab returns, from the
 * missed changes on. If a WebSocket does not open or delivers nothing, another transport replaces
 * it until one does (docs/decisions/0071).
 */
export class SwitchingConnection implements LiveConnection {
  readonly #options: LiveOptions;
  readonly #messages: LiveMessages;
  readonly #links = new Map<LiveTransport, Link>();
  /** The link whose messages are delivered. It may be silent until another one delivers. */
  #current: Link | null = null;
  #failures = 0;
  #upgrades = 0;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #upgradeTimer: ReturnType<typeof setTimeout> | undefined;
  #isOver = false;
  readonly #stopWatching: () => void;

  constructor(options: LiveOptions, first: FirstSocket) {
    this.#options = options;
    this.#messages = new LiveMessages(options.onMessage);
    window.addEventListener('online', this.#connect);
    document.addEventListener('visibilitychange', this.#followVisibility);
    this.#stopWatching = isOffline.watch(() => {
      if (!isOffline.get()) this.#connect();
    });
    this.#adopt(first);
  }

  readonly say = (word: LiveClientMessage): void => this.#current?.transport?.send(word);

  readonly close = (): void => {
    this.#isOver = true;
    clearTimeout(this.#retryTimer);
    clearTimeout(this.#upgradeTimer);
    window.removeEventListener('online', this.#connect);
    document.removeEventListener('visibilitychange', this.#followVisibility);
    this.#stopWatching();
    for (const link of [...this.#links.values()]) this.#drop(link);
    this.#current = null;
    isLiveDelayed.set(false);
  };

  readonly #connect = (): void => this.#tryFrom(0);

  readonly #followVisibility = (): void => {
    if (document.visibilityState === 'visible') this.#connect();
    else if (this.#current?.type === 'eventStream') {
      this.#current.isCarrying = false;
      this.#tryFrom(ranking.indexOf('polling'));
    }
  };

  /** Open the transport of that rank, or the next one, unless an equally good one works. */
  #tryFrom(rank: number): void {
    const type = ranking[rank];
    // Without a network, wait for the network to return.
    if (type === undefined || this.#isOver || !navigator.onLine) return;
    clearTimeout(this.#retryTimer);
    const current = this.#current;
    if (current?.isCarrying && ranking.indexOf(current.type) <= rank) return;
    const known = this.#links.get(type);
    if (known && !known.hasCarried) return;
    if (known || isUnfit(type)) {
      this.#tryFrom(rank + 1);
      return;
    }
    const link = this.#createLink(type, knownRevision(this.#options.projectId));
    try {
      link.transport = openTransport[type](this.#inputOf(link));
    } catch {
      this.#lose(link, lostCode); // the browser does not support it
    }
  }

  /** Continue with the first WebSocket of the page. */
  #adopt({ socket, hasReceived, closeCode, rev }: FirstSocket): void {
    if (socket === null) {
      this.#connect();
      return;
    }
    const link = this.#createLink('webSocket', rev);
    if (closeCode === null) link.transport = openWebSocketTransport(this.#inputOf(link), socket);
    if (closeCode !== null) this.#lose(link, closeCode);
    else if (hasReceived) this.#noteAlive(link);
    else this.#step(link);
  }

  #createLink(type: LiveTransport, since: number | undefined): Link {
    const link: Link = {
      ...{ type, transport: null, isCarrying: false, hasCarried: false, since, waiting: [] },
      timer: setTimeout(() => this.#step(link), stepMs[type]),
    };
    this.#links.set(type, link);
    return link;
  }

  #inputOf(link: Link): TransportInput {
    return {
      projectId: this.#options.projectId,
      onMessage: (message) => this.#receive(link, message),
      onAlive: () => this.#noteAlive(link),
      onSilent: () => this.#noteSilent(link),
      onClose: (code) => this.#lose(link, code),
    };
  }

  #isOpen(link: Link): boolean {
    return this.#links.get(link.type) === link;
  }

  /** Try the next transport next to a link that delivers nothing, and close the link later. */
  #step(link: Link): void {
    if (!this.#current?.isCarrying) isLiveDelayed.set(true);
    clearTimeout(link.timer);
    link.timer = setTimeout(() => {
      link.transport?.close();
      this.#lose(link, lostCode);
    }, giveUpMs);
    this.#tryFrom(ranking.indexOf(link.type) + 1);
  }

  #noteAlive(link: Link): void {
    if (!this.#isOpen(link) || isUnfit(link.type)) return;
    reportServerReached();
    clearTimeout(link.timer);
    if (link.isCarrying && this.#current === link) return;
    if (this.#current?.isCarrying && isBetter(this.#current, link)) {
      this.#drop(link);
      return;
    }
    Object.assign(link, { isCarrying: true, hasCarried: true });
    this.#choose(link);
  }

  /** Deliver the messages of this link from now on, after those that the last one delivered. */
  #choose(link: Link): void {
    if (this.#current === null) this.#messages.startAfter(link.since);
    this.#current = link;
    for (const other of [...this.#links.values()])
      if (isBetter(link, other) || (other !== link && isUnfit(other.type))) this.#drop(other);
    this.#failures = 0;
    const isBest = link.type === 'webSocket';
    if (isBest) this.#upgrades = 0;
    if (isBest) clearTimeout(this.#upgradeTimer);
    else this.#upgradeLater();
    isLiveDelayed.set(!isBest);
    this.#options.onState(true);
    for (const message of link.waiting.splice(0)) this.#receive(link, message);
  }

  #receive(link: Link, message: LiveServerMessage): void {
    if (this.#isOver || !this.#isOpen(link)) return;
    if (this.#current !== link) {
      link.waiting.push(message);
      return;
    }
    if (this.#messages.deliver(message)) return;
    // A change is missing: reconnect from the last delivered one.
    link.transport?.close();
    this.#lose(link, lostCode);
  }

  #noteSilent(link: Link): void {
    if (!this.#isOpen(link) || !link.isCarrying) return;
    link.isCarrying = false;
    if (this.#current === link) this.#step(link);
  }

  #drop(link: Link): void {
    clearTimeout(link.timer);
    this.#links.delete(link.type);
    link.transport?.close();
  }

  /** Handle a link that was closed or rejected, unless its code ends the channel. */
  #lose(link: Link, code: number): void {
    if (this.#isOver || !this.#isOpen(link)) return;
    clearTimeout(link.timer);
    this.#links.delete(link.type);
    const { onState, onEnd, onRejected } = this.#options;
    if (this.#current === link) this.#current = null;
    if (this.#current === null) {
      isLiveDelayed.set(true);
      onState(false);
    }
    if (endings.includes(code)) {
      this.close();
      onEnd();
    } else if (code === signedOut) {
      // Without a session the page leaves; a renewed session needs another connection.
      void checkSession().then((isThere) => isThere && this.#retryLater());
    } else if (this.#current?.isCarrying) {
      this.#tryFrom(ranking.indexOf(link.type) + 1);
      this.#upgradeLater();
    } else {
      if (!link.hasCarried && link.type !== 'eventStream') onRejected();
      this.#replace(link, code);
    }
  }

  /** Connect again, or by the next transport if this one does not work. */
  #replace(link: Link, code: number): void {
    const isStopping = stopping.includes(code);
    const canStep = !link.hasCarried && !isStopping && code < firstOwnCode && link.type !== 'polling';
    if (canStep) this.#tryFrom(ranking.indexOf(link.type) + 1);
    // A proxy that ends event streams after a while does not make WebSockets work: reopen the event
    // stream.
    else this.#retryLater(isStopping ? Math.random() * 3000 : 0, link.type === 'eventStream' ? 1 : 0);
  }

  #retryLater(longerMs = 0, rank = 0): void {
    const delayMs = retryDelaysMs[Math.min(this.#failures++, retryDelaysMs.length - 1)] ?? 0;
    clearTimeout(this.#retryTimer);
    this.#retryTimer = setTimeout(() => this.#tryFrom(rank), longerMs + jittered(delayMs));
  }

  /** Try the better transports again after a while. */
  #upgradeLater(): void {
    clearTimeout(this.#upgradeTimer);
    const delayMs = upgradeDelaysMs[Math.min(this.#upgrades++, upgradeDelaysMs.length - 1)] ?? 0;
    this.#upgradeTimer = setTimeout(this.#connect, jittered(delayMs));
  }
}

const openTransport: Record<LiveTransport, (input: TransportInput) => Transport> = {
  webSocket: openWebSocketTransport,
  eventStream: openEventStreamTransport,
  polling: openPollingTransport,
};

/** Add jitter, so that clients do not reconnect at the same moment. */
function jittered(delayMs: number): number {
  return delayMs * (0.75 + Math.random() / 2);
}

function isBetter(link: Link, other: Link): boolean {
  return ranking.indexOf(link.type) < ranking.indexOf(other.type);
}

/**
 * Return whether a transport is not used now: a browser has six connections to a server over
 * HTTP/1.1, and event streams of hidden tabs would leave none for the tab that is used.
 */
function isUnfit(type: LiveTransport): boolean {
  return type === 'eventStream' && document.visibilityState === 'hidden';
}
