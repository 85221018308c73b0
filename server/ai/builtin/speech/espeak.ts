import { type EspeakVoice, variantFile, variantName } from './variant.ts';

/** Samples a second of what the engine speaks. */
export const espeakSampleRate = 22_050;

/** What we use of @echogarden/espeak-ng-emscripten, which has no types of its own. */
interface EspeakModule {
  HEAPU8: Uint8Array;
  FS: { writeFile(path: string, content: string): void };
  eSpeakNGWorker: new () => {
    /** 0, or else the voice stays the one before. */
    set_voice(name: string): number;
    set_pitch(value: number): void;
    set_range(value: number): void;
    set_rate(wordsPerMinute: number): void;
    synthesize(text: string, take: (samples: Int16Array | ArrayBuffer | null) => void): void;
  };
}

// GPL-3.0 (docs/decisions/0040): loaded here only, in a thread of its own, and only where it is installed.
const packageName = '@echogarden/espeak-ng-emscripten';
const variantFolder = '/usr/share/espeak-ng-data/voices/!v';

/** Thrown by `openEspeak` where the package is not installed. */
export class EspeakMissing extends Error {
  override name = 'EspeakMissing';
}

export class Espeak {
  readonly #module: EspeakModule;
  readonly #worker: InstanceType<EspeakModule['eSpeakNGWorker']>;
  /** Its memory as it was before it ever spoke. */
  readonly #fresh: Uint8Array;

  constructor(module: EspeakModule) {
    this.#module = module;
    this.#worker = new module.eSpeakNGWorker();
    this.#fresh = module.HEAPU8.slice();
  }

  /**
   * One phrase as samples; none where it finds nothing to say. What was spoken before leaves it in another state, in which
   * the same words come out a little different; it is set back each time, which takes a few milliseconds where a new
   * engine takes two hundred.
   */
  say(text: string, voice: EspeakVoice): Float32Array {
    this.#forget();
    this.#module.FS.writeFile(`${variantFolder}/${variantName}`, variantFile(voice));
    if (this.#worker.set_voice(`${voice.tongue}+${variantName}`) !== 0)
      throw new Error(`espeak-ng has no "${voice.tongue}"`);
    // Both in the middle: the variant says the rest in hertz.
    this.#worker.set_pitch(50);
    this.#worker.set_range(50);
    this.#worker.set_rate(Math.round(voice.wordsPerMinute));
    const pieces: Int16Array[] = [];
    this.#worker.synthesize(text, (samples) => {
      if (samples) pieces.push(new Int16Array(samples.slice(0)));
    });
    return asFloats(pieces);
  }

  #forget(): void {
    const { HEAPU8: memory } = this.#module;
    memory.set(this.#fresh);
    // What it has asked for since.
    memory.fill(0, this.#fresh.length);
  }
}

type Load = () => Promise<{ default: () => Promise<EspeakModule> }>;

/** Takes a fifth of a second, and 60 MB. `load` is replaced by tests only. */
export async function openEspeak(load: Load = () => import(packageName)): Promise<Espeak> {
  const loaded = await load().catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ERR_MODULE_NOT_FOUND' ? new EspeakMissing() : error;
  });
  return new Espeak(await loaded.default());
}

/** Whether the package is there; nothing of it is loaded. */
export function isEspeakInstalled(): boolean {
  try {
    import.meta.resolve(packageName);
    return true;
  } catch {
    return false;
  }
}

function asFloats(pieces: readonly Int16Array[]): Float32Array {
  const samples = new Float32Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) for (const sample of piece) samples[at++] = sample / 32_768;
  return samples;
}
