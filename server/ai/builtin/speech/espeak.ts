import { type EspeakVoice, variantFile, variantName } from './variant.ts';

/** Sample rate of the engine's output. */
export const espeakSampleRate = 22_050;

/** The used part of @echogarden/espeak-ng-emscripten, which has no type definitions. */
interface EspeakModule {
  HEAPU8: Uint8Array;
  FS: { writeFile(path: string, content: string): void };
  eSpeakNGWorker: new () => {
    /** Returns 0 on success. Otherwise the voice is unchanged. */
    set_voice(name: string): number;
    set_pitch(value: number): void;
    set_range(value: number): void;
    set_rate(wordsPerMinute: number): void;
    synthesize(text: string, take: (samples: Int16Array | ArrayBuffer | null) => void): void;
  };
}

// GPL-3.0 (docs/decisions/0040): loaded only here, in a separate thread, and only if it is
// installed.
const packageName = '@echogarden/espeak-ng-emscripten';
const variantFolder = '/usr/share/espeak-ng-data/voices/!v';

/** Thrown by `openEspeak` if the package is not installed. */
export class EspeakMissing extends Error {
  override name = 'EspeakMissing';
}

export class Espeak {
  readonly #module: EspeakModule;
  readonly #worker: InstanceType<EspeakModule['eSpeakNGWorker']>;
  /** Copy of the engine's memory before its first use. */
  readonly #fresh: Uint8Array;

  constructor(module: EspeakModule) {
    this.#module = module;
    this.#worker = new module.eSpeakNGWorker();
    this.#fresh = module.HEAPU8.slice();
  }

  /**
   * Return one phrase as samples. Empty: nothing to speak. Earlier phrases change the engine's
   * state, and the same words would sound slightly different. So the memory is reset each time.
   * This takes a few milliseconds, a new engine 200 ms.
   */
  say(text: string, voice: EspeakVoice): Float32Array {
    this.#forget();
    this.#module.FS.writeFile(`${variantFolder}/${variantName}`, variantFile(voice));
    if (this.#worker.set_voice(`${voice.tongue}+${variantName}`) !== 0)
      throw new Error(`espeak-ng has no "${voice.tongue}"`);
    // Neutral values, because the variant file sets pitch and range in hertz.
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
    // Clear the memory allocated since.
    memory.fill(0, this.#fresh.length);
  }
}

type Load = () => Promise<{ default: () => Promise<EspeakModule> }>;

/** Load the engine. Takes 200 ms and 60 MB. Only tests pass `load`. */
export async function openEspeak(load: Load = () => import(packageName)): Promise<Espeak> {
  const loaded = await load().catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ERR_MODULE_NOT_FOUND' ? new EspeakMissing() : error;
  });
  return new Espeak(await loaded.default());
}

/** Return whether the package is installed, without loading it. */
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
