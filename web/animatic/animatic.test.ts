import { expect, test, vi } from 'vitest';
import type { Element } from '#shared/contract/elements.ts';
import type { Scene } from '#shared/contract/scenes.ts';
import { type Animatic, animaticOf, lineAtSecond, shotAt } from './animatic.ts';
import { AnimaticPlayer, type LineAudio } from './animaticPlayer.ts';
import { PatchedFile } from './patchedFile.ts';

const scenes = [
  { id: 1, heading: 'EXT. HARBOUR - NIGHT', imageUrl: '/uploads/1.svg' },
  { id: 2, heading: 'INT. CAR DECK - NIGHT', imageUrl: null },
  { id: 3, heading: 'INT. BRIDGE - NIGHT', imageUrl: null },
] as Scene[];

function element(row: Partial<Element>): Element {
  const sounds = { soundEffectUrl: null, dialogueAudioUrl: null, audioVolume: 0.5, audioOverlapSeconds: 0 };
  return { characterName: null, content: '', ...sounds, ...row } as unknown as Element;
}

const elements = [
  element({ id: 1, sceneId: 1, elementType: 'scene_heading', content: 'EXT. HARBOUR - NIGHT' }),
  element({ id: 2, sceneId: 1, elementType: 'action', content: 'Rain.', soundEffectUrl: '/rain.mp3' }),
  element({ id: 3, sceneId: 1, elementType: 'character', content: 'MARA (V.O.)' }),
  element({
    id: 4,
    sceneId: 1,
    elementType: 'dialogue',
    content: '*Forty*-one.',
    dialogueAudioUrl: '/line.mp3',
  }),
  element({ id: 5, sceneId: 2, elementType: 'scene_heading', content: 'INT. CAR DECK - NIGHT' }),
  element({ id: 6, sceneId: 2, elementType: 'character', content: 'TOBIAS' }),
  element({ id: 7, sceneId: 2, elementType: 'dialogue', content: 'After you, after all this time.' }),
  element({ id: 8, sceneId: 2, elementType: 'action', content: ' ' }),
  element({ id: 9, sceneId: 3, elementType: 'scene_heading', content: 'INT. BRIDGE - NIGHT' }),
];
const sceneNumbers = new Map([[1, '1']]);

function animatic(overlapSeconds = 0): Animatic {
  const overlapping = elements.map((each) =>
    each.id === 2 ? { ...each, audioOverlapSeconds: overlapSeconds } : each,
  );
  const soundSeconds = new Map([
    ['/rain.mp3', 4],
    ['/line.mp3', 2],
  ]);
  return animaticOf({ elements: overlapping, scenes, sceneNumbers, soundSeconds });
}

test('each scene is seen for as long as its title, its sounds and their pauses take', () => {
  const { shots, lines, seconds } = animatic();
  // Two seconds of title, four of rain, two of speech, a pause after each.
  expect(
    lines
      .slice(0, 2)
      .map(({ startSeconds, endSeconds }) => [startSeconds, endSeconds].map((s) => s.toFixed(1))),
  ).toEqual([
    ['2.0', '6.0'],
    ['6.3', '8.3'],
  ]);
  expect(shots.map(({ number, heading, imageUrl }) => [number, heading, imageUrl])).toEqual([
    ['1', 'EXT. HARBOUR - NIGHT', '/uploads/1.svg'],
    [undefined, 'INT. CAR DECK - NIGHT', null],
    [undefined, 'INT. BRIDGE - NIGHT', null],
  ]);
  expect(shots[1]?.startSeconds).toBeCloseTo(8.6);
  expect(shots[0]?.endSeconds).toBe(shots[1]?.startSeconds);
  expect((shots[2]?.endSeconds ?? 0) - (shots[2]?.startSeconds ?? 0)).toBeGreaterThanOrEqual(3);
  expect(shots[2]?.endSeconds).toBe(seconds);
});

