import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { and, eq } from 'drizzle-orm';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ElementType } from '#screenplay/element.ts';
import { comments, scenes, scriptElements } from '#server/db/schema/script.ts';
import {
  closeScript,
  edit,
  elementOf,
  liveField,
  openScript,
  write,
} from '#web/script/testing/openScript.tsx';
import type { StoredScript } from '#web/script/testing/storedScript.ts';
import { loadPasteReader } from '#web/scriptEditor/clipboard/pasteReader.ts';

/*
 * Cut and paste of whole lines in the field, as the browser's clipboard events do it
 * (docs/decisions/0070). What is attached to an element is on the server.
 */

beforeAll(loadPasteReader);
afterEach(closeScript);

const lines: [ElementType, string][] = [
  ['scene_heading', 'INT. CAR DECK - NIGHT'],
  ['action', 'Nobody moves.'],
  ['character', 'MARA'],
  ['dialogue', 'Two hundred and thirteen. Twice.'],
  ['scene_heading', 'EXT. HARBOUR - NIGHT'],
  ['action', 'Rain on black water.'],
];
const [deck, action, cue, speech, harbour, rain] = lines.map(([, text]) => text) as [
  string,
  string,
  string,
  string,
  string,
  string,
];

const contents = (server: StoredScript) => server.elements.map(({ content }) => content);
const ids = (server: StoredScript) => server.elements.map(({ id }) => id);
const becomes = (server: StoredScript, expected: string[]) =>
  waitFor(() => expect(contents(server)).toEqual(expected));

/** Clipboard of the browser, which all windows share. */
class TestClipboard {
  readonly data = new Map<string, string>();

  readonly event = {
    clipboardData: {
      setData: (type: string, value: string) => void this.data.set(type, value),
      getData: (type: string) => this.data.get(type) ?? '',
    },
  };
}

function selectAllOf(field: HTMLElement): void {
  document.getSelection()?.selectAllChildren(field);
}

/** Cut the whole text of a line. The caret stays in the empty line. */
function cut(text: string, clipboard: TestClipboard): void {
  const field = edit(text);
  selectAllOf(field);
  fireEvent.cut(field, clipboard.event);
}

function copy(text: string, clipboard: TestClipboard): void {
  const field = edit(text);
  selectAllOf(field);
  fireEvent.copy(field, clipboard.event);
}

/** Open an empty line after an element, as Enter does at its end. */
function openLineAfter(text: string): void {
  const field = edit(text);
  document.getSelection()?.setPosition(field.firstChild, text.length);
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(liveField().textContent).toBe('');
}

const paste = (clipboard: TestClipboard, into = liveField()) => fireEvent.paste(into, clipboard.event);

const step = async (direction: 'Undo' | 'Redo') => {
  const button = () => screen.getByRole<HTMLButtonElement>('button', { name: new RegExp(`^${direction}`) });
  await waitFor(() => expect(button().disabled).toBe(false));
  fireEvent.click(button());
};

async function aComment(server: StoredScript, place: number) {
  const { db, project, people } = server.browser;
  await db.insert(comments).values({
    content: 'Which one?',
    projectId: project.id,
    userId: people.cora.id,
    scriptElementId: server.id(place),
    wasOnElement: true,
  });
}

const commentedIds = async ({ browser }: StoredScript) =>
  (
    await browser.db
      .select({ id: comments.scriptElementId })
      .from(comments)
      .where(and(eq(comments.content, 'Which one?'), eq(comments.projectId, browser.project.id)))
  ).map(({ id }) => id);

