import { readFileSync, writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { loudnessOf } from '#engines/sound/dsp/loudness.ts';
import type { Sound } from '#engines/sound/sound.ts';
import { joinSounds } from '#engines/sound/testing.ts';
import type { BuiltInVoice } from '#engines/sound/voices/builtInVoice.ts';
import { builtInVoices } from '#engines/sound/voices/catalogue.ts';
import {
  measuredText,
  measureVoice,
  type VoiceMeasures,
  voiceDistance,
} from '#engines/sound/voices/measures.ts';
import { BuiltInSpeech } from '#server/ai/builtin/speech/builtInSpeech.ts';
import { openEspeak } from '#server/ai/builtin/speech/espeak.ts';
import { speakPhrases } from '#server/ai/builtin/speech/speaking.ts';
import { corpusScreenplay, feature, hasCorpus } from './corpus.ts';
import { median, type Row } from './measure.ts';

/*
 * Measures the built-in voices: the speed for a whole script, what it delays, the time of a line,
 * and their differences. `node bench/voices.ts --table` writes the table of docs/voices.md.
 */

const { signal } = new AbortController();

export async function run(): Promise<Row[]> {
  const voices = await measuredVoices();
  const loudness = voices.map(({ loudness }) => loudness);
  const nearest = Math.min(...pairsOf(voices).map(({ distance }) => distance));
  return [
    ...(await firstSound()),
    ...(hasCorpus ? await wholeScript() : []),
    {
      name: 'loudness of all voices, spread',
      figure: Math.max(...loudness) - Math.min(...loudness),
      unit: 'LU',
      of: 'ours',
    },
    { name: 'the nearest two voices, in steps that are heard', figure: nearest, unit: 'count', of: 'ours' },
  ];
}

/** Measure a new line from the order to the whole file, in a warm thread. */
async function firstSound(): Promise<Row[]> {
  const speech = new BuiltInSpeech();
  const times: number[] = [];
  for (let round = -3; round < 20; round++) {
    const text = `Wait. There are ${round + 40} of them out there.`;
    const start = performance.now();
    await speech.speak({ text, voiceId: 'builtin-walter', payer: 'bench' }, signal);
    if (round >= 0) times.push(performance.now() - start);
  }
  await speech.close();
  return [{ name: 'a short line, from the order to its file', figure: median(times), of: 'ours' }];
}

/** Every paragraph of a feature: speeches by their people, the rest by a narrator. */
async function wholeScript(): Promise<Row[]> {
  const english = builtInVoices.filter(({ recipe }) => recipe.tongue.startsWith('en'));
  const casting = new Map<string, string>();
  let speaker = '';
  const lines = corpusScreenplay(feature.fdx).elements.flatMap(({ elementType: type, content }) => {
    if (type === 'character') speaker = content;
    if (type === 'character' || content.trim() === '') return [];
    const who = type === 'dialogue' || type === 'parenthetical' ? speaker : 'NARRATOR';
    const voiceId = casting.get(who) ?? english[casting.size % english.length]?.voiceId ?? '';
    casting.set(who, voiceId);
    return [{ text: content.slice(0, 5000), voiceId }];
  });
  const speech = new BuiltInSpeech();
  const delays = monitorEventLoopDelay({ resolution: 5 });
  const memory: number[] = [];
  let seconds = 0;
  const used = process.cpuUsage();
  const start = performance.now();
  delays.enable();
  for (const { text, voiceId } of lines) {
    const file = await speech.speak({ text, voiceId, payer: 'bench' }, signal).catch(() => null);
    seconds += file?.durationSeconds ?? 0;
    memory.push(process.memoryUsage().rss / 1e6);
  }
  delays.disable();
  const took = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(used);
  await speech.close();
  const half = memory.length >> 1;
  return [
    { name: `a feature of ${lines.length} paragraphs, spoken`, figure: seconds * 1000, of: 'ours' },
    { name: 'the same, times as fast as it is heard', figure: seconds / took, unit: '×', of: 'ours' },
    {
      name: 'the same by work of the processor',
      figure: seconds / ((user + system) / 1e6),
      unit: '×',
      of: 'ours',
    },
    { name: "longest hold of the server's loop at the same time", figure: delays.max / 1e6 - 5, of: 'ours' },
    { name: 'the same, but for one in a thousand', figure: delays.percentile(99.9) / 1e6 - 5, of: 'ours' },
    {
      name: 'memory at most, first half',
      figure: Math.max(...memory.slice(0, half)),
      unit: 'MB',
      of: 'ours',
    },
    { name: 'memory at most, second half', figure: Math.max(...memory.slice(half)), unit: 'MB', of: 'ours' },
  ];
}

interface Measured {
  voice: BuiltInVoice;
  measures: VoiceMeasures;
  loudness: number;
}

async function measuredVoices(): Promise<Measured[]> {
  const espeak = await openEspeak();
  return builtInVoices.map((voice) => {
    const spoken = speakPhrases(espeak, measuredText, voice.recipe, {});
    if (spoken.type !== 'phrases') throw new Error(`${voice.name} said ${spoken.type}`);
    const [first, ...others] = spoken.phrases;
    const sound = joinSounds(first as Sound, ...others);
    const measures = measureVoice(sound);
    if (!measures) throw new Error(`${voice.name} has no voice`);
    return { voice, measures, loudness: loudnessOf(sound) };
  });
}

function pairsOf(voices: readonly Measured[]): { of: [string, string]; distance: number }[] {
  return voices
    .flatMap((one, at) =>
      voices.slice(at + 1).map((other) => ({
        of: [one.voice.name, other.voice.name] as [string, string],
        distance: voiceDistance(one.measures, other.measures),
      })),
    )
    .sort((a, b) => a.distance - b.distance);
}

/** The tables of docs/voices.md. */
function tables(voices: readonly Measured[]): string {
  const pairs = pairsOf(voices);
  const nearestTo = (name: string) => {
    const pair = pairs.find(({ of }) => of.includes(name));
    return `${pair?.of.find((other) => other !== name)} ${pair?.distance.toFixed(1)}`;
  };
  const rows = voices.map(({ voice, measures, loudness }) => [
    voice.name,
    voice.recipe.tongue,
    measures.pitchHertz.toFixed(0),
    measures.melodySemitones.toFixed(1),
    ...measures.formantsHertz.map((hertz) => hertz.toFixed(0)),
    measures.centroidHertz.toFixed(0),
    measures.seconds.toFixed(1),
    loudness.toFixed(1),
    nearestTo(voice.name),
  ]);
  const heads = [
    'voice',
    'tongue',
    'pitch',
    'melody',
    'F1',
    'F2',
    'F3',
    'centroid',
    'seconds',
    'LUFS',
    'nearest',
  ];
  const nearest = pairs.slice(0, 6).map(({ of, distance }) => `${of.join(' and ')} ${distance.toFixed(2)}`);
  return [
    ...table([heads, ...rows]),
    '',
    `The nearest of ${pairs.length} pairs: ${nearest.join('; ')}.`,
  ].join('\n');
}

function table([heads = [], ...rows]: string[][]): string[] {
  const widths = heads.map((head, column) =>
    Math.max(head.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(heads), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)];
}

if (process.argv.includes('--table')) {
  const file = new URL('../docs/voices.md', import.meta.url);
  const marks = /(<!-- measured -->\n)[\s\S]*(\n<!-- \/measured -->)/;
  const measured = tables(await measuredVoices());
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace(marks, (_, before, after) => `${before}\n${measured}\n${after}`),
  );
} else if (process.argv[1] === import.meta.filename) {
  for (const { name, figure, unit = 'ms' } of await run())
    console.log(`${name.padEnd(64)} ${figure.toFixed(2).padStart(10)} ${unit}`);
}
