import { expect, type TestInfo } from '@playwright/test';
import { type ElementKeys, elementKeySets } from '#screenplay/flow.ts';
import { parseFountain } from '#screenplay/fountain/parse.ts';
import type { Element } from '#shared/contract/elements.ts';
import { encodeProjectId } from '#shared/projectId.ts';
import { signIn } from '#test/app.ts';
import { aWorld, type World } from '#test/world.ts';
import { startChromium } from './browsers/chromium.ts';
import { startFirefox } from './browsers/firefox.ts';
import { hasFirefox, hasWebKit } from './browsers/installed.ts';
import {
  activeLine,
  brokenWords,
  closeLine,
  focusedName,
  openLine,
  pointIn,
  shownTexts,
  statusTexts,
} from './browsers/lines.ts';
import { startAsNew } from './browsers/startAsNew.ts';
import type { TestBrowser } from './browsers/testBrowser.ts';
import { startWebKit } from './browsers/webKit.ts';
import { test, visitor } from './fixtures.ts';
import { aLiveProxy, type LiveProxy } from './liveProxy.ts';
import { anOwnApp, type OwnApp } from './ownApp.ts';

/*
 * A writer in the three browser engines: writing with every setting of the preference "Element
 * keys", and once in each engine selecting, the clipboard, undo, composing, dragging, offline and
 * merging.
 */

test.describe.configure({ mode: 'parallel' });

const viewport = { width: 1440, height: 900 };

interface Place {
  app: OwnApp;
  proxy: LiveProxy;
}

let place: Place;

test.beforeAll(async () => {
  const proxy = await aLiveProxy();
  const app = await anOwnApp({ PUBLIC_URL: proxy.url });
  proxy.forwardTo(Number(new URL(app.url).port));
  place = { app, proxy };
});
test.afterAll(async () => {
  await place.proxy.close();
  await place.app.close();
});
test.use({ storageState: visitor });

/** A writer with an empty script in a browser. */
interface Writer extends Place {
  browser: TestBrowser;
  world: World;
  elementKeys: ElementKeys;
  /** Address of the project in the API. */
  api: string;
}

type Key = { press: string[] } | { type: string };
const press = (...keys: string[]): Key => ({ press: keys });
const type = (text: string): Key => ({ type: text });

const action = [type('Chains and diesel.'), press('Enter'), type('Nobody laughs.')];

/** A heading, two lines of action, and a paragraph of each other type. */
const keysOf: Record<ElementKeys, readonly Key[]> = {
  cycle: [
    ...[type('int. car deck - night'), press('Enter'), ...action],
    ...[press('Enter', 'Tab'), type('mara')],
    ...[press('Enter'), type('(counting)')],
    ...[press('Enter'), type('Forty-one.')],
    ...[press('Enter', 'Shift+Tab', 'Shift+Tab'), type('FADE OUT.'), press('Enter')],
  ],
  finalDraft: [
    ...[type('int. car deck - night'), press('Tab'), ...action],
    ...[press('Tab'), type('mara')],
    ...[press('Enter', 'Tab'), type('(counting)')],
    ...[press('Enter'), type('Forty-one.')],
    ...[press('Enter', 'Tab', 'Tab'), type('FADE OUT.'), press('Enter')],
  ],
  fountain: [
    ...[type('int. car deck - night'), press('Enter', 'Enter'), ...action],
    ...[press('Enter', 'Enter'), type('MARA')],
    ...[press('Enter'), type('(counting)')],
    ...[press('Enter'), type('Forty-one.')],
    ...[press('Enter', 'Enter'), type('> fade out.'), press('Enter')],
  ],
};

const written: readonly (readonly [type: string, text: string])[] = [
  ['scene_heading', 'INT. CAR DECK - NIGHT'],
  ['action', 'Chains and diesel.'],
  ['action', 'Nobody laughs.'],
  ['character', 'MARA'],
  ['parenthetical', '(counting)'],
  ['dialogue', 'Forty-one.'],
  ['transition', 'FADE OUT.'],
];
const texts = written.map(([, text]) => text);

/** A browser starts once for all settings: a start takes a third of a journey. */
const browsers = [
  {
    name: 'Chromium',
    isHere: true,
    start: (info: TestInfo) => startChromium(info.project.use.launchOptions ?? {}, viewport),
  },
  { name: 'Firefox', isHere: hasFirefox(), start: () => startFirefox(viewport) },
  { name: 'WebKit', isHere: hasWebKit(), start: () => startWebKit(viewport) },
];

