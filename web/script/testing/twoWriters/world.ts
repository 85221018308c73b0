import { eq } from 'drizzle-orm';
import { type ElementKeys, elementKeySets } from '#screenplay/flow.ts';
import { readingHtml } from '#screenplay/reading.ts';
import { lettersOf } from '#screenplay/typedLetters.ts';
import { projects } from '#server/db/schema/projects.ts';
import { screenplayOf } from '#server/script/screenplay.service.ts';
import type { Element } from '#shared/contract/elements.ts';
import { createVersion } from '#shared/contract/history.ts';
import { exportScript } from '#shared/contract/projects.ts';
import { encodeProjectId } from '#shared/projectCode.ts';
import type { TestApp } from '#test/app.ts';
import type { Random } from '#test/random.ts';
import { builtInApp } from '#test/workerApp.ts';
import { aWorld } from '#test/world.ts';
import { type Author, become, runRandomAction } from './actions.ts';
import { advanceMs } from './browsers.ts';
import { LiveFeed } from './liveFeed.ts';
import { changedLetters, joinLines, linesOf, repeatedWords, typedWord } from './model.ts';
import { type CallInFlight, TabNetwork } from './tabNetwork.ts';
import { Writer } from './writer.ts';

/** Two authors in one script: the first on a bad network, the second on a good one. */
export class TwoWriters {
  readonly log: string[] = [];
  readonly counts = { calls: 0, lost: 0, reloads: 0, readings: 0, offline: 0 };
  readonly #server: TestApp;
  readonly #projectId: number;
  readonly #random: Random;
  readonly #owner: { id: string };
  #authors: [Author, Author] | null = null;
  /** The texts of the script when the server answered a call that reads it. */
  #reading: { author: Author; texts: string[] } | null = null;

  constructor(server: TestApp, projectId: number, owner: { id: string }, random: Random) {
    this.#server = server;
    this.#projectId = projectId;
    this.#owner = owner;
    this.#random = random;
  }

  static async open(random: Random): Promise<TwoWriters> {
    const server = await builtInApp();
    const lines = Array.from({ length: 12 }, (_, index) => {
      const letter = index % 4 < 2 ? 'A' : 'B';
      return ['action', typedWord(`${letter}${String(index).padStart(4, '0')}`)] as const;
    });
    const people = await aWorld(server.db, { host: `${crypto.randomUUID().slice(0, 8)}.example.com`, lines });
    const world = new TwoWriters(server, people.project.id, people.olive, random);
    const keys = random.pick(elementKeySets);
    const otherKeys = random.pick(elementKeySets.filter((set) => set !== keys));
    const [first, second] = [
      await world.#author(people.olive, 'A', keys, lines),
      await world.#author(people.eddie, 'B', otherKeys, lines),
    ];
    world.#authors = [first, second];
    return world;
  }

