import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { startPostgres } from '../scripts/postgres.ts';
import { benchScript, openBenchScript, openBrowser, viewport } from './browser.ts';
import { median, quantile, type Row } from './measure.ts';
import { processorSecondsOf, rssOf } from './process.ts';
import { openRoom, ourTypist, type Room } from './together/ours.ts';
import { openPeerRoom, peerTypist } from './together/peer.ts';
import { Keys, type OwnLines, type Typist, typeAll } from './together/typists.ts';
import { placeOn, type TypingPlace, typeInTurns } from './typing.ts';

/*
 * Measures users who type in one script, five keys per second each, through real sockets and calls:
 * the time of a key until it is in the memory of the others and, in one watching browser, until its
 * paint; and the server's CPU time. Beside it Hocuspocus, here without storage, with the same text.
 * TOGETHER_MINUTES: fifty users for that time, with the server's memory by minute, and nothing
 * else; TOGETHER_PEOPLE: one group only.
 */

const size = 4000;
const crowds = process.env.TOGETHER_PEOPLE ? [Number(process.env.TOGETHER_PEOPLE)] : [2, 10, 50];
const warmUpMs = 3000;
const measuredMs = 15_000;
/** Number of lines of each user, typed in turn. */
const linesEach = 3;

export async function run({ hasPeers }: { hasPeers: boolean }): Promise<Row[]> {
  const postgres = await startPostgres();
  const engines = [
    ['embedded', undefined] as const,
    ...(postgres ? [['Postgres', postgres.url] as const] : []),
  ];
  try {
    const minutes = Number(process.env.TOGETHER_MINUTES ?? 0);
    if (minutes > 0) return await long(minutes, postgres?.url);
    const found: Row[] = [];
    for (const people of crowds) {
      for (const [engine, url] of engines) found.push(...(await ours(engine, people, url)));
      if (hasPeers) found.push(...(await peers(people)));
    }
    return [...found, ...(await ownLine(postgres?.url))];
  } finally {
    await postgres?.stop();
  }
}

/**
 * Return lines for each user; the first ones are on the first pages, which the watching browser
 * shows.
 */
function ownLines(candidates: readonly number[], people: number): OwnLines {
  return Array.from({ length: people }, (_, person) =>
    Array.from({ length: linesEach }, (__, line) => candidates[line * people + person] ?? 0),
  );
}

const actionsOf = ({ elements }: Room) =>
  elements.flatMap(({ id, elementType }) => (elementType === 'action' ? id : []));

async function ours(engine: string, people: number, postgresUrl?: string): Promise<Row[]> {
  const room = await openRoom(size, people + 1, postgresUrl);
  const [keys, saves] = [new Keys(), new Keys()];
  const lines = ownLines(actionsOf(room), people);
  const typists = await Promise.all(
    Array.from({ length: people }, (_, index) => ourTypist(room, index, keys, saves)),
  );
  const watcher = await openWatcher(room, people);
  try {
    const rows = await measured(`${engine}, ${people} people`, 'ours', room.pid, typists, lines, keys, () => {
      saves.take();
      return watcher.start();
    });
    const stored = saves.take();
    const painted = (await watcher.take()).flatMap(({ line, length, at }) => {
      const typedAt = keys.inked(line, length);
      return typedAt === undefined ? [] : at - typedAt;
    });
    const failures = typists.flatMap((each) => each.failures);
    if (failures.length > 0)
      throw new Error(`${engine}: ${failures.length} failures, such as: ${failures[0]}`);
    return [
      ...rows,
      ...both(`${engine}, ${people} people: a key to its paint elsewhere`, painted),
      ...both(`${engine}, ${people} people: a line that is left, stored, to others' memories`, stored),
    ];
  } finally {
    for (const typist of typists) typist.close();
    await watcher.close();
    await room.stop();
  }
}

async function peers(people: number): Promise<Row[]> {
  const script = benchScript(size);
  const room = await openPeerRoom(script.map(({ content }) => content));
  const keys = new Keys();
  const lines = ownLines(
    script.flatMap(({ elementType }, index) => (elementType === 'action' ? index : [])),
    people,
  );
  const typists = await Promise.all(Array.from({ length: people }, () => peerTypist(room, lines, keys)));
  try {
    return await measured(`Hocuspocus, ${people} people`, 'peer', room.pid, typists, lines, keys);
  } finally {
    for (const typist of typists) typist.close();
    await room.stop();
  }
}