for (const { name, isHere, start } of browsers) {
  if (!isHere) continue;
  test.describe(name, () => {
    // One after the other in one worker.
    test.describe.configure({ mode: 'default' });
    let browser: TestBrowser | null = null;
    test.afterAll(() => browser?.close());

    for (const elementKeys of elementKeySets)
      test(`writes a script in ${name} with ${elementKeys} keys`, async ({ browserName: _ }, info) => {
        browser ??= await start(info);
        try {
          const host = `${crypto.randomUUID().slice(0, 8)}.example.com`;
          const world = await aWorld(place.app.db, { host, lines: [] });
          const api = `/api/projects/${encodeProjectId(world.project.id)}`;
          await journey({ ...place, browser, world, elementKeys, api });
          expect(await browser.logs()).toEqual([]);
        } catch (error) {
          await info.attach('screen', { body: await browser.screenshot(), contentType: 'image/png' });
          throw error;
        }
      });
  });
}

type Step = readonly [title: string, make: (writer: Writer) => Promise<void>];

const exporting: Step = ['export the text that is on the page', exportScript];
/**
 * The steps after writing, which do not depend on the element keys: each browser makes each of them
 * once.
 */
const stepsAfterWriting: Record<ElementKeys, readonly Step[]> = {
  cycle: [
    ['select across paragraphs, cut, copy and paste, undo and redo', cutAndPaste],
    ['compose a word', compose],
    ['drag a word within its line and into another', dragWords],
  ],
  finalDraft: [
    ['write without the server, over a reload', writeOffline],
    ['merge with what another writer has written, after the server is back', reconnect],
    exporting,
  ],
  fountain: [exporting],
};

async function journey(writer: Writer): Promise<void> {
  await test.step('write a paragraph of each type', () => write(writer));
  for (const [title, make] of stepsAfterWriting[writer.elementKeys])
    await test.step(title, () => make(writer));
}

async function storedRows({ app, world, api }: Writer): Promise<Element[]> {
  return (await app.as(world.olive).get(`${api}/script-elements`)).json();
}

async function expectStored(writer: Writer, texts: readonly string[]): Promise<void> {
  const stored = async () => (await storedRows(writer)).map(({ content }) => content);
  await expect.poll(stored, { timeout: 30_000 }).toEqual(texts);
}

async function write(writer: Writer): Promise<void> {
  const { browser, app, proxy, world, elementKeys } = writer;
  await browser.signIn({ url: proxy.url, sid: await signIn(app.db, world.olive.id) });
  await browser.goto(`${proxy.url}/robots.txt`);
  await browser.evaluate(startAsNew, JSON.stringify({ elementKeys, isUnsent: true }));
  await browser.goto(`${proxy.url}/projects/${encodeProjectId(world.project.id)}/script`);
  await expect.poll(() => activeLine(browser)).toBe('');
  await expect.poll(() => browser.evaluate(sheetWidth)).toBe(816);
  for (const key of keysOf[elementKeys]) {
    if ('type' in key) await browser.type(key.type);
    else await browser.press(...key.press);
  }
  await closeLine(browser);
  const stored = async () =>
    (await storedRows(writer)).map(({ elementType, content }) => [elementType, content]);
  await expect.poll(stored).toEqual(written);
  await expect.poll(() => shownTexts(browser)).toEqual(texts);
}

async function cutAndPaste(writer: Writer): Promise<void> {
  const { browser } = writer;
  await browser.drag(await pointIn(browser, 'and diesel', 0), await pointIn(browser, 'laughs', 0));
  await expect.poll(() => focusedName(browser)).toBe('2 elements selected');
  await browser.press('Control+x');
  const cut = texts.toSpliced(1, 2, 'Chains laughs.');
  await expectStored(writer, cut);
  await browser.press('Control+z');
  await expectStored(writer, texts);
  await browser.press('Control+Shift+z');
  await expectStored(writer, cut);
  await browser.press('Control+z');
  await expectStored(writer, texts);
  await openLine(browser, 'Forty-one.', 3);
  // Not End: synthetic keys have no key bindings of the system in Firefox.
  await browser.press('Control+ArrowDown', 'Control+v', 'Control+s');
  await expectStored(writer, texts.toSpliced(5, 1, 'Forty-one.and diesel.', 'Nobody '));
  await browser.press('Control+z');
  await expectStored(writer, texts);
}

