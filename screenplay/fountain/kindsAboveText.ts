import { type LineKind, lineKind, type Surroundings } from './rules.ts';

const aboveText: Surroundings = { startsBlock: true, endsBlock: false, hasTextBelow: true };
const maxNameLength = 40;

/** Kinds of lines between a blank line and text: mostly names that repeat, classified once each. */
export class KindsAboveText {
  readonly #kinds = new Map<string, LineKind>();

  kindOf(text: string): LineKind {
    if (text.length > maxNameLength) return lineKind(text, aboveText);
    const known = this.#kinds.get(text);
    if (known !== undefined) return known;
    const kind = lineKind(text, aboveText);
    this.#kinds.set(text, kind);
    return kind;
  }
}
