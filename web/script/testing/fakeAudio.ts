import { vi } from 'vitest';

/** A fake of the audio element, because jsdom plays no sound. */
export class FakeAudio {
  static all: FakeAudio[] = [];
  volume = 1;
  preload = '';
  preservesPitch = false;
  playbackRate = 1;
  defaultPlaybackRate = 1;
  duration = Number.NaN;
  currentTime = 0;
  error = null;
  isPlaying = false;
  onended: (() => void) | null = null;
  onerror: (() => void) | null = null;
  src = '';

  constructor() {
    FakeAudio.all.push(this);
  }

  load(): void {}
  removeAttribute(name: 'src'): void {
    this[name] = '';
  }

  play(): Promise<void> {
    this.isPlaying = true;
    return Promise.resolve();
  }

  pause(): void {
    this.isPlaying = false;
  }

  /** End the playback normally; `break` ends it with an error. */
  end(): void {
    this.isPlaying = false;
    this.onended?.();
  }
  break(): void {
    this.isPlaying = false;
    this.onerror?.();
  }
}

/** Replace the browser's audio element until the end of the test. Blobs get numbered addresses. */
export function stubAudio(): void {
  // Sounds of an earlier test are reused.
  for (const sound of FakeAudio.all) Object.assign(sound, { isPlaying: false, src: '' });
  vi.stubGlobal('Audio', FakeAudio);
  let count = 0;
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => `blob:${++count}`);
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {});
}

export const playing = () => FakeAudio.all.filter(({ isPlaying }) => isPlaying).map(({ src }) => src);

export function soundOf(url: string): FakeAudio {
  const found = FakeAudio.all.findLast((sound) => sound.src === url);
  if (!found) throw new Error(`Nothing was played from ${url}`);
  return found;
}
