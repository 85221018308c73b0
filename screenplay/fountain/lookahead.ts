import { headingStartOf } from '../heading.ts';
import { hasSigns, withoutSigns } from './hidden.ts';
import { readsAsHeading } from './rules.ts';

/** Lines of a text that is being read, to look at those below the current one. */
export class Lookahead {
  readonly #lines: readonly string[];
  readonly #hasSigns: boolean;

  /** `hasHidden` says whether lines can contain marks of notes and cut passages. */
  constructor(lines: readonly string[], hasHidden: boolean) {
    this.#lines = lines;
    this.#hasSigns = hasHidden;
  }

  isBlank(index: number): boolean {
    const line = this.#lines[index];
    if (line === undefined || line === '') return true;
    return line.trim() === '' || (this.#hasSigns && withoutSigns(line).trim() === '');
  }

  /**
   * Return whether the speech can continue below line i: text follows, with at most hidden lines
   * between.
   */
  hasTextBelow(i: number): boolean {
    let below = i + 1;
    if (this.#lines[below] === '  ') return true;
    while (this.#hasSigns && below < this.#lines.length) {
      const line = this.#lines[below] ?? '';
      if (!hasSigns(line) || withoutSigns(line).trim() !== '') break;
      below++;
    }
    return !this.isBlank(below);
  }

  /** Return whether a line would be a heading if a blank line was above it. */
  isHeading(index: number): boolean {
    const raw = this.#lines[index] ?? '';
    const line = (this.#hasSigns ? withoutSigns(raw) : raw).trim();
    return headingStartOf(line) !== null && readsAsHeading(line, this.isBlank(index + 1));
  }
}
