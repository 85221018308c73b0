import type { APIRequestContext, Page } from '@playwright/test';
import { createMp3Encoder } from 'wasm-media-encoders';
import { encodeRead } from '#engines/sound/mix/encodeRead.ts';
import type { MixPart } from '#engines/sound/mix/readMix.ts';
import { fileSampleRate } from '#engines/sound/sound.ts';
import { builtInVoices } from '#engines/sound/voices/catalogue.ts';
import type { Character } from '#shared/contract/characters.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { Project } from '#shared/contract/projects.ts';
import { encodeProjectId } from '#shared/projectId.ts';
import { onePage } from '#test/e2e/fixtures.ts';
import { importProject, storedElements, storedScenes } from '#test/e2e/projects.ts';
import { type UnvoicedLine, unvoicedLines } from '#web/playback/tableRead/voicing.ts';
import { type Bench, openBench, storedScript } from './browser.ts';
import { median, quantile, type Row } from './measure.ts';
import { rssOf } from './process.ts';

/*
 * Measures audio as a whole: a script of 120 pages voiced on the real server while another user
 * works, a read of two hours mixed, and in the browser the film and the sound file of a storyboard.
 */

const scriptSize = 2700;
/** As the table read asks. */
const concurrency = 2;
/**
 * A longer voicing is stopped, and its lines are counted; HEARD_MINUTES=60 voices the whole script.
 */
const maxVoicingMs = Number(process.env.HEARD_MINUTES ?? 2) * 60_000;
/** No timeout: on a busy machine a slow call is measured. */
const patient = { timeout: 0 };

export async function run(): Promise<Row[]> {
  const mix = await wholeMix();
  const bench = await openBench();
  try {
    return [...(await voicing(bench)), ...mix, ...(await films(bench))];
  } finally {
    await bench.stop();
  }
}