describe('a whole line', () => {
  test('is moved by cut and paste, with everything attached to it', async () => {
    const { server } = await openScript(lines);
    await aComment(server, 2);
    await server.setColumns({ soundEffectUrl: '/uploads/horn.mp3', soundEffectText: 'A horn.' }, 2);
    const clipboard = new TestClipboard();
    cut(action, clipboard);
    expect(liveField().textContent).toBe('');
    openLineAfter(rain);
    paste(clipboard);
    expect(liveField().textContent).toBe(action);
    await becomes(server, [deck, cue, speech, harbour, rain, action]);
    expect(ids(server)).toEqual([1, 3, 4, 5, 6, 2].map((place) => server.id(place)));
    expect(server.elements.at(-1)).toMatchObject({ soundEffectText: 'A horn.' });
    expect(await commentedIds(server)).toEqual([server.id(2)]);
  });

  test('keeps its type, and a heading its scene', async () => {
    const { server } = await openScript(lines);
    const sceneId = server.scenes[1]?.id ?? 0;
    await server.browser.db.update(scenes).set({ notes: 'Fog.' }).where(eq(scenes.id, sceneId));
    const clipboard = new TestClipboard();
    cut(harbour, clipboard);
    openLineAfter(action);
    paste(clipboard);
    await becomes(server, [deck, action, harbour, cue, speech, rain]);
    expect(server.scenes.map(({ id, notes }) => [id, notes])).toEqual([
      [server.scenes[0]?.id, null],
      [sceneId, 'Fog.'],
    ]);
    expect(server.elements[2]).toMatchObject({ id: server.id(5), elementType: 'scene_heading' });
  });

  test('is moved if it was changed just before', async () => {
    const { server } = await openScript(lines);
    await aComment(server, 2);
    const clipboard = new TestClipboard();
    write(edit(action), 'Nobody breathes.');
    selectAllOf(liveField());
    fireEvent.cut(liveField(), clipboard.event);
    openLineAfter(rain);
    paste(clipboard);
    await becomes(server, [deck, cue, speech, harbour, rain, 'Nobody breathes.']);
    expect(await commentedIds(server)).toEqual([server.id(2)]);
    expect(ids(server).at(-1)).toBe(server.id(2));
  });

  test('is moved before anything is sent', async () => {
    const { server } = await openScript(lines);
    const release = server.hold();
    const clipboard = new TestClipboard();
    cut(action, clipboard);
    openLineAfter(rain);
    paste(clipboard);
    release();
    await becomes(server, [deck, cue, speech, harbour, rain, action]);
    expect(ids(server).at(-1)).toBe(server.id(2));
  });

  test('is moved into the bottom input', async () => {
    const { server } = await openScript(lines);
    const clipboard = new TestClipboard();
    cut(action, clipboard);
    const below = document.querySelector<HTMLElement>('[contenteditable][data-below]');
    if (!below) throw new Error('No input below the script');
    act(() => below.focus());
    paste(clipboard, below);
    await becomes(server, [deck, cue, speech, harbour, rain, action]);
    expect(ids(server).at(-1)).toBe(server.id(2));
  });

  test('is undone and redone in one step for the paste and one for the cut', async () => {
    const { server } = await openScript(lines);
    await aComment(server, 2);
    const before = contents(server);
    const without = before.filter((text) => text !== action);
    const clipboard = new TestClipboard();
    cut(action, clipboard);
    openLineAfter(rain);
    paste(clipboard);
    fireEvent.click(elementOf(deck));
    await becomes(server, [...without, action]);
    await step('Undo');
    await becomes(server, without);
    await step('Undo');
    await becomes(server, before);
    expect([ids(server)[1], await commentedIds(server)]).toEqual([server.id(2), [server.id(2)]]);
    await step('Redo');
    await becomes(server, without);
    await step('Redo');
    await becomes(server, [...without, action]);
    expect([ids(server).at(-1), await commentedIds(server)]).toEqual([server.id(2), [server.id(2)]]);
  });

  test('is restored when it is pasted where it was cut, and nothing is sent', async () => {
    const { server } = await openScript(lines);
    const clipboard = new TestClipboard();
    cut(action, clipboard);
    paste(clipboard);
    expect(liveField().textContent).toBe(action);
    fireEvent.click(elementOf(deck));
    expect(server.sent).toEqual([]);
  });

  test('is a new element when it is pasted for the second time, or was copied', async () => {
    const { server } = await openScript(lines);
    await aComment(server, 2);
    await server.setColumns({ soundEffectUrl: '/uploads/horn.mp3', soundEffectText: 'A horn.' }, 2);
    const clipboard = new TestClipboard();
    copy(action, clipboard);
    openLineAfter(rain);
    paste(clipboard);
    await becomes(server, [...lines.map(([, text]) => text), action]);
    const copied = server.elements.at(-1);
    expect(lines.map((_, index) => server.id(index + 1))).not.toContain(copied?.id);
    expect(copied).toMatchObject({ soundEffectText: 'A horn.' });
    expect(await commentedIds(server)).toEqual([server.id(2)]);
    const stored = await server.browser.db
      .select()
      .from(scriptElements)
      .where(eq(scriptElements.id, server.id(2)));
    expect(stored[0]).toMatchObject({ soundEffectText: 'A horn.' });
  });

  test('is inserted as text in another line', async () => {
    const { server } = await openScript(lines);
    const clipboard = new TestClipboard();
    cut(action, clipboard);
    const field = edit(rain);
    document.getSelection()?.setPosition(field.firstChild, rain.length);
    paste(clipboard, field);
    fireEvent.click(elementOf(deck));
    await becomes(server, [deck, cue, speech, harbour, `${rain}${action}`]);
  });
});

