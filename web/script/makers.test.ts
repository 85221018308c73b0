import { waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ElementType } from '#screenplay/element.ts';
import { findIn } from '#screenplay/find.ts';
import { defaultFormat } from '#screenplay/format.ts';
import { type Fragment, wholeElements } from '#screenplay/fragment.ts';
import { unstyled } from '#screenplay/styled.ts';
import type { Element } from '#shared/contract/elements.ts';
import { createQueryClient } from '#web/lib/queryClient.ts';
import { createScriptScreen } from '#web/script/createScriptScreen.ts';
import { htmlOf } from '#web/scriptEditor/clipboard/copied.ts';
import { parsePastedElements } from '#web/scriptEditor/clipboard/pastedElements.ts';
import { loadPasteReader } from '#web/scriptEditor/clipboard/pasteReader.ts';
import type { LiveFieldHandle } from '#web/scriptEditor/field/liveText.ts';
import { planReplacing } from '#web/scriptEditor/find/replacing.ts';
import type { ActiveLine } from '#web/scriptEditor/line/activeLine.ts';
import { createProjectContext } from '#web/scriptEditor/pages/projectContext.ts';
import { makeSilentCueAction } from '#web/scriptEditor/verbs/silentCue.ts';
import { createSplitting } from '#web/scriptEditor/verbs/splitting.ts';
import { withLocalId } from '#web/scriptSync/localIds.ts';
import { charactersQuery, elementsQuery, scenesQuery } from '#web/scriptSync/script.data.ts';
import { ScriptSync } from '#web/scriptSync/scriptSync.ts';
import { toQueuedEdits } from '#web/scriptSync/toQueuedEdits.ts';
import { deleteOwnScene, moveSceneTo } from './filter/Navigator.tsx';
import { omitOrRestoreScene } from './production/omitting.ts';
import type { ScriptScreenState } from './scriptScreen.ts';
import { closeScript } from './testing/openScript.tsx';
import { aStoredScript, type StoredScript } from './testing/storedScript.ts';

/*
 * Tests every operation that changes the script against the real server, directly after a line that
 * is still pending.
 */

const lines: [ElementType, string][] = [
  ['scene_heading', 'INT. CAR DECK - NIGHT'],
  ['action', 'Nobody moves.'],
  ['character', 'MARA'],
  ['dialogue', 'Two hundred and thirteen. Twice.'],
  ['scene_heading', 'EXT. HARBOUR - NIGHT'],
  ['action', 'Rain on black water.'],
];

const tabs: ScriptSync[] = [];

beforeAll(loadPasteReader);
beforeEach(() => {
  localStorage.clear();
});
afterEach(async () => {
  await closeScript();
  for (const { outbox } of tabs.splice(0)) outbox.discardAll();
});

/** A tab of the script, without its pages. */
async function aTab(server: StoredScript) {
  const client = createQueryClient();
  const { id } = server.project;
  await client.fetchQuery(elementsQuery(id));
  const scenes = await client.fetchQuery(scenesQuery(id));
  const characters = await client.fetchQuery(charactersQuery(id));
  const changes = new ScriptSync(client, id, 'eddie');
  tabs.push(changes);
  const desk = createScriptScreen(createProjectContext(server.project, scenes, characters), changes);
  return new Tab(desk);
}

class Tab {
  readonly desk: ScriptScreenState;

  constructor(desk: ScriptScreenState) {
    this.desk = desk;
  }

  get changes() {
    return this.desk.sync;
  }

  texts() {
    return this.changes.elements().map(({ elementType, content }) => `${elementType}: ${content}`);
  }

  row(content: string): Element {
    const found = this.changes.elements().find((each) => each.content === content);
    if (!found) throw new Error(`No element "${content}"`);
    return found;
  }

  /** Insert the pending line. */
  bell(content = 'A bell rings.', elementType: ElementType = 'action') {
    const made = withLocalId({ elementType, content });
    this.changes.run([{ type: 'insert', afterId: this.row('Nobody moves.').id, elements: [made] }]);
  }

  /** Open an element with a range selected in its field. */
  open(content: string, start: number, end = start) {
    const row = this.row(content);
    this.desk.writing.open(row, start);
    this.select(start, end);
    return this.line();
  }

  /** Open a new line after the pending one, with a caret. */
  write(text: string, caret = text.length) {
    this.desk.writing.openNew(this.row('A bell rings.').id, 'action', unstyled(text), caret);
    this.select(caret);
    return this.line();
  }

  line(): ActiveLine {
    const live = this.desk.writing.line.get();
    if (!live) throw new Error('No line is open');
    return live;
  }

  select(start: number, end = start) {
    this.desk.nodes.field.current = { selection: () => ({ start, end }) } as LiveFieldHandle;
  }

