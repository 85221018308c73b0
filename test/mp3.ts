/** Properties of an MP3, read from its frames. */
export interface Mp3Facts {
  frames: number;
  seconds: number;
  channels: number;
  sampleRate: number;
  kilobitsPerSecond: number;
}

const kilobits = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const sampleRates = [44_100, 48_000, 32_000];

/**
 * Read a file of MPEG-1 layer III frame by frame. Throws if the frames do not follow each other to
 * the end.
 */
export function mp3Facts(file: Uint8Array): Mp3Facts {
  let frames = 0;
  let [sampleRate, kilobitsPerSecond, channels] = [0, 0, 0];
  for (let at = 0; at < file.length; frames++) {
    const [first = 0, second = 0, third = 0, fourth = 0] = file.subarray(at, at + 4);
    if (first !== 0xff || (second & 0xfe) !== 0xfa) throw new Error(`No frame at ${at} of ${file.length}`);
    kilobitsPerSecond = kilobits[third >> 4] ?? 0;
    sampleRate = sampleRates[(third >> 2) & 3] ?? 0;
    channels = fourth >> 6 === 3 ? 1 : 2;
    at += Math.floor((144_000 * kilobitsPerSecond) / sampleRate) + ((third >> 1) & 1);
    if (at > file.length) throw new Error('The last frame is cut');
  }
  return { frames, seconds: (frames * 1152) / sampleRate, channels, sampleRate, kilobitsPerSecond };
}