/** Measure the time of a key, and the server's time for all. */
async function measured(
  name: string,
  of: Row['of'],
  pid: number,
  typists: readonly Typist[],
  lines: OwnLines,
  keys: Keys,
  onStart: () => unknown = () => undefined,
): Promise<Row[]> {
  let isOver = false;
  const typing = typeAll(typists, lines, keys, () => isOver);
  await pause(warmUpMs);
  await onStart();
  keys.take();
  const typedBefore = keys.count;
  const own = monitorEventLoopDelay({ resolution: 1 });
  own.enable();
  const [cpu, started] = [processorSecondsOf(pid), performance.now()];
  await pause(measuredMs);
  const seconds = (performance.now() - started) / 1000;
  const cores = (processorSecondsOf(pid) - cpu) / seconds;
  const memory = rssOf(pid);
  own.disable();
  const times = keys.take();
  const due = (keys.count - typedBefore) * (typists.length - 1);
  isOver = true;
  await typing;
  return [
    ...both(`${name}: a key to others' memories`, times, of),
    { name: `${name}: of all keys to all others, come`, figure: (times.length / due) * 100, unit: '%', of },
    { name: `${name}: keys that come, a second`, figure: times.length / seconds, unit: 'count', of },
    { name: `${name}: the server's processors`, figure: cores, unit: 'count', of },
    { name: `${name}: the server's memory`, figure: memory, unit: 'MB', of },
    {
      name: `${name}: p99 of what this program itself was late`,
      figure: own.percentile(99) / 1e6,
      of: 'floor',
    },
  ];
}

function both(name: string, times: readonly number[], of: Row['of'] = 'ours'): Row[] {
  return [
    { name: `${name}, p50`, figure: median(times), of },
    { name: `${name}, p99`, figure: quantile(times, 0.99), of },
  ];
}

interface Painted {
  line: number;
  /** Letters without spaces: pages have none at the ends of their lines. */
  length: number;
  /** On the clock of all programs of the machine. */
  at: number;
}

/** Somebody who looks on in a browser. */
async function openWatcher(room: Room, index: number) {
  const { browser, page } = await openPage(room, index);
  await page.goto(room.address);
  await page.locator('[data-element]').first().waitFor();
  return {
    start: () => notePaints(page),
    take: () => page.evaluate('window.painted') as Promise<Painted[]>,
    close: () => browser.close(),
  };
}

async function openPage({ url, sessions }: Room, index: number) {
  const browser = await openBrowser();
  const context = await browser.newContext({ viewport });
  await context.addCookies([{ name: 'sid', value: sessions[index] ?? '', url }]);
  return { browser, page: await context.newPage() };
}

