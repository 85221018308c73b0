import { setImmediate as yieldToServer } from 'node:timers/promises';
import { vi } from 'vitest';
import { parseEmphasis } from '#screenplay/emphasis.ts';
import type { ElementKeys } from '#screenplay/flow.ts';
import type { Element } from '#shared/contract/elements.ts';
import { encodeProjectId } from '#shared/projectCode.ts';
import type { TestApp } from '#test/app.ts';
import { BrowserStorage, SimulatedTab } from './browsers.ts';
import type { LiveFeed } from './liveFeed.ts';
import { type Lines, linesOf } from './model.ts';
import type { TabNetwork } from './tabNetwork.ts';
import { TextField } from './textField.ts';

interface WriterInput {
  server: TestApp;
  projectId: number;
  user: { id: string };
  letter: string;
  network: TabNetwork;
  feed: LiveFeed;
  elementKeys: ElementKeys;
}

/** A writer with a browser, and the tab that is open in it. */
export class Writer {
  readonly letter: string;
  readonly network: TabNetwork;
  readonly feed: LiveFeed;
  readonly #input: WriterInput;
  readonly #storage = new BrowserStorage();
  #tab: SimulatedTab | null = null;
  #screen: Awaited<ReturnType<typeof openScreen>> | null = null;

  constructor(input: WriterInput) {
    this.#input = input;
    this.letter = input.letter;
    this.network = input.network;
    this.feed = input.feed;
  }

  get screen() {
    if (!this.#screen) throw new Error('No tab is open');
    return this.#screen;
  }

  /** Run code in the open tab. */
  run<Result>(work: (screen: Writer['screen']) => Result): Result {
    if (!this.#tab) throw new Error('No tab is open');
    return this.#tab.run(() => work(this.screen));
  }

  /** Open the script in a new tab. `serve` lets the calls of the tab through. */
  async open(serve: () => Promise<void>): Promise<void> {
    const { projectId, user, elementKeys } = this.#input;
    const tab = new SimulatedTab(this.#storage, this.network.fetch);
    this.#tab = tab;
    let isOpen = false;
    const opening = tab.run(() => openScreen(projectId, user.id, elementKeys)).finally(() => (isOpen = true));
    while (!isOpen) {
      await serve();
      await yieldToServer();
    }
    this.#screen = await opening;
  }

  /** Close the tab: as a user does, or by a crash. Its calls are not answered any more. */
  close(isCrash: boolean): void {
    if (!isCrash) this.#tab?.dispatch('pagehide');
    this.#tab?.close();
    this.feed.disconnect();
  }

  /** Report that the network is back, as browsers do. */
  reportOnline(): void {
    this.#tab?.dispatch('online');
  }

  /** The rows that the pages show, with the active line. */
  rows(): readonly Element[] {
    return this.run(({ editor }) => editor.pages.rows.get());
  }

  /** The own words of the rows. */
  lines(): Lines {
    return linesOf(
      this.rows().map(({ content }) => parseEmphasis(content).text),
      this.letter,
    );
  }

  /** Show the next message of the live channel. */
  receive(): void {
    const message = this.feed.messages.shift();
    if (message) this.run(({ receive }) => receive(message));
  }
}

/** Open the script with the modules of a new tab. */
async function openScreen(projectId: number, userId: string, elementKeys: ElementKeys) {
  vi.resetModules();
  const { createQueryClient } = await import('#web/lib/queryClient.ts');
  const { call } = await import('#web/lib/api.ts');
  const { download } = await import('#web/lib/fileCalls.ts');
  const { knownRevision, setRevision } = await import('#web/lib/revisions.ts');
  const { batch } = await import('#web/lib/store.ts');
  const { whenAnswered } = await import('#web/presence/remoteChangeGate.ts');
  const { refetchProject, applyRemoteChange } = await import('#web/live/applyRemoteChange.ts');
  const { registerStoreScript, storeUnsentScript } = await import('#web/lib/unsentScript.ts');
  const { projectQuery } = await import('#web/projects/projects.data.ts');
  const queries = await import('#web/scriptSync/script.data.ts');
  const { openScriptSync } = await import('#web/scriptSync/openScriptSync.ts');
  const { untilSent } = await import('#web/scriptSync/untilSent.ts');
  const { setPreferences } = await import('#web/scriptEditor/preferences.ts');
  const { createScriptEditor } = await import('#web/scriptEditor/createScriptEditor.ts');
  const { createProjectContext } = await import('#web/scriptEditor/pages/projectContext.ts');
  const { connectCollaboration } = await import('#web/scriptEditor/connectCollaboration.ts');
  const { followRemoteText } = await import('#web/scriptEditor/verbs/remoteText.ts');
  const { parentheticalKey } = await import('#web/scriptEditor/writing/useTypedLine.ts');
  const { htmlOf } = await import('#web/scriptEditor/clipboard/copied.ts');
  const { parsePastedInline } = await import('#web/scriptEditor/clipboard/inline.ts');
  const { renderTabHooks } = await import('./TabHooks.tsx');
  const { QueryObserver } = await import('@tanstack/react-query');

  setPreferences({ elementKeys });
  const client = createQueryClient();
  const code = encodeProjectId(projectId);
  const [project, scenes, characters] = [
    await client.fetchQuery(projectQuery(code)),
    await client.fetchQuery(queries.scenesQuery(projectId)),
    await client.fetchQuery(queries.charactersQuery(projectId)),
  ];
  await client.fetchQuery(queries.elementsQuery(projectId));
  for (const query of [queries.elementsQuery(projectId), queries.scenesQuery(projectId)])
    new QueryObserver(client, query as ReturnType<typeof queries.elementsQuery>).subscribe(() => undefined);
  const sync = openScriptSync(client, projectId, userId);
  const editor = createScriptEditor(createProjectContext(project, scenes, characters), sync, {
    characterId: null,
  });
  const field = new TextField(editor);
  connectCollaboration(editor);
  followRemoteText(editor);
  registerStoreScript(projectId, () => {
    editor.writing.storeForReading();
    return untilSent(sync.outbox);
  });
  renderTabHooks(client, projectId, editor);
  return {
    ...{
      projectId,
      client,
      editor,
      sync,
      field,
      call,
      download,
      storeUnsentScript,
      parentheticalKey,
      htmlOf,
      parsePastedInline,
    },
    format: project.format,
    revision: () => knownRevision(projectId) ?? 0,
    /** Receive a message of the live channel as the project screen does. */
    receive: (message: LiveFeed['messages'][number]) =>
      whenAnswered(message, (shown) => {
        setRevision(projectId, shown.rev);
        if (shown.type === 'resync') refetchProject(client, projectId);
        else batch(() => applyRemoteChange(client, projectId, shown));
      }),
  };
}
