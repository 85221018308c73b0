import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate } from 'node:timers/promises';
import { QueryObserver } from '@tanstack/react-query';
import { vi } from 'vitest';
import type { Element } from '#shared/contract/elements.ts';
import type { LiveServerMessage } from '#shared/contract/live.ts';
import { createQueryClient } from '#web/lib/queryClient.ts';
import { applyRemoteChange } from '#web/live/applyRemoteChange.ts';
import { createRemoteChangeGate } from '#web/presence/remoteChangeGate.ts';
import { charactersQuery, elementsQuery, scenesQuery } from '#web/scriptSync/script.data.ts';
import { pendingStateOf, ScriptSync } from '#web/scriptSync/scriptSync.ts';
import { PlainServer } from './plainServer.ts';
import { type Random, seeded } from './random.ts';
import { makeRandomEdit } from './randomEdit.ts';

const projectId = 1;
const writers = 5;
const steps = 60;

/** The result of one simulated history. */
export interface History {
  server: Element[];
  /** The elements that each tab shows at the end. */
  shown: Element[][];
  /**
   * Unique lines that the server acknowledged or a browser stored, but that are in no version of
   * any element.
   */
  lost: string[];
  /** Number of lines that were written. */
  written: number;
}

/** A message between a tab and the server. It arrives when the simulation runs it. */
type Event = () => void;

/**
 * Simulate five tabs and a server in one process, without a network, a database or a clock.
 * Messages arrive in random order and can be lost in either direction. Tabs lose the live channel,
 * are closed and opened again. The outbox, the edits, the undo steps and the rules for remote
 * changes are those of the page. Timers must be fake.
 */
export async function simulateHistory(seed: number): Promise<History> {
  localStorage.clear();
  const random = seeded(seed);
  const server = new PlainServer(Array.from({ length: 8 }, (_, index) => `WAVE ${index}.`));
  const simulation: Simulation = { random, server, events: [], written: new Set(), discarded: new Set() };
  const tabs = Array.from({ length: writers }, (_, index) => new Tab(simulation, `writer ${index}`));
  vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => {
    const tab = sendingTab.getStore();
    if (!tab) throw new Error('The call has no sending tab');
    return tab.send(url, init);
  });

  for (let step = 1; step <= steps; step++) {
    const index = random.below(writers);
    const tab = tabs[index] as Tab;
    const chance = random.below(100);
    if (chance < 8) tab.cut();
    else if (chance < 18) tab.connect();
    else if (chance < 21) tabs[index] = tab.reopen();
    else if (chance < 35) tab.sendAll();
    else tab.write(step);
    for (let turns = random.below(4); turns > 0; turns--) await deliverNext(simulation, tabs);
  }
  simulation.isLossless = true;
  for (let round = 0; round < 1000; round++) {
    for (const tab of tabs) {
      tab.connect();
      tab.sendAll();
    }
    do await deliverNext(simulation, tabs);
    while (simulation.events.length > 0 || tabs.some((tab) => tab.hasUndelivered));
    if (tabs.every((tab) => tab.isSaved)) break;
  }
  vi.clearAllTimers();
  const lost = [...simulation.written].filter(
    (text) => !simulation.discarded.has(text) && !isIn(server.everStored, text),
  );
  const shown = tabs.map((tab) => tab.elements());
  for (const tab of tabs) tab.close();
  return { server: server.elements(), shown, lost, written: simulation.written.size };
}

const isIn = (texts: ReadonlySet<string>, line: string) => [...texts].some((text) => text.includes(line));

interface Simulation {
  random: Random;
  server: PlainServer;
  events: Event[];
  /** All unique lines that were written, and those whose change was discarded by its writer. */
  written: Set<string>;
  discarded: Set<string>;
  /** No message is lost any more. */
  isLossless?: boolean;
}

/** Deliver one message, and run everything that follows from it. */
async function deliverNext({ random, events }: Simulation, tabs: readonly Tab[]): Promise<void> {
  const ready = tabs.filter((tab) => tab.hasUndelivered);
  const at = random.below(events.length + ready.length || 1);
  const [event] = at < events.length ? events.splice(at, 1) : [];
  if (event) event();
  else ready[at - events.length]?.receive();
  await setImmediate();
  vi.advanceTimersByTime(0);
}

/** The sending tab. It is tracked because calls are made long after their cause. */
const sendingTab = new AsyncLocalStorage<Tab>();