/** Notes each line that changes on the page, when the frame that shows it is painted. */
function notePaints(page: Page): Promise<void> {
  return page.evaluate(() => {
    const painted: { line: number; length: number; at: number }[] = [];
    Object.assign(window, { painted });
    const lengths = new Map<string, number>();
    const lengthOf = (line: string) => {
      const pieces = document.querySelectorAll(`[data-element="${line}"]`);
      return [...pieces].reduce((sum, piece) => sum + (piece.textContent ?? '').replace(/\s/g, '').length, 0);
    };
    new MutationObserver((records) => {
      const lines = new Set<string>();
      for (const { target } of records) {
        const node = target instanceof Element ? target : target.parentElement;
        for (const each of [
          node?.closest('[data-element]'),
          ...(node?.querySelectorAll('[data-element]') ?? []),
        ]) {
          const line = each?.getAttribute('data-element');
          if (line) lines.add(line);
        }
      }
      const changed = [...lines].flatMap((line) => {
        const length = lengthOf(line);
        if (lengths.get(line) === length) return [];
        const isFirst = !lengths.has(line);
        lengths.set(line, length);
        return isFirst ? [] : { line: Number(line), length };
      });
      if (changed.length === 0) return;
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
          const at = performance.timeOrigin + performance.now();
          painted.push(...changed.map((each) => ({ ...each, at })));
        };
        port2.postMessage(null);
      });
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
}

/** The own line, alone and while nine others type in the same script; in turns. */
async function ownLine(postgresUrl?: string): Promise<Row[]> {
  const rooms = [await openRoom(size, 1, postgresUrl), await openRoom(size, 10, postgresUrl)] as const;
  const [keys, saves] = [new Keys(), new Keys()];
  const lines = ownLines(middleOf(actionsOf(rooms[1])), 9);
  const typists = await Promise.all(lines.map((_, index) => ourTypist(rooms[1], index + 1, keys, saves)));
  const pages = [await openPage(rooms[0], 0), await openPage(rooms[1], 0)] as const;
  let isOver = false;
  try {
    const alone = await placeIn(pages[0].page, rooms[0], 'alone');
    const amongNine = await placeIn(pages[1].page, rooms[1], 'nine others typing');
    const typing = typeAll(typists, lines, keys, () => isOver);
    await typeInTurns([alone, amongNine], 5);
    isOver = true;
    await typing;
    const rows = [alone, amongNine].flatMap(({ name, times, work }) => [
      { name: `own line, ${name}: a key to its paint, p50`, figure: median(times.key), of: 'ours' as const },
      { name: `own line, ${name}: the same, p95`, figure: quantile(times.key, 0.95), of: 'ours' as const },
      { name: `own line, ${name}: work of the page`, figure: median(work.key), of: 'ours' as const },
    ]);
    const ratio = median(amongNine.times.key) / median(alone.times.key);
    return [...rows, { name: 'own line, p50, nine others ÷ alone', figure: ratio, unit: '×', of: 'ours' }];
  } finally {
    isOver = true;
    for (const typist of typists) typist.close();
    for (const { browser } of pages) await browser.close();
    for (const room of rooms) await room.stop();
  }
}

/** Around the middle, where the own line is, but not on it. */
function middleOf(actions: readonly number[]): number[] {
  const middle = actions.length >> 1;
  return actions.slice(middle + 5, middle + 60);
}

async function placeIn(page: Page, room: Room, name: string): Promise<TypingPlace> {
  const { action } = await openBenchScript(
    { newPage: async () => page },
    { address: room.address, elements: [...room.elements] },
  );
  await action.locator('[data-from]').first().click();
  await page.keyboard.press('ControlOrMeta+End');
  const storing = async (act: () => Promise<void>) => {
    const answered = page.waitForResponse((response) => response.request().method() !== 'GET');
    await act();
    await (await answered).finished();
  };
  return placeOn(page, { name, of: 'ours', storing });
}

async function long(minutes: number, postgresUrl?: string): Promise<Row[]> {
  const people = 50;
  const room = await openRoom(size, people, postgresUrl);
  const [keys, saves] = [new Keys(), new Keys()];
  const lines = ownLines(actionsOf(room), people);
  const typists = await Promise.all(
    Array.from({ length: people }, (_, index) => ourTypist(room, index, keys, saves)),
  );
  let isOver = false;
  try {
    const typing = typeAll(typists, lines, keys, () => isOver);
    const rows: Row[] = [];
    for (let minute = 1; minute <= minutes; minute++) {
      const cpu = processorSecondsOf(room.pid);
      await pause(60_000);
      saves.take();
      rows.push(
        { name: `minute ${minute}: memory`, figure: rssOf(room.pid), unit: 'MB', of: 'ours' },
        {
          name: `minute ${minute}: processors`,
          figure: (processorSecondsOf(room.pid) - cpu) / 60,
          unit: 'count',
          of: 'ours',
        },
        { name: `minute ${minute}: a key, p99`, figure: quantile(keys.take(), 0.99), of: 'ours' },
      );
      console.log(
        rows
          .slice(-3)
          .map(({ name, figure }) => `${name} ${figure.toFixed(2)}`)
          .join('; '),
      );
    }
    isOver = true;
    await typing;
    const failures = typists.flatMap((each) => each.failures);
    if (failures.length > 0) throw new Error(`${failures.length} failures, such as: ${failures[0]}`);
    return rows;
  } finally {
    isOver = true;
    for (const typist of typists) typist.close();
    await room.stop();
  }
}
