import { parseCue } from '../cue.ts';

/*
 * Names in writing systems without capitals. Fountain marks them with @; files without that mark
 * have them between an empty line and a speech.
 */

const caseless =
  /[\u0590-\u08ff\u0900-\u0dff\u0e00-\u0fff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/u;
const sentenceSign = /[.!?,:;…。！？，、：；।]/u;
const maxNameCells = 24;

/**
 * Return whether a line can be a name without capitals: short, without letters that have case, and
 * without signs of a sentence.
 */
export function isCaselessName(line: string): boolean {
  if (line.length > maxNameCells * 2 || !caseless.test(line)) return false;
  const { name } = parseCue(line);
  const hasCase = name.toUpperCase() !== name.toLowerCase();
  return name.length > 0 && name.length <= maxNameCells && !hasCase && !sentenceSign.test(name);
}

/**
 * Return the lines of a text that are cues by their position: above a speech, below an empty line,
 * with a name that occurs twice or has a bracket below it.
 */
function findCaselessCues(lines: readonly string[]): ReadonlySet<string> {
  const found = new Map<string, { lines: Set<string>; count: number }>();
  for (const [index, raw] of lines.entries()) {
    if (!caseless.test(raw)) continue;
    const line = raw.trim();
    const below = lines[index + 1]?.trim() ?? '';
    if (below === '' || (lines[index - 1] ?? '').trim() !== '' || !isCaselessName(line)) continue;
    const { name } = parseCue(line);
    const entry = found.get(name) ?? { lines: new Set<string>(), count: 0 };
    entry.lines.add(line);
    entry.count += /^[(（]/.test(below) ? 2 : 1;
    found.set(name, entry);
  }
  const cues = [...found.values()].filter(({ count }) => count > 1);
  return new Set(cues.flatMap((entry) => [...entry.lines]));
}

/** Cues of a text that are known by their position. */
export class CaselessCues {
  readonly #lines: readonly string[];
  #found: ReadonlySet<string> | null = null;
  /** Number of lines that were read as cues. */
  count = 0;

  constructor(lines: readonly string[]) {
    this.#lines = lines;
  }

  /** Whether a line was asked for, so that its kind depends on all lines of the text. */
  get isConsulted(): boolean {
    return this.#found !== null;
  }

  /** Return the kind of a line that may be a name, and count it if it is a cue. */
  kindOf(line: string): 'cue' | 'action' {
    this.#found ??= findCaselessCues(this.#lines);
    if (!this.#found.has(line)) return 'action';
    this.count++;
    return 'cue';
  }
}
