import { expect, test } from 'vitest';
import { freshBrowser, logged } from '#web/lib/testing.ts';
import type { AnimaticShot } from './animatic.ts';
import { SceneVideos, type ShotVideo } from './sceneVideos.ts';

freshBrowser();

function shot(sceneId: number, videoUrl: string | null, startSeconds: number): AnimaticShot {
  const named = { sceneId, number: String(sceneId), heading: 'INT. DECK - NIGHT', imageUrl: null };
  return { ...named, videoUrl, startSeconds, endSeconds: startSeconds + 20 };
}
const harbour = shot(1, '/harbour.mp4', 10);
const deck = shot(2, '/deck.mp4', 30);
const bridge = shot(3, null, 50);

/** Create videos of eight seconds whose clocks the test controls, and a record of their calls. */
function someVideos() {
  const calls: string[] = [];
  const opened = new Map<string, ShotVideo & { fail: () => void }>();
  let frames = 0;
  const videos = new SceneVideos(
    () => frames++,
    (address, _onFrame, onError) => {
      let at = 0;
      const video = {
        ...{ duration: 8, paused: true, seeking: false, readyState: 2, videoWidth: 640, videoHeight: 360 },
        get currentTime() {
          return at;
        },
        set currentTime(to: number) {
          at = to;
          calls.push(`${address} to ${to.toFixed(2)}`);
        },
        async play() {
          video.paused = false;
          calls.push(`${address} plays`);
        },
        pause() {
          video.paused = true;
          calls.push(`${address} stops`);
        },
        fail: onError,
        /** Its own clock, which runs as it likes. */
        runTo(second: number) {
          at = second;
        },
      };
      opened.set(address, video);
      calls.push(`${address} opens`);
      return { video, source: {} as CanvasImageSource, close: () => calls.push(`${address} closes`) };
    },
  );
  const video = (address: string) => {
    const found = opened.get(address);
    if (!found) throw new Error(`${address} is not open`);
    return found as typeof found & { paused: boolean; readyState: number; runTo: (second: number) => void };
  };
  return { videos, told: calls, video, frames: () => frames };
}

test('a video runs by the clock of the read, and is set right only where it is seen to be off', () => {
  const { videos, told, video } = someVideos();
  videos.show(harbour, bridge, { second: 12, isPlaying: true });
  expect(told.splice(0)).toEqual(['/harbour.mp4 opens', '/harbour.mp4 to 2.00', '/harbour.mp4 plays']);
  video('/harbour.mp4').runTo(2.9);
  videos.show(harbour, bridge, { second: 13, isPlaying: true });
  expect(told).toEqual([]);
  video('/harbour.mp4').runTo(3.5);
  videos.show(harbour, bridge, { second: 14, isPlaying: true });
  expect(told.splice(0)).toEqual(['/harbour.mp4 to 4.00']);
});

test('it stands where the read stands, to the frame, and at its last frame when it is over', () => {
  const { videos, told, video } = someVideos();
  videos.show(harbour, bridge, { second: 12, isPlaying: true });
  told.length = 0;
  video('/harbour.mp4').runTo(2.1);
  videos.show(harbour, bridge, { second: 12.05, isPlaying: false });
  expect(told.splice(0)).toEqual(['/harbour.mp4 to 2.05', '/harbour.mp4 stops']);
  videos.show(harbour, bridge, { second: 25, isPlaying: true });
  videos.show(harbour, bridge, { second: 26, isPlaying: true });
  expect(told).toEqual(['/harbour.mp4 to 7.95']);
});

test('prepares the next one, and stops and releases one that is no longer shown', () => {
  const { videos, told } = someVideos();
  videos.show(harbour, deck, { second: 29, isPlaying: true });
  expect(told).toContain('/deck.mp4 opens');
  expect(told).not.toContain('/deck.mp4 plays');
  told.length = 0;
  videos.show(deck, bridge, { second: 30, isPlaying: true });
  expect(told).toEqual(['/harbour.mp4 closes', '/deck.mp4 plays']);
  told.length = 0;
  videos.close();
  expect(told).toEqual(['/deck.mp4 stops', '/deck.mp4 closes']);
});

test('it is seen in the place of the picture once there is a frame of it, and not where it is broken', () => {
  const { videos, told, video, frames } = someVideos();
  expect(videos.frameOf(harbour)).toBeNull();
  videos.show(harbour, bridge, { second: 12, isPlaying: false });
  expect(videos.frameOf(harbour)).toMatchObject({ width: 640, height: 360, isMoving: true });
  expect(videos.frameOf(bridge)).toBeNull();
  video('/harbour.mp4').readyState = 1;
  expect(videos.frameOf(harbour)).toBeNull();
  video('/harbour.mp4').fail();
  expect([videos.frameOf(harbour), frames(), logged()]).toEqual([
    null,
    1,
    ['A video of the animatic was left out'],
  ]);
  told.length = 0;
  videos.show(harbour, bridge, { second: 13, isPlaying: true });
  expect(told).toEqual([]);
});