  selectOver(from: string, start: number, to: string, end: number) {
    this.desk.writing.save();
    const [anchor, head] = [this.row(from).id, this.row(to).id];
    this.desk.selecting.select(
      { anchor: { id: anchor, offset: start }, head: { id: head, offset: end } },
      { isRevealed: false },
    );
  }

  splitting() {
    const { sync, writing, pages } = this.desk;
    return createSplitting({ changes: sync, writing, pages });
  }
}

const passage = 'MARA\nHold on.\n\nShe waits.';
const clipboard = { text: passage, html: '' };
const made = () => parsePastedElements(clipboard) ?? { elements: [], leftOut: 0, uncertain: 0 };
const copied = (fragment: Fragment) => ({ text: '', html: htmlOf(fragment, defaultFormat) });

interface Maker {
  /** The file that calls `run`. */
  file: string;
  title: string;
  make: (tab: Tab) => void;
}

const makers: Maker[] = [
  {
    file: 'web/scriptEditor/line/activeLineEditor.ts',
    title: 'a new line that is left, as by Enter',
    make: (tab) => {
      tab.write('A horn.');
      tab.desk.writing.save();
    },
  },
  {
    file: 'web/scriptEditor/line/activeLineEditor.ts',
    title: 'a text that is too long for one element',
    make: (tab) => {
      tab.open('A bell rings.', 0);
      tab.desk.writing.setText(unstyled('Rain. '.repeat(4000)));
      tab.desk.writing.save();
    },
  },
  {
    file: 'web/scriptEditor/line/activeLineEditor.ts',
    title: 'the line itself, changed',
    make: (tab) => {
      tab.open('A bell rings.', 0);
      tab.desk.writing.setText(unstyled('Two bells ring.'));
      tab.desk.writing.save();
    },
  },
  {
    file: 'web/scriptEditor/line/activeLineEditor.ts',
    title: 'the line itself, emptied',
    make: (tab) => {
      tab.open('A bell rings.', 0);
      tab.desk.writing.setText(unstyled(''));
      tab.desk.writing.save();
    },
  },
  {
    file: 'web/scriptEditor/verbs/splitting.ts',
    title: 'the line cut in two',
    make: (tab) => tab.splitting().split(tab.open('A bell rings.', 6), 6),
  },
  {
    file: 'web/scriptEditor/verbs/splitting.ts',
    title: 'the line cut in two with words that are not stored',
    make: (tab) => {
      tab.open('A bell rings.', 0);
      tab.desk.writing.setText(unstyled('Two bells ring.'));
      tab.splitting().split(tab.line(), 9);
    },
  },
  {
    file: 'web/scriptEditor/verbs/splitting.ts',
    title: 'a new line behind it cut in two',
    make: (tab) => tab.splitting().split(tab.write('A horn. A rope.', 7), 7),
  },
  {
    file: 'web/scriptEditor/verbs/splitting.ts',
    title: 'the line joined to the one before',
    make: (tab) => tab.splitting().joinBefore(tab.open('A bell rings.', 0)),
  },
  {
    file: 'web/scriptEditor/verbs/splitting.ts',
    title: 'the next joined to the line',
    make: (tab) => tab.splitting().joinAfter(tab.open('A bell rings.', 13)),
  },
  {
    file: 'web/script/problems/DeletingDialog.tsx',
    title: 'the line deleted',
    make: (tab) => {
      const { changes } = tab;
      const bell = tab.row('A bell rings.');
      changes.run([{ type: 'delete', id: bell.id, base: changes.baseOf(bell) }], null);
    },
  },
  {
    file: 'web/scriptEditor/verbs/adding.ts',
    title: 'a line added below the script',
    make: ({ desk }) => void desk.adds.addAtEnd('action', 'A horn.'),
  },
  {
    file: 'web/scriptEditor/verbs/adding.ts',
    title: 'a passage pasted below the script, behind words that stood there',
    make: ({ desk }) => {
      desk.adds.addAtEnd('action', 'A horn.');
      desk.pasting.onPasteBelow(made());
    },
  },
  {
    file: 'web/scriptEditor/verbs/adding.ts',
    title: 'an element of the insert menu',
    make: (tab) => void tab.desk.adds.insertAfter(tab.row('A bell rings.').id, 'dialogue'),
  },
  {
    file: 'web/scriptEditor/verbs/elementChanges.ts',
    title: 'the line as another type',
    make: (tab) => {
      tab.desk.focus.setCurrentId(tab.row('A bell rings.').id);
      tab.desk.formatting.setType('dialogue');
    },
  },
  {
    file: 'web/scriptEditor/verbs/silentCue.ts',
    title: 'a cue without a speech as action',
    make: (tab) => {
      tab.bell('THE END', 'character');
      makeSilentCueAction(tab.changes, tab.row('THE END').id);
    },
  },
  {
    file: 'web/scriptEditor/verbs/pasting.ts',
    title: 'a passage pasted behind a line that was just typed',
    make: (tab) => {
      tab.write('A horn.');
      tab.desk.pasting.onPaste(clipboard);
    },
  },
  {
    file: 'web/scriptEditor/verbs/pasting.ts',
    title: 'a passage pasted into the middle of such a line',
    make: (tab) => {
      tab.write('A horn. A rope.', 7);
      tab.desk.pasting.onPaste(clipboard);
      tab.desk.writing.save();
    },
  },
  {
    file: 'web/scriptEditor/verbs/pasting.ts',
    title: 'a passage pasted behind the line, and another behind that',
    make: (tab) => {
      tab.open('A bell rings.', 13);
      tab.desk.pasting.onPaste(clipboard);
      tab.select(10);
      tab.desk.pasting.onPaste({ text: 'TOBIAS\nNo.', html: '' });
    },
  },
  {
    file: 'web/scriptEditor/verbs/pasting.ts',
    title: 'a passage pasted in the place of the line',
    make: (tab) => {
      tab.open('A bell rings.', 0);
      tab.desk.writing.setText(unstyled(''));
      tab.desk.pasting.onPaste(copied(wholeElements(made().elements)));
    },
  },
  {
    file: 'web/script/filter/Navigator.tsx',
    title: 'its scene deleted',
    make: ({ desk, changes }) => deleteOwnScene(desk, sceneOf(changes, 0)),
  },
  {
    file: 'web/script/filter/Navigator.tsx',
    title: 'its scene moved',
    make: ({ desk, changes }) => moveSceneTo(desk, sceneOf(changes, 0), 1),
  },
  {
    file: 'web/script/production/omitting.ts',
    title: 'its scene omitted',
    make: ({ desk, changes }) => {
      const { id } = sceneOf(changes, 0);
      const heading = changes.elements().find(({ sceneId }) => sceneId === id);
      omitOrRestoreScene(desk, heading?.id ?? 0);
    },
  },
  {
    file: 'web/scriptEditor/find/EditorFind.tsx',
    title: 'words of it replaced',
    make: ({ changes }) => {
      const elements = changes.elements();
      const matches = findIn(elements, 'i');
      const { edits } = planReplacing(
        new Map(elements.map((each) => [each.id, each])),
        matches,
        { text: 'o', keepsCapitals: false },
        true,
      );
      changes.run(toQueuedEdits(edits, changes), 'Replace all');
    },
  },
  {
    file: 'web/script/ScriptPanel.tsx',
    title: 'an earlier moment restored from the history',
    make: ({ changes }) => {
      const [, first, cue] = changes.elements();
      const bell = changes.elements()[2];
      changes.run(
        toQueuedEdits(
          [
            { type: 'delete', id: first?.id ?? 0 },
            { type: 'move', ids: [cue?.id ?? 0], afterId: null },
            {
              type: 'insert',
              afterId: bell?.id ?? 0,
              elements: [{ elementType: 'action', content: 'A rope.' }],
            },
          ],
          changes,
        ),
        'Restore',
      );
    },
  },
  {
    file: 'web/scriptEditor/selection/selecting.ts',
    title: 'what is selected typed over',
    make: (tab) => {
      tab.selectOver('Nobody moves.', 6, 'A bell rings.', 6);
      tab.desk.selecting.typeOver(unstyled(' and'), 'Type');
    },
  },
  {
    file: 'web/scriptEditor/selection/selecting.ts',
    title: 'what is selected split',
    make: (tab) => {
      tab.selectOver('A bell rings.', 6, 'MARA', 2);
      tab.desk.selecting.split();
    },
  },
  {
    file: 'web/scriptEditor/selection/selecting.ts',
    title: 'a passage pasted over what is selected',
    make: (tab) => {
      tab.selectOver('A bell rings.', 6, 'MARA', 2);
      tab.desk.pasting.onPasteOver(clipboard);
    },
  },
  {
    file: 'web/scriptEditor/selection/selecting.ts',
    title: 'words dragged into the line',
    make: (tab) => {
      tab.selectOver('MARA', 0, 'Two hundred and thirteen. Twice.', 11);
      tab.desk.selecting.carry({ id: tab.row('A bell rings.').id, offset: 6 }, false);
    },
  },
  {
    file: 'web/scriptEditor/selection/selecting.ts',
    title: 'words dragged out of the line, and copied to the end',
    make: (tab) => {
      tab.selectOver('Nobody moves.', 0, 'A bell rings.', 6);
      tab.desk.selecting.carryToEnd(true);
      tab.selectOver('A bell rings.', 0, 'MARA', 4);
      tab.desk.selecting.carryToEnd(false);
    },
  },
  {
    file: 'web/scriptEditor/selection/selecting.ts',
    title: 'words from elsewhere put into the line, and words of it removed',
    make: (tab) => {
      const { id } = tab.row('A bell rings.');
      tab.desk.selecting.put(unstyled('great'), { start: 0, end: 5 }, { id, offset: 2 });
      tab.desk.selecting.remove({ anchor: { id, offset: 0 }, head: { id, offset: 2 } });
    },
  },
  {
    file: 'web/scriptEditor/selection/selecting.ts',
    title: 'several elements in bold, in capitals, and as another type',
    make: (tab) => {
      tab.selectOver('Nobody moves.', 0, 'A bell rings.', 6);
      tab.desk.selecting.toggleStyle('isBold');
      tab.desk.selecting.setCase('upper');
      tab.desk.selecting.setType('dialogue');
    },
  },
];