describe('the clipboard', () => {
  test('has plain text and HTML for other programs, and the id of the element instead of its attachments', async () => {
    const { server } = await openScript(lines);
    const sceneId = server.scenes[0]?.id ?? 0;
    await server.browser.db.update(scenes).set({ notes: 'Fog.' }).where(eq(scenes.id, sceneId));
    const clipboard = new TestClipboard();
    copy(deck, clipboard);
    expect(clipboard.data.get('text/plain')).toBe(deck);
    const html = clipboard.data.get('text/html') ?? '';
    const shown = new DOMParser().parseFromString(html, 'text/html').body.textContent;
    expect(shown).toBe(deck);
    const own = /data-cold-open="([^"]*)"/.exec(html)?.[1] ?? '';
    expect(JSON.parse(decodeURIComponent(own))).toEqual({
      elements: [
        {
          elementType: 'scene_heading',
          content: deck,
          source: { projectId: server.project.id, id: server.id(1) },
        },
      ],
      startsInside: false,
      endsInside: false,
      isLine: true,
    });
  });

  test('is handled by the browser for a part of a line', async () => {
    await openScript(lines);
    const clipboard = new TestClipboard();
    const field = edit(action);
    const selection = document.getSelection();
    selection?.setBaseAndExtent(field.firstChild as Node, 0, field.firstChild as Node, 6);
    expect(fireEvent.copy(field, clipboard.event)).toBe(true);
    expect([...clipboard.data]).toEqual([]);
  });

  test('has capitals as text and the letters as an element, for a part of a heading', async () => {
    await openScript(lines);
    const clipboard = new TestClipboard();
    const field = edit(action);
    fireEvent.keyDown(field, { key: '1', code: 'Digit1', ctrlKey: true });
    await waitFor(() => expect(liveField().style.textTransform).toBe('uppercase'));
    const text = liveField().firstChild as Node;
    document.getSelection()?.setBaseAndExtent(text, 0, text, 6);
    expect(fireEvent.copy(liveField(), clipboard.event)).toBe(false);
    expect(clipboard.data.get('text/plain')).toBe('NOBODY');
    const html = clipboard.data.get('text/html') ?? '';
    const [, own = ''] = /data-cold-open="([^"]*)"/.exec(html) ?? [];
    expect(JSON.parse(decodeURIComponent(own))).toEqual({
      elements: [{ elementType: 'scene_heading', content: 'Nobody' }],
      startsInside: false,
      endsInside: true,
    });
    expect(html).toContain('>NOBODY<');
  });
});
