/** Part of a clause: text of the template, or the value of a variable, which may be "". */
type Piece = { text: string } | { value: string };

interface Clause {
  pieces: Piece[];
  /** The marks that close it; "" at the end of a template without one. */
  end: string;
}

/** Words before an empty variable that are no more than its label, unless a colon says so. */
const labelWords = 2;

/**
 * Replace each {{name}} by `valueFor(name)`. The surroundings of an empty value are removed with
 * it: its label, its parentheses, and a clause that is meaningless without it. Other text of the
 * template, and the values, stay.
 */
export function fillTemplateClauses(template: string, valueFor: (name: string) => string): string {
  const written: Clause[] = [];
  for (const clause of clausesOf(template, valueFor)) {
    const isBare = clause.pieces.some(isEmpty);
    const pieces = isBare ? withoutEmpty(clause.pieces) : clause.pieces;
    const before = written.at(-1);
    if (!isBare || pieces.some((piece) => pieceText(piece).trim() !== '')) {
      // "MARA, {{role}} (supporting)" has its parentheses right after MARA.
      if (isBare && before?.end === ',' && beginsEmpty(clause.pieces) && /^\s*\(/.test(startOf(pieces)))
        before.end = '';
      written.push({ pieces, end: clause.end });
      continue;
    }
    // "MARA, age {{age}}." closes after MARA.
    if (before && /^[,;]/.test(before.end) && !/^[,;]/.test(clause.end)) before.end = clause.end;
  }
  return written.map(textOf).join('').trim();
}

/** A mark closes a clause where a space or the end follows: "2.35:1" is one word. */
const closing = /((?<![.,;!?])[.,;!?]+(?=\s|$)|\n+)/;

function clausesOf(template: string, valueFor: (name: string) => string): Clause[] {
  const clauses: Clause[] = [{ pieces: [], end: '' }];
  const parts = template.split(/\{\{([^{}]*)\}\}/);
  for (const [index, part] of parts.entries()) {
    const clause = clauses.at(-1);
    if (index % 2 === 1) {
      clause?.pieces.push({ value: valueFor(part.trim()) });
      continue;
    }
    for (const [at, text] of part.split(closing).entries()) {
      const open = clauses.at(-1);
      if (!open || text === '') continue;
      if (at % 2 === 0) open.pieces.push({ text });
      else {
        open.end = text;
        clauses.push({ pieces: [], end: '' });
      }
    }
  }
  return clauses.filter(({ pieces, end }) => pieces.length > 0 || end !== '');
}

const isEmpty = (piece: Piece) => 'value' in piece && piece.value === '';
const beginsEmpty = (pieces: readonly Piece[]) => {
  const first = pieces.find((piece) => isEmpty(piece) || pieceText(piece).trim() !== '');
  return first !== undefined && isEmpty(first);
};
const startOf = (pieces: readonly Piece[]) => pieces.map(pieceText).join('');
const pieceText = (piece: Piece) => ('text' in piece ? piece.text : piece.value);

function withoutEmpty(pieces: readonly Piece[]): Piece[] {
  const kept: Piece[] = [];
  for (const [index, piece] of pieces.entries()) {
    if (isEmpty(piece)) continue;
    const before = kept.at(-1);
    const isAfterEmpty = index > 0 && isEmpty(pieces[index - 1] ?? { text: '' });
    if (!isAfterEmpty || !('text' in piece)) kept.push({ ...piece });
    else if (before && 'text' in before) before.text = joined(before.text, piece.text);
    else kept.push({ text: before ? piece.text : joined('', piece.text) });
  }
  const last = kept.at(-1);
  if (last && 'text' in last) {
    const wasLabelled = isEmpty(pieces.at(-1) ?? last);
    if (wasLabelled && isLabel(last.text)) kept.pop();
    else last.text = last.text.trimEnd();
  }
  return kept;
}

/** The two texts around a gap. */
function joined(left: string, right: string): string {
  if (left.endsWith('(') && right.startsWith(')')) return joined(left.slice(0, -1), right.slice(1));
  if (/^\s*[.,:)]/.test(right)) return left.trimEnd() + right.trimStart();
  return left === '' || /\s$/.test(left) ? left + right.replace(/^[ \t]+/, '') : left + right;
}

function isLabel(text: string): boolean {
  const words = text.trim().split(/\s+/);
  return text.trimEnd().endsWith(':') || words.length <= labelWords;
}

/** A value that closes its own sentence needs no second full stop. */
function textOf({ pieces, end }: Clause): string {
  const text = pieces.map(pieceText).join('');
  const last = pieces.at(-1);
  const isClosed = last !== undefined && 'value' in last && /[.!?…]["'”’)]?$/.test(last.value);
  return text + (isClosed && end.startsWith('.') ? end.slice(1) : end);
}
