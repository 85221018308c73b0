/** Piece of a clause: text of the template, or the value of a variable, which may be "". */
type Piece = { text: string } | { value: string };

interface Clause {
  pieces: Piece[];
  /** Marks that end the clause. "" at the end of a template without a mark. */
  end: string;
}

/**
 * Maximum number of words before an empty variable that count as its label. A colon always makes a
 * label.
 */
const labelWords = 2;

/**
 * Replace each {{name}} by `valueFor(name)`. What belongs to an empty value is removed with it: its
 * label, its parentheses, and a clause that means nothing without it. Other text and the values are
 * unchanged.
 */
export function fillTemplateClauses(template: string, valueFor: (name: string) => string): string {
  const written: Clause[] = [];
  for (const clause of clausesOf(template, valueFor)) {
    const isBare = clause.pieces.some(isEmpty);
    const pieces = isBare ? withoutEmpty(clause.pieces) : clause.pieces;
    const before = written.at(-1);
    if (!isBare || pieces.some((piece) => pieceText(piece).trim() !== '')) {
      // In "MARA, {{role}} (supporting)" the parentheses then follow MARA directly.
      if (isBare && before?.end === ',' && beginsEmpty(clause.pieces) && /^\s*\(/.test(startOf(pieces)))
        before.end = '';
      written.push({ pieces, end: clause.end });
      continue;
    }
    // "MARA, age {{age}}." then ends after MARA.
    if (before && /^[,;]/.test(before.end) && !/^[,;]/.test(clause.end)) before.end = clause.end;
  }
  return written.map(textOf).join('').trim();
}

/** Marks that end a clause, if a space or the end follows: "2.35:1" is one word. */
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

/** Join the two texts around a removed part. */
function joined(left: string, right: string): string {
  if (left.endsWith('(') && right.startsWith(')')) return joined(left.slice(0, -1), right.slice(1));
  if (/^\s*[.,:)]/.test(right)) return left.trimEnd() + right.trimStart();
  return left === '' || /\s$/.test(left) ? left + right.replace(/^[ \t]+/, '') : left + right;
}

function isLabel(text: string): boolean {
  const words = text.trim().split(/\s+/);
  return text.trimEnd().endsWith(':') || words.length <= labelWords;
}

/**
 * Return the text of a clause. After a value that ends with a full stop, no second one is added.
 */
function textOf({ pieces, end }: Clause): string {
  const text = pieces.map(pieceText).join('');
  const last = pieces.at(-1);
  const isClosed = last !== undefined && 'value' in last && /[.!?…]["'”’)]?$/.test(last.value);
  return text + (isClosed && end.startsWith('.') ? end.slice(1) : end);
}