function sceneOf(changes: ScriptSync, at: number) {
  const scene = changes.scenes.get()?.[at];
  if (!scene) throw new Error('No such scene');
  return scene;
}

const stored = (server: StoredScript) =>
  server.elements.map(({ elementType, content }) => `${elementType}: ${content}`);

describe('a change after a pending line', () => {
  test('is made only in the files of this table', () => {
    const sources = import.meta.glob<string>(['../**/*.ts', '../**/*.tsx', '!../**/*.test.*'], {
      query: '?raw',
      import: 'default',
      eager: true,
    });
    const files = Object.entries(sources).flatMap(([path, text]) =>
      /\b(?:changes|sync)\.run\(/.test(text)
        ? [path.replace(/^\.\.\//, 'web/').replace(/^\.\//, 'web/script/')]
        : [],
    );
    expect(files.sort()).toEqual([...new Set(makers.map(({ file }) => file))].sort());
  });

  test.for(makers)('is stored as it is shown: $title', async ({ make }) => {
    const server = await aStoredScript(lines);
    const tab = await aTab(server);
    const release = server.hold();
    tab.bell();
    const before = tab.texts();
    make(tab);
    const shown = tab.texts();
    expect(shown).not.toEqual(before);
    release();
    await settled(tab);
    expect(stored(server)).toEqual(shown);
    expect(tab.texts()).toEqual(shown);
  });

  test.for(makers)('is stored by the next page when this one crashes: $title', async ({ make }) => {
    const server = await aStoredScript(lines);
    const tab = await aTab(server);
    server.network.isOffline = true;
    tab.bell();
    make(tab);
    const shown = tab.texts();
    const next = await afterDeath(server, tab);
    await settled(next);
    expect(stored(server)).toEqual(shown);
    expect(next.texts()).toEqual(shown);
  });

  test.for(makers)('can be undone and redone before anything is sent: $title', async ({ make }) => {
    const server = await aStoredScript(lines);
    const tab = await aTab(server);
    const release = server.hold();
    tab.bell();
    const before = tab.texts();
    make(tab);
    tab.desk.writing.close();
    const shown = tab.texts();
    let steps = 0;
    for (; tab.texts().join() !== before.join() && steps < 5; steps++) tab.changes.undo();
    expect(tab.texts()).toEqual(before);
    for (; steps > 0; steps--) tab.changes.redo();
    expect(tab.texts()).toEqual(shown);
    for (; tab.texts().join() !== before.join() && steps < 5; steps++) tab.changes.undo();
    release();
    await settled(tab);
    expect(stored(server)).toEqual(before);
    for (; steps > 0; steps--) tab.changes.redo();
    await settled(tab);
    expect(stored(server)).toEqual(shown);
  });
});

async function settled({ changes }: Tab): Promise<void> {
  await waitFor(() => {
    expect(changes.outbox.state).toEqual({ status: 'saved' });
    expect(changes.outbox.pending).toEqual([]);
  });
}

/** End the page without its events, and open the script in another one. */
async function afterDeath(server: StoredScript, { changes }: Tab): Promise<Tab> {
  // Wait until no call of the page is running, because the network of the next page would let it
  // through.
  await waitFor(() => expect(changes.outbox.state.status).toBe('waiting'));
  const left = { ...localStorage };
  changes.outbox.discardAll();
  localStorage.clear();
  for (const [key, value] of Object.entries(left)) localStorage.setItem(key, value);
  server.reopen();
  const next = await aTab(server);
  const release = server.hold();
  next.changes.takeOverStored();
  await waitFor(() => expect(next.changes.outbox.pending).not.toEqual([]));
  release();
  return next;
}