test('a line without a sound is shown for as long as a reader would take, one without words is not', () => {
  const { lines } = animatic();
  expect(lines.map(({ elementId, speaker, text, soundUrl }) => [elementId, speaker, text, soundUrl])).toEqual(
    [
      [2, null, 'Rain.', '/rain.mp3'],
      [4, 'MARA', 'Forty-one.', '/line.mp3'],
      [7, 'TOBIAS', 'After you, after all this time.', null],
    ],
  );
  const { startSeconds = 0, endSeconds = 0 } = lines[2] ?? {};
  expect(endSeconds - startSeconds).toBeGreaterThan(1);
});

test('a line below an action is spoken by the cue above it, as in playback', () => {
  const [cue, line] = elements.slice(5, 7) as [Element, Element];
  const action = element({ id: 10, sceneId: 2, elementType: 'action', content: 'He waits.' });
  const { lines } = animaticOf({
    elements: [cue, action, line],
    scenes: scenes.slice(1, 2),
    sceneNumbers,
    soundSeconds: new Map(),
  });
  expect(lines.map(({ speaker }) => speaker)).toEqual([null, 'TOBIAS']);
});

test('a line begins before the end of one that it overlaps', () => {
  const overlapping = animatic(3);
  expect(overlapping.lines[1]?.startSeconds).toBeCloseTo(3);
  expect(lineAtSecond(overlapping, 2.5)?.elementId).toBe(2);
  expect(lineAtSecond(overlapping, 3.5)?.elementId).toBe(4);
  expect(shotAt(overlapping, 999)?.sceneId).toBe(3);
});

/** Create a player whose clock the test controls, and whose sounds record their calls. */
function aPlayer() {
  const calls: string[] = [];
  const clock = { ms: 0 };
  const player = new AnimaticPlayer(animatic(), {
    now: () => clock.ms,
    audioFor: (address): LineAudio => {
      const audio = {
        volume: 1,
        currentTime: 0,
        pause: () => calls.push(`${address} stops`),
        play: async () => void calls.push(`${address} at ${audio.currentTime} volume ${audio.volume}`),
      };
      return audio;
    },
  });
  const pass = (ms: number) => {
    clock.ms += ms;
    player.tick();
  };
  return { player, heard: calls, pass };
}

test('sounds begin at their time, stop with a pause, and go on in their middle', () => {
  const { player, heard, pass } = aPlayer();
  player.play();
  pass(1500);
  expect(heard).toEqual([]);
  pass(500);
  expect(heard.splice(0)).toEqual(['/rain.mp3 at 0 volume 0.5']);
  pass(1000);
  player.pause();
  expect(heard.splice(0)).toContain('/rain.mp3 stops');
  pass(5000);
  expect(player.second).toBeCloseTo(3);
  player.play();
  expect(heard.splice(0)).toEqual(['/rain.mp3 at 1 volume 0.5']);
  player.seek(6.3);
  expect(heard.splice(0)).toEqual([
    '/rain.mp3 stops',
    // It had been made ready, and was not heard yet.
    '/line.mp3 stops',
    '/line.mp3 at 0 volume 0.5',
  ]);
});

test('stops at the end, and starts again from the beginning', () => {
  const { player, pass } = aPlayer();
  const changes = vi.fn();
  player.isPlaying.watch(changes);
  player.play();
  pass(60_000);
  expect([player.isPlaying.get(), player.second]).toEqual([false, animatic().seconds]);
  player.play();
  expect(player.second).toBe(0);
  expect(changes).toHaveBeenCalledTimes(3);
});

test('a file keeps what was written last at each place', async () => {
  const file = new PatchedFile();
  const write = (position: number, text: string) =>
    file.write({ position, data: new TextEncoder().encode(text) });
  write(0, 'head....');
  write(8, 'body');
  write(4, 'len!');
  write(10, 'dy and end');
  const whole = file.whole('video/webm');
  expect([await whole.text(), whole.type]).toEqual(['headlen!body and end', 'video/webm']);
  expect(() => write(99, 'x')).toThrow('holes');
});