class Tab {
  readonly #simulation: Simulation;
  readonly #name: string;
  #isOpen = true;
  #client = createQueryClient();
  #changes: ScriptSync;
  #gate = createRemoteChangeGate();
  /**
   * The revision up to which the channel has received changes, and the messages still to be
   * delivered. Null while the channel is disconnected.
   */
  #received: number | null = null;
  #inbox: LiveServerMessage[] = [];
  /** The revision that the shown data has at least. */
  #revision = 0;

  constructor(simulation: Simulation, name: string) {
    this.#simulation = simulation;
    this.#name = name;
    this.#changes = this.#open();
    this.connect();
  }

  #open(): ScriptSync {
    this.#client = createQueryClient();
    this.#client.setQueryData(elementsQuery(projectId).queryKey, this.#simulation.server.elements());
    this.#client.setQueryData(scenesQuery(projectId).queryKey, []);
    this.#client.setQueryData(charactersQuery(projectId).queryKey, []);
    this.#revision = this.#simulation.server.revision;
    this.#gate = createRemoteChangeGate();
    // Observe the query, as screens do, so that invalidated data is refetched.
    sendingTab.run(this, () => new QueryObserver(this.#client, elementsQuery(projectId)).subscribe(() => {}));
    const changes = new ScriptSync(this.#client, projectId, this.#name);
    this.#gate.handleScript(pendingStateOf(changes));
    return changes;
  }

  readonly elements = () => this.#changes.elements();

  get isSaved(): boolean {
    return this.#changes.outbox.state.status === 'saved' && !this.hasUndelivered;
  }

  get hasUndelivered(): boolean {
    const { server } = this.#simulation;
    return this.#received !== null && (this.#inbox.length > 0 || this.#received < server.revision);
  }

  /** Make one random edit. `step` makes its text unique. */
  write(step: number): void {
    const { random, written } = this.#simulation;
    sendingTab.run(this, () => makeRandomEdit(random, this.#changes, step));
    for (const text of linesIn(this.#changes.outbox.pending)) written.add(text);
  }

  /** Send all pending changes, and discard those that the server rejects. */
  sendAll(): void {
    const { outbox } = this.#changes;
    const { state } = outbox;
    sendingTab.run(this, () => {
      if (state.status === 'waiting') outbox.retry();
      if (state.status !== 'rejected') return;
      for (const text of linesIn(state.change)) this.#simulation.discarded.add(text);
      outbox.resolveRejected(null);
    });
  }

  cut(): void {
    this.#received = null;
    this.#inbox = [];
  }

  connect(): void {
    this.cut();
    this.#received = this.#revision;
  }

  /**
   * Close the page with all messages in flight, and open it again. The new page sends the stored
   * changes.
   */
  reopen(): Tab {
    this.#isOpen = false;
    this.cut();
    this.close();
    const again = new Tab(this.#simulation, this.#name);
    sendingTab.run(again, () => again.#changes.takeOverStored());
    return again;
  }

  close(): void {
    this.#client.clear();
  }

  /** Read the new changes from the server, or deliver one message of the channel. */
  receive(): void {
    const { server, random } = this.#simulation;
    if (this.#received === null) return;
    if (this.#received < server.revision && (this.#inbox.length === 0 || random.chance(0.5))) {
      this.#inbox.push(...server.changesAfter(this.#received));
      this.#received = server.revision;
      return;
    }
    const message = this.#inbox.shift();
    if (message?.type !== 'changed') return;
    const client = this.#client;
    this.#gate.whenAnswered(message, (shown) => {
      this.#revision = Math.max(this.#revision, shown.rev);
      sendingTab.run(this, () => applyRemoteChange(client, projectId, shown));
    });
  }

  /** Send a call to the server and its answer back. Each takes a random time or is lost. */
  send(url: string, { method = 'GET', headers, body }: RequestInit): Promise<Response> {
    const { random, events, server } = this.#simulation;
    const key = new Headers(headers).get('idempotency-key');
    const isRead = method === 'GET';
    const isLost = () => !this.#isOpen || (!isRead && !this.#simulation.isLossless && random.chance(0.08));
    return new Promise((resolve, reject) => {
      const fail = () => reject(new TypeError('Failed to fetch'));
      events.push(() => {
        if (isLost()) return fail();
        const answer = server.answer(method, url, key, JSON.parse(String(body ?? '{}')));
        events.push(() => {
          if (isLost()) fail();
          else resolve(responseOf(answer));
        });
      });
    });
  }
}

function responseOf({ status, body }: ReturnType<PlainServer['answer']>): Response {
  return status === 204 ? new Response(null, { status }) : Response.json(body, { status });
}

function linesIn(changes: unknown): string[] {
  return [...JSON.stringify(changes).matchAll(/(?:LINE|TEXT) \d+\./g)].map(([text]) => text);
}