  async #author(
    user: { id: string },
    letter: string,
    elementKeys: ElementKeys,
    lines: readonly (readonly [string, string])[],
  ): Promise<Author> {
    const network = new TabNetwork(this.#server.as(user), (call) => this.#onDelivered(author, call));
    const feed = new LiveFeed(this.#server, user, this.#projectId);
    const input = {
      server: this.#server,
      projectId: this.#projectId,
      user,
      letter,
      network,
      feed,
      elementKeys,
    };
    const writer = new Writer(input);
    const author: Author = {
      ...{ writer, lines: [], known: new Set(), clipboard: null, elementKeys, lastWord: 100 },
    };
    await this.#openTab(author);
    become(
      author,
      linesOf(
        lines.map(([, text]) => text),
        letter,
      ),
    );
    return author;
  }

  /** The key sets of the two, for reports. */
  get keys(): string {
    return this.authors.map(({ elementKeys }) => elementKeys).join(', ');
  }

  get authors(): [Author, Author] {
    if (!this.#authors) throw new Error('No writer is there yet');
    return this.#authors;
  }

  async #openTab({ writer }: Author): Promise<void> {
    await writer.open(() => this.#serve(writer.network));
    await writer.feed.connect(writer.run(({ revision }) => revision()));
    await writer.feed.receive(await this.#revision());
  }

  async #revision(): Promise<number> {
    const [row] = await this.#server.db
      .select({ revision: projects.revision })
      .from(projects)
      .where(eq(projects.id, this.#projectId));
    return row?.revision ?? 0;
  }

  async #stored(): Promise<Element[]> {
    const path = `/api/projects/${encodeProjectId(this.#projectId)}/script-elements`;
    return (await this.#server.as(this.#owner).get(path)).json();
  }

  async #onDelivered(author: Author, { method, url, answer }: CallInFlight): Promise<void> {
    this.counts.calls++;
    const isExport = url.endsWith('/export/fountain');
    // The page itself needs the built web.
    if (url.endsWith('/reading')) {
      const { screenplay } = await screenplayOf(this.#server.db, this.#projectId);
      this.#reading = { author, texts: readingHtml(screenplay).split(/<\/(?:p|h\d)>/) };
    }
    if (method === 'GET' && !isExport) return;
    const revision = await this.#revision();
    for (const { writer } of this.#authors ?? []) await writer.feed.receive(revision);
    const texts = (await this.#stored()).map(({ content }) => content);
    const repeated = repeatedWords(texts);
    if (repeated.length > 0) throw new Error(`The server has twice: ${repeated.join(' ')}`);
    if (isExport && answer) this.#reading = { author, texts: (await answer.clone().text()).split('\n') };
    else if (url.endsWith('/script-versions')) this.#reading = { author, texts };
  }

  /** Let all calls of a network through. */
  async #serve(network: TabNetwork): Promise<void> {
    for (const call of [...network.calls]) {
      await network.deliver(call);
      network.answer(call);
    }
  }

  /** Let all calls, answers and messages of a writer through. */
  async #serveAll({ writer }: Author): Promise<void> {
    for (let turn = 0; turn < 100; turn++) {
      await advanceMs(0);
      if (writer.network.calls.length + writer.feed.messages.length === 0) return;
      await this.#serve(writer.network);
      while (writer.feed.messages.length > 0) writer.receive();
    }
    throw new Error('The calls do not end');
  }

  /** Let some calls, answers and messages through, and lose others. */
  async #serveBadly({ writer }: Author): Promise<void> {
    const random = this.#random;
    const { network, feed } = writer;
    await advanceMs(0);
    if (network.isOnline && random.chance(0.08)) this.#goOffline(writer);
    else if (!network.isOnline && random.chance(0.25)) this.#goOnline(writer);
    for (let events = random.below(5); events > 0 && network.calls.length > 0; events--) {
      const call = random.pick(network.calls);
      const isLost = random.chance(0.15);
      if (isLost) this.counts.lost++;
      if (isLost) network.lose(call);
      else if (call.answer) network.answer(call);
      else await network.deliver(call);
      await advanceMs(0);
    }
    if (random.chance(0.05)) network.loseAll();
    if (random.chance(0.05)) feed.disconnect();
    else if (network.isOnline && !feed.isConnected && random.chance(0.4)) {
      await feed.connect(writer.run(({ revision }) => revision()));
      await feed.receive(await this.#revision());
    }
    for (let messages = random.below(5); messages > 0 && feed.messages.length > 0; messages--)
      writer.receive();
    await advanceMs(0);
  }

  #goOffline({ network, feed }: Writer): void {
    this.counts.offline++;
    network.isOnline = false;
    network.loseAll();
    feed.disconnect();
  }

  #goOnline(writer: Writer): void {
    writer.network.isOnline = true;
    if (this.#random.chance(0.5)) writer.reportOnline();
  }

  /** Let time pass, and both networks work. */
  readonly #pause = async (): Promise<void> => {
    const [first, second] = this.authors;
    await advanceMs(this.#random.pick([0, 50, 400, 1100, 2500]));
    await this.#serveBadly(first);
    await this.#serveAll(second);
  };

  /** One step: an action of a writer, a reading, a reload or time that passes. */
  async step(): Promise<void> {
    const random = this.#random;
    const author = random.pick(this.authors);
    const kind = random.below(30);
    const what = kind === 0 ? this.#reload(author) : kind < 3 ? this.#read(author) : this.#act(author);
    this.log.push(`${author.writer.letter}: ${await what}`);
    this.#check();
    await this.#pause();
    this.#check();
  }

  #act(author: Author): Promise<string> {
    const read = () => (this.#random.chance(0.5) ? this.#read(author) : Promise.resolve());
    return runRandomAction({ author, random: this.#random, pause: this.#pause, read });
  }

  /** Close the tab, or let it crash, with calls in flight, and open the script again. */
  async #reload(author: Author): Promise<string> {
    const random = this.#random;
    const { writer } = author;
    const isCrash = random.chance(0.4);
    this.counts.reloads++;
    // A crash loses what was typed after the line was persisted last.
    if (isCrash) await advanceMs(400);
    writer.close(isCrash);
    for (const call of writer.network.calls)
      if (!call.answer && random.chance(0.6)) await writer.network.deliver(call);
    writer.network.calls.length = 0;
    writer.network.isOnline = true;
    await this.#openTab(author);
    await this.#settle(author);
    return isCrash ? 'crash' : 'reload';
  }

  /** Name a version, export the script or read it: all of them must have what the screen shows. */
  async #read(author: Author): Promise<string> {
    const { writer } = author;
    this.counts.readings++;
    const kind = this.#random.pick(['version', 'export', 'reading view']);
    const outcome: { status: 'open' | 'read' | 'rejected' } = { status: 'open' };
    const calling = writer.run(async ({ projectId, call, download, storeUnsentScript }) => {
      const params = { id: projectId };
      if (kind === 'export')
        await download(
          exportScript,
          { params: { ...params, format: 'fountain' } },
          { failure: 'not exported' },
        );
      else if (kind === 'version') await call(createVersion, { params, body: { name: 'Now' } });
      else {
        await storeUnsentScript(projectId);
        await fetch(`/projects/${encodeProjectId(projectId)}/reading`);
      }
    });
    this.#reading = null;
    calling.then(
      () => Object.assign(outcome, { status: 'read' }),
      () => Object.assign(outcome, { status: 'rejected' }),
    );
    for (let turn = 0; outcome.status === 'open' && turn < 500; turn++) await this.#pause();
    const reading = this.#reading as { author: Author; texts: string[] } | null;
    if (outcome.status === 'read' && reading) {
      const read = joinLines(linesOf(reading.texts, writer.letter));
      if (read !== joinLines(author.lines))
        throw new Error(`${writer.letter} reads ${read}\ninstead of ${joinLines(author.lines)}`);
    }
    return `${kind}: ${outcome.status}`;
  }

  #check(): void {
    for (const { writer, lines } of this.authors) {
      const { state } = writer.screen.sync.outbox;
      if (state.status === 'rejected')
        throw new Error(`${writer.letter}: rejected ${JSON.stringify([state.change, state.failure])}`);
      const shown = joinLines(writer.lines());
      if (shown !== joinLines(lines))
        throw new Error(`${writer.letter} shows ${shown}\ninstead of ${joinLines(lines)}`);
      // The line of a deleted element stays while the caret is in it.
      const line = writer.run(({ editor }) => editor.writing.line.get());
      const rows = writer.rows().filter(({ id }) => !line?.removed || id !== line.id);
      // Until a message arrives, words that the other writer has moved may be in two lines.
      const isCurrent = writer.feed.isConnected && writer.feed.messages.length === 0;
      const isOwn = (word: string) => word.toUpperCase().startsWith(writer.letter);
      const repeated = repeatedWords(rows.map(({ content }) => content)).filter(
        (word) => isCurrent || isOwn(word),
      );
      if (repeated.length > 0) throw new Error(`${writer.letter} shows twice: ${repeated.join(' ')}`);
    }
  }

  async #settle(author: Author): Promise<void> {
    const { writer } = author;
    const { network, feed } = writer;
    network.isOnline = true;
    for (let turn = 0; turn < 100; turn++) {
      if (!feed.isConnected) await feed.connect(writer.run(({ revision }) => revision()));
      await feed.receive(await this.#revision());
      await this.#serveAll(author);
      await advanceMs(1000);
      const { outbox } = writer.screen.sync;
      if (outbox.state.status === 'rejected') return;
      if (outbox.pending.length + network.calls.length + feed.messages.length === 0) return;
    }
    throw new Error(`${writer.letter} does not become quiet`);
  }

  /** Store everything. Both screens and the server must show the same. */
  async checkQuiet(): Promise<void> {
    for (const { writer } of this.authors) {
      const isLeft = this.#random.chance(0.5);
      writer.run(({ editor: { writing } }) => (isLeft ? writing.save() : writing.storeForReading()));
    }
    // A change of one is a message to the other.
    for (let round = 0; round < 3; round++) for (const author of this.authors) await this.#settle(author);
    this.#check();
    const stored = await this.#stored();
    const changed = changedLetters(stored.map(lettersOf));
    if (changed.length > 0) throw new Error(`The server has other letters: ${changed.join(' ')}`);
    for (const { writer, lines } of this.authors) {
      const read = joinLines(
        linesOf(
          stored.map(({ content }) => content),
          writer.letter,
        ),
      );
      if (read !== joinLines(lines))
        throw new Error(`The server has ${read}\ninstead of ${joinLines(lines)}`);
      const shown = writer.run(({ sync }) => sync.elements());
      const [one, other] = [JSON.stringify(shown.map(shownFields)), JSON.stringify(stored.map(shownFields))];
      if (one !== other) throw new Error(`${writer.letter} shows ${one}\ninstead of ${other}`);
    }
  }

  close(): void {
    for (const { writer } of this.#authors ?? []) writer.close(true);
    this.#server.app.server.closeAllConnections();
  }
}

const shownFields = (element: Element) => {
  const { id, elementType, content, orderIndex, sceneId, version } = element;
  return [id, elementType, content, lettersOf(element), orderIndex, sceneId, version];
};