async function compose(writer: Writer): Promise<void> {
  const { browser } = writer;
  await openLine(browser, 'Nobody laughs.', 3);
  await browser.press('Control+ArrowDown');
  await browser.compose('ゆき', '雪');
  await expect.poll(() => activeLine(browser)).toBe('Nobody laughs.雪');
  await browser.press('Control+s');
  await expectStored(writer, texts.with(2, 'Nobody laughs.雪'));
  await browser.press('Backspace', 'Control+s');
  await expectStored(writer, texts);
}

async function dragWords(writer: Writer): Promise<void> {
  const { browser } = writer;
  const selectFirstWord = async () => {
    await openLine(browser, 'Chains and diesel.', 9);
    await browser.press('Control+ArrowUp', ...Array<string>(7).fill('Shift+ArrowRight'));
  };
  await selectFirstWord();
  await browser.dragWords(await pointIn(browser, 'Chains', 2), await pointIn(browser, 'diesel', 0));
  await expect.poll(() => activeLine(browser)).toBe('and Chains diesel.');
  await browser.press('Control+s');
  await expectStored(writer, texts.with(1, 'and Chains diesel.'));
  await browser.press('Control+z');
  await expectStored(writer, texts);
  await selectFirstWord();
  await browser.dragWords(await pointIn(browser, 'Chains', 2), await pointIn(browser, 'laughs', 0));
  await expectStored(writer, texts.toSpliced(1, 2, 'and diesel.', 'Nobody Chains laughs.'));
  await browser.press('Control+z');
  await expectStored(writer, texts);
}

/** Text of more than one line, which the browser breaks. */
const longText =
  'Nobody laughs. Nobody but the second engineer, who has been laughing since the breakwater, and who will not say at what.';
const offlineTexts = texts.with(2, longText);

async function writeOffline({ browser, proxy }: Writer): Promise<void> {
  await browser.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await expect.poll(() => browser.evaluate(missingOffline, texts), { timeout: 30_000 }).toEqual([]);
  await proxy.close();
  await browser.reload();
  await expect.poll(() => shownTexts(browser)).toEqual(texts);
  await openLine(browser, 'Nobody laughs.', 3);
  await browser.press('Control+ArrowDown');
  await browser.type(longText.slice('Nobody laughs.'.length));
  await expect.poll(() => activeLine(browser)).toBe(longText);
  await expect.poll(() => brokenWords(browser)).toEqual([]);
  await browser.press('Control+s');
  await expect.poll(() => statusTexts(browser)).toMatch(/Offline, \d changes? kept here/);
  await browser.reload();
  await expect.poll(() => shownTexts(browser)).toEqual(offlineTexts);
}

async function reconnect(writer: Writer): Promise<void> {
  const { browser, app, proxy, world } = writer;
  const [heading] = await storedRows(writer);
  const content = 'EXT. HARBOUR - NIGHT';
  await app.as(world.eddie).patch(`/api/script-elements/${heading?.id}`, { content });
  await proxy.reopen();
  const merged = offlineTexts.with(0, content);
  await expectStored(writer, merged);
  await expect.poll(() => shownTexts(browser), { timeout: 30_000 }).toEqual(merged);
}

async function exportScript({ browser, api }: Writer): Promise<void> {
  const file = await browser.evaluate(async (url) => (await fetch(url)).text(), `${api}/export/fountain`);
  const exported = parseFountain(file);
  expect(exported.ok && exported.screenplay.elements.map(({ content }) => content)).toEqual(
    await shownTexts(browser),
  );
}

/** Runs in the page. */
function sheetWidth(): number | undefined {
  return document.querySelector('article[aria-label^="Page "]')?.getBoundingClientRect().width;
}

/** Runs in the page. Returns the texts that are not in the browser's copy for offline use. */
function missingOffline(texts: string[]): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('cold-open');
    // The database does not exist yet.
    request.onupgradeneeded = () => request.transaction?.abort();
    request.onerror = () => (request.error?.name === 'AbortError' ? resolve(texts) : reject(request.error));
    request.onsuccess = () => {
      const database = request.result;
      database.onversionchange = () => database.close();
      const parts = database.transaction('parts').objectStore('parts').getAll();
      parts.onsuccess = () => {
        database.close();
        const stored = JSON.stringify(parts.result);
        resolve(texts.filter((text) => !stored.includes(JSON.stringify(text))));
      };
    };
  });
}
