import path from 'node:path';
import type { Page } from '@playwright/test';
import { wireOf } from '#test/e2e/wire.ts';
import { arrived, watchFirstPage } from './arrival.ts';
import { type Bench, benchScript, openBench, type StoredScript, storedScript } from './browser.ts';
import { openEditorPages } from './editorPages.ts';
import { inEmptyPage, inOurs, inPeer } from './keystroke.ts';
import { median, quantile } from './measure.ts';
import { installPeers } from './peers.ts';
import { type TypingPlace, typeInTurns, workOf } from './typing.ts';

/*
 * Measures several checkouts of this repository in turns, beside CodeMirror and ProseMirror:
 * typing and opening in Chromium. `node bench/checkouts.ts FOLDER…`, each with its packages
 * installed and its web built; `.` is this one. ROUNDS: how often (default 8).
 */
const folders = process.argv.slice(2);
const rounds = Number(process.env.ROUNDS ?? 8);
const size = 4000;
const firstText = '[data-element] [data-from]';
const readable = `.opening text, ${firstText}`;

interface Checkout {
  name: string;
  bench: Bench;
  script: StoredScript;
}

/** A page that is opened again and again. */
interface Target {
  name: string;
  bench: Bench;
  address: string;
  text: string;
  times: number[];
  work: number[];
}

if (!installPeers()) process.exit(1);
const checkouts: Checkout[] = [];
for (const folder of folders) {
  const bench = await openBench({}, path.resolve(folder));
  checkouts.push({
    name: path.basename(path.resolve(folder)),
    bench,
    script: await storedScript(bench, size),
  });
}
const [first] = checkouts;
if (!first) throw new Error('Give the folders of the checkouts');
const peers = await openEditorPages(benchScript);
try {
  await compareOpening(first.bench);
  await compareTyping(first.bench);
} finally {
  peers.stop();
  for (const { bench } of checkouts) await bench.stop();
}
process.exit(0);

async function compareTyping(peerBench: Bench): Promise<void> {
  const places: TypingPlace[] = [];
  for (const { name, bench } of checkouts)
    for (const elements of [10, size]) {
      const place = await inOurs(bench, elements);
      places.push({ ...place, name: `${name}, ${place.name}` });
    }
  for (const editor of ['CodeMirror', 'ProseMirror'] as const)
    places.push(await inPeer(await peerBench.newPage(), editor, peers.address(editor, size), size));
  places.push(await inEmptyPage(await peerBench.newPage()));
  await typeInTurns(places, rounds);
  for (const kind of ['key', 'Enter'] as const) {
    const peer = places.find(({ name }) => name.includes('CodeMirror'));
    print(`${kind}: to its paint p50, p95, ÷ CodeMirror; work p50, min, ÷ CodeMirror`);
    for (const { name, times, work } of places) {
      const [time, cpu] = [median(times[kind]), median(work[kind])];
      const toPeer = peer ? [time / median(peer.times[kind]), cpu / median(peer.work[kind])] : [];
      print(name, time, quantile(times[kind], 0.95), toPeer[0], cpu, Math.min(...work[kind]), toPeer[1]);
    }
  }
}

async function compareOpening(peerBench: Bench): Promise<void> {
  const targets: Target[] = checkouts.flatMap(({ name, bench, script: { address } }) => [
    { name: `${name}, to be read`, bench, address, text: readable, times: [], work: [] },
    { name: `${name}, to be written on`, bench, address, text: firstText, times: [], work: [] },
  ]);
  const address = peers.address('ProseMirror', size);
  targets.push({ name: 'ProseMirror', bench: peerBench, address, text: 'p', times: [], work: [] });
  for (const cache of ['kept', 'empty'] as const) {
    for (let round = 0; round <= rounds; round++)
      for (const target of targets) await openOnce(target, cache, round > 0);
    print(`open, cache ${cache}: p50, min; work of the main thread until idle p50, min; ÷ ProseMirror`);
    for (const { name, times, work } of targets) {
      const peer = median(targets.at(-1)?.times ?? []);
      print(name, median(times), Math.min(...times), median(work), Math.min(...work), median(times) / peer);
    }
    for (const target of targets) target.times.length = target.work.length = 0;
  }
  print('kB on the wire: script page; its list; number of files');
  for (const { name, bench, script } of checkouts) {
    const page = await bench.newPage();
    const { bytes, requests } = await wireOf(page, script.address, firstText);
    const list = requests.find(({ path }) => path.endsWith('/script-elements'));
    print(name, bytes / 1000, (list?.bytes ?? Number.NaN) / 1000, requests.length);
    await page.close();
  }
}

async function openOnce({ bench, address, text, times, work }: Target, cache: string, isMeasured: boolean) {
  const page: Page = await bench.newPage();
  const tool = await page.context().newCDPSession(page);
  await tool.send('Performance.enable', { timeDomain: 'threadTicks' });
  if (cache === 'empty') await tool.send('Network.clearBrowserCache');
  await page.addInitScript(watchFirstPage, text);
  await page.goto(address);
  const time = await arrived(page, text);
  await page.waitForLoadState('networkidle');
  const worked = await workOf(tool);
  await page.close();
  if (!isMeasured) return;
  times.push(time);
  work.push(worked);
}

function print(name: string, ...figures: (number | undefined)[]): void {
  const cells = figures.map((figure = Number.NaN) => figure.toFixed(2).padStart(9));
  console.log(`${name.padEnd(44)} ${cells.join(' ')}`);
}