async function voicing(bench: Bench): Promise<Row[]> {
  const { request } = bench.context;
  const { address } = await storedScript(bench, scriptSize);
  const code = address.split('/')[2] ?? '';
  await castAll(request, code);
  const lines = await linesToVoice(request, code);
  const memory: number[] = [];
  const voiced = new Set<number>();
  const others: number[] = [];
  const took: number[] = [];
  const left = lines.values();
  const start = performance.now();
  let isOver = false;
  const voice = async () => {
    for (const line of left) {
      if (performance.now() - start > maxVoicingMs) return;
      const startedAt = performance.now();
      await speak(request, code, line);
      took.push(performance.now() - startedAt);
      voiced.add(line.elementId);
      memory.push(rssOf(bench.serverPid));
    }
  };
  /** Work of a parallel user. */
  const work = async () => {
    while (!isOver) {
      const start = performance.now();
      await request.get('/api/projects', patient);
      others.push(performance.now() - start);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const working = work();
  try {
    await Promise.all(Array.from({ length: concurrency }, voice));
  } finally {
    isOver = true;
  }
  const seconds = (performance.now() - start) / 1000;
  await working;
  const again = (await linesToVoice(request, code)).filter(({ elementId }) => voiced.has(elementId));
  const half = memory.length >> 1;
  const first = await firstSounds(request);
  return [
    { name: `${took.length} lines of 120 pages voiced, one of them`, figure: median(took), of: 'ours' },
    { name: 'the same, all', figure: seconds * 1000, of: 'ours' },
    {
      name: 'the list of projects for another user at the same time, median',
      figure: median(others),
      of: 'ours',
    },
    { name: 'the same, p99', figure: quantile(others, 0.99), of: 'ours' },
    { name: 'those of them that a second run would voice', figure: again.length, unit: 'count', of: 'ours' },
    { name: 'a line nobody has startedAt for, over HTTP', figure: first, of: 'ours' },
    {
      name: 'memory of the server at most, first half',
      figure: Math.max(...memory.slice(0, half)),
      unit: 'MB',
      of: 'ours',
    },
    { name: 'the same, second half', figure: Math.max(...memory.slice(half)), unit: 'MB', of: 'ours' },
  ];
}

async function castAll(request: APIRequestContext, code: string): Promise<void> {
  const english = builtInVoices.filter(({ recipe }) => recipe.tongue.startsWith('en'));
  for (const [index, { id }] of (await charactersOf(request, code)).entries()) {
    const voiceId = english[index % english.length]?.voiceId;
    const answer = await request.patch(`/api/characters/${id}`, { data: { voiceId } });
    if (!answer.ok()) throw new Error(await answer.text());
  }
}

async function charactersOf(request: APIRequestContext, code: string): Promise<Character[]> {
  return (await request.get(`/api/projects/${code}/characters`)).json();
}

async function linesToVoice(request: APIRequestContext, code: string): Promise<UnvoicedLine[]> {
  const elements: Element[] = await (await request.get(`/api/projects/${code}/script-elements`)).json();
  return unvoicedLines(elements, await charactersOf(request, code));
}

async function speak(request: APIRequestContext, code: string, line: UnvoicedLine): Promise<void> {
  for (;;) {
    const data = { ...line, projectId: code };
    const answer = await request.post('/api/generate-dialogue-audio', { data, ...patient });
    if (answer.ok()) return;
    if (answer.status() !== 429) throw new Error(await answer.text());
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

async function firstSounds(request: APIRequestContext): Promise<number> {
  const times: number[] = [];
  for (let round = -3; round < 15; round++) {
    const data = { text: `Wait. There are ${round + 40} of them out there.`, voiceId: 'builtin-walter' };
    const startedAt = performance.now();
    const answer = await request.post('/api/generate-speech', { data, ...patient });
    if (!answer.ok()) throw new Error(await answer.text());
    await answer.body();
    if (round >= 0) times.push(performance.now() - startedAt);
  }
  return median(times);
}

/** Two hours of sounds that are 3 seconds each; beside it the encoder alone, on as many samples. */
async function wholeMix(): Promise<Row[]> {
  const samples = Float32Array.from({ length: 3 * fileSampleRate }, (_, at) => 0.3 * Math.sin(at / 20));
  const count = Math.round((2 * 3600) / 3.3);
  const memory: number[] = [];
  async function* parts(): AsyncGenerator<MixPart> {
    for (let index = 0; index < count; index++) {
      memory.push(process.memoryUsage().rss / 1e6);
      const sound = { samples: samples.slice(), sampleRate: fileSampleRate };
      yield { sound, silentSeconds: 0, overlapSeconds: 0, gain: 1, chapter: `${Math.floor(index / 20)}` };
    }
  }
  const start = performance.now();
  const chapters = await encodeRead(parts(), await mp3(), () => {});
  const mixed = performance.now() - start;
  const seconds = chapters.at(-1)?.endSeconds ?? 0;
  const encoder = await mp3();
  const block = samples.subarray(0, fileSampleRate);
  const alone = performance.now();
  for (let second = 0; second < seconds; second++) encoder.encode([block]);
  encoder.finalize();
  const encoded = performance.now() - alone;
  const half = memory.length >> 1;
  const growth = Math.max(...memory.slice(half)) - Math.max(...memory.slice(0, half));
  return [
    {
      name: 'two hours mixed and encoded, times as fast as heard',
      figure: seconds / (mixed / 1000),
      unit: '×',
      of: 'ours',
    },
    { name: 'the same by the encoder alone', figure: seconds / (encoded / 1000), unit: '×', of: 'floor' },
    { name: 'memory that its second hour takes more', figure: growth, unit: 'MB', of: 'ours' },
  ];
}

async function mp3() {
  const encoder = await createMp3Encoder();
  encoder.configure({ sampleRate: fileSampleRate, channels: 1, bitrate: 128 });
  return encoder;
}

/**
 * Measure files of the two scenes with a picture, an effect and spoken lines, as the browser makes
 * them.
 */
async function films(bench: Bench): Promise<Row[]> {
  const { request } = bench.context;
  const project = await importProject(request, onePage);
  const code = encodeProjectId(project.id);
  await castAll(request, code);
  for (const line of await linesToVoice(request, code)) await speak(request, code, line);
  await illustrate(request, project);
  const page = await bench.newPage();
  await page.goto(`/projects/${code}/scenes`);
  await page.getByRole('button', { name: 'Animatic' }).click();
  const time = page.getByRole('slider', { name: 'Time' });
  await time.waitFor();
  const seconds = Number(await time.getAttribute('max'));
  const film = await made(page, 'Film');
  const sound = await made(page, 'Audio');
  await page.close();
  return [
    { name: 'a film, times as fast as it is seen', figure: seconds / (film / 1000), unit: '×', of: 'ours' },
    {
      name: 'its sound as a file, times as fast as heard',
      figure: seconds / (sound / 1000),
      unit: '×',
      of: 'ours',
    },
  ];
}

async function illustrate(request: APIRequestContext, project: Project): Promise<void> {
  const [scene] = await storedScenes(request, project);
  const rain = (await storedElements(request, project)).find(({ content }) => content.startsWith('Rain'));
  const effect = { elementId: rain?.id, text: 'heavy rain', duration_seconds: 4 };
  const answers = [
    await request.post(`/api/scenes/${scene?.id}/generate-image`, { data: {} }),
    await request.post('/api/generate-sound-effect', { data: effect }),
  ];
  for (const answer of answers) if (!answer.ok()) throw new Error(await answer.text());
}

async function made(page: Page, what: 'Film' | 'Audio'): Promise<number> {
  const file = what === 'Film' ? 'Film' : 'MP3';
  await page.getByRole('button', { name: `Export ${what}` }).click();
  const start = performance.now();
  await page.getByRole('button', { name: `Make ${file}` }).click();
  await page.getByRole('button', { name: `Save ${file}` }).waitFor({ timeout: 120_000 });
  const took = performance.now() - start;
  await page.getByRole('button', { name: 'Close' }).click();
  return took;
}

if (process.argv[1] === import.meta.filename) {
  for (const { name, figure, unit = 'ms' } of await run())
    console.log(`${name.padEnd(64)} ${figure.toFixed(2).padStart(10)} ${unit}`);
  process.exit(0); // a browser that is slow to close keeps nobody waiting
}
