import { elementTypes, plainTextType } from '#screenplay/element.ts';
import type { ElementKeys } from '#screenplay/flow.ts';
import { unstyled } from '#screenplay/styled.ts';
import type { Random } from '#test/random.ts';
import { batch } from '#web/lib/store.ts';
import {
  activeRow,
  cutInLine,
  cutOver,
  deleteLetters,
  isOwn,
  offsetAfter,
  paste,
  press,
  putCaret,
  type RowWords,
  rowAt,
  typeLetters,
} from './keyboard.ts';
import { type CopiedLines, joinLines, type Lines, pasted, typedWord, withLines } from './model.ts';
import type { Writer } from './writer.ts';

/* Random actions of a writer. Each runs in the tab and on the model, and returns a description. */

/** A writer, and the text that the screen must show. */
export interface Author {
  writer: Writer;
  lines: Lines;
  /** Every text that the writer's script had, to which undo may lead. */
  known: Set<string>;
  clipboard: CopiedLines | null;
  elementKeys: ElementKeys;
  lastWord: number;
}

interface ActionInput {
  author: Author;
  random: Random;
  /** Lets time pass and the network work. */
  pause: () => Promise<void>;
  /** Reads the script on the server, and compares it with the model. */
  read?: () => Promise<unknown>;
}

const maxLines = 14;
const maxWords = 6;

export function become(author: Author, lines: Lines): void {
  author.lines = lines;
  author.known.add(joinLines(lines));
}

/** Return the index of the first own line at or behind a row. */
function linePlace({ writer }: Author, rowIndex: number): number {
  let count = 0;
  for (let index = 0; index < rowIndex; index++) {
    const words = rowAt(writer, index)?.words ?? [];
    if (words.some(({ word }) => word.startsWith(writer.letter))) count++;
  }
  return count;
}

function ownRows({ writer }: Author): RowWords[] {
  return writer
    .rows()
    .map((_, index) => rowAt(writer, index))
    .filter((row): row is RowWords => row !== null && isOwn(row, writer.letter));
}

/** Return an own row with the caret in it: often the active one. */
function someRow({ author, random }: ActionInput): RowWords {
  const active = activeRow(author.writer);
  const isFree = active && (active.text.trim() === '' || isOwn(active, author.writer.letter));
  if (isFree && random.chance(0.5)) return active;
  const rows = ownRows(author);
  if (rows.length === 0) return newRow(author);
  const row = random.pick(rows);
  if (row.id !== active?.id) putCaret(author.writer, row, 0);
  // An empty line that was left is not there any more.
  const now = activeRow(author.writer);
  if (!now) throw new Error(`The line ${row.text} did not open`);
  return now;
}

/** Open a new line at the end of the script. */
function newRow({ writer }: Author): RowWords {
  writer.run(({ editor: { sync, writing } }) =>
    writing.openNew(sync.elements().at(-1)?.id ?? null, plainTextType),
  );
  const row = activeRow(writer);
  if (!row) throw new Error('The new line did not open');
  return row;
}

const wordsOf = (row: RowWords) => row.words.map(({ word }) => word);

const nextWord = (author: Author) => `${author.writer.letter}${String(++author.lastWord).padStart(4, '0')}`;

async function type(input: ActionInput, row = someRow(input)): Promise<string> {
  const { author, random, pause } = input;
  const { writer } = author;
  const word = nextWord(author);
  const before = random.below(row.words.length + 1);
  const place = linePlace(author, row.index);
  if (row.words.length === 0) await typeLetters(writer, typedWord(word), pause);
  else if (before === 0) {
    const start = row.words[0]?.start ?? 0;
    putCaret(writer, row, start);
    await typeLetters(writer, `${typedWord(word)} `, pause);
  } else {
    putCaret(writer, row, row.words[before - 1]?.end ?? 0);
    await typeLetters(writer, ` ${typedWord(word)}`, pause);
  }
  const count = row.words.length === 0 ? 0 : 1;
  become(author, withLines(author.lines, place, count, [wordsOf(row).toSpliced(before, 0, word)]));
  return `type ${word} at ${place}:${before}`;
}

async function deleteWord(input: ActionInput): Promise<string> {
  const { author, random, pause } = input;
  const row = someRow(input);
  if (row.words.length === 0) return type(input, row);
  const at = random.below(row.words.length);
  const { word = '', start = 0, end = 0 } = row.words[at] ?? {};
  const hasSpace = row.text[start - 1] === ' ';
  const place = linePlace(author, row.index);
  putCaret(author.writer, row, end);
  await deleteLetters(author.writer, end - start + (hasSpace ? 1 : 0), pause);
  become(author, withLines(author.lines, place, 1, [wordsOf(row).toSpliced(at, 1)]));
  return `delete ${word}`;
}

async function enter(input: ActionInput): Promise<string> {
  const { author, random } = input;
  const row = someRow(input);
  const isSplit = random.chance(0.4);
  const before = random.chance(0.5) ? row.words.length : random.below(row.words.length + 1);
  const place = linePlace(author, row.index);
  if (row.words.length > 0) putCaret(author.writer, row, offsetAfter(row, before));
  press(author.writer, 'Enter', { ctrl: isSplit });
  const isInMiddle = before > 0 && before < row.words.length;
  if (isInMiddle && (isSplit || author.elementKeys !== 'cycle')) {
    const words = wordsOf(row);
    become(author, withLines(author.lines, place, 1, [words.slice(0, before), words.slice(before)]));
  }
  return `${isSplit ? 'Ctrl+' : ''}Enter at ${place}:${before}`;
}

async function join(input: ActionInput): Promise<string> {
  const { author, random } = input;
  const { writer } = author;
  const row = someRow(input);
  const isBack = random.chance(0.6);
  const other = rowAt(writer, row.index + (isBack ? -1 : 1));
  if (!other || !isOwn(other, writer.letter)) return moveCaret(input);
  const place = linePlace(author, row.index);
  const isStored = writer.run(({ editor }) => editor.writing.line.get()?.base !== null);
  if (row.words.length > 0) putCaret(writer, row, isBack ? 0 : row.text.length);
  press(writer, isBack ? 'Backspace' : 'Delete');
  if (row.words.length > 0 && (isBack || isStored)) {
    const first = isBack ? place - 1 : place;
    const words = isBack ? [...wordsOf(other), ...wordsOf(row)] : [...wordsOf(row), ...wordsOf(other)];
    become(author, withLines(author.lines, first, 2, [words]));
  }
  return `${isBack ? 'Backspace' : 'Delete'} at ${place}`;
}

async function cut(input: ActionInput): Promise<string> {
  const { author, random } = input;
  const { writer } = author;
  const row = someRow(input);
  if (row.words.length === 0) return type(input, row);
  const place = linePlace(author, row.index);
  const from = random.below(row.words.length);
  const next = rowAt(writer, row.index + 1);
  if (next && isOwn(next, writer.letter) && random.chance(0.6)) {
    const to = 1 + random.below(next.words.length);
    const start = from === 0 ? 0 : (row.words[from]?.start ?? 0);
    const end = offsetAfter(next, to);
    const clipboard = cutOver(writer, { id: row.id, offset: start }, { id: next.id, offset: end });
    const [own, others] = [wordsOf(row), wordsOf(next)];
    author.clipboard = {
      ...clipboard,
      lines: [own.slice(from), others.slice(0, to)],
      startsInside: from > 0,
      endsInside: to < others.length,
    };
    become(author, withLines(author.lines, place, 2, [[...own.slice(0, from), ...others.slice(to)]]));
    return `cut ${place}:${from} to ${place + 1}:${to}`;
  }
  const to = from + 1 + random.below(row.words.length - from);
  const start = row.words[from]?.start ?? 0;
  const text = cutInLine(writer, start, row.words[to - 1]?.end ?? 0);
  const words = wordsOf(row);
  author.clipboard = {
    ...{ text, html: '', startsInside: true, endsInside: true },
    lines: [words.slice(from, to)],
  };
  become(author, withLines(author.lines, place, 1, [words.toSpliced(from, to - from)]));
  return `cut ${place}:${from}-${to}`;
}

async function pasteCopied(input: ActionInput): Promise<string> {
  const { author, random } = input;
  const { writer, clipboard } = author;
  if (!clipboard) return cut(input);
  const row = someRow(input);
  const place = linePlace(author, row.index);
  const before = random.below(row.words.length + 1);
  if (row.words.length > 0) putCaret(writer, row, offsetAfter(row, before));
  paste(writer, clipboard);
  author.clipboard = null;
  const words = wordsOf(row);
  const made = pasted(words.slice(0, before), clipboard, words.slice(before));
  become(author, withLines(author.lines, place, words.length === 0 ? 0 : 1, made));
  return `paste ${clipboard.lines.length} at ${place}:${before}`;
}

async function changeType(input: ActionInput): Promise<string> {
  const { author, random } = input;
  const row = someRow(input);
  if (row.words.length > 0) putCaret(author.writer, row, row.words.at(-1)?.end ?? 0);
  const kind = random.below(3);
  if (kind === 0) press(author.writer, 'Tab');
  else if (kind === 1) press(author.writer, 'Tab', { shift: true });
  else {
    const elementType = random.pick(elementTypes);
    author.writer.run(({ editor }) => editor.writing.setType(elementType));
  }
  return `${['Tab', 'Shift+Tab', 'a type'][kind]} in ${row.text}`;
}

/** Undo or redo. It must lead to a text that the writer had. */
async function goBack(input: ActionInput): Promise<string> {
  const { author, random } = input;
  const direction = random.chance(0.6) ? 'undo' : 'redo';
  author.writer.run(({ editor }) => editor.editing[direction]());
  const lines = author.writer.lines();
  if (!author.known.has(joinLines(lines))) throw new Error(`${direction} leads to ${joinLines(lines)}`);
  author.lines = lines;
  // The cut text may be in the script again.
  author.clipboard = null;
  return `${direction}: ${joinLines(lines)}`;
}

async function pressEscape({ author }: ActionInput): Promise<string> {
  press(author.writer, 'Escape');
  return 'Escape';
}

/** Edit with Save and Cancel: write or empty the line, and save or cancel. */
async function cancel(input: ActionInput): Promise<string> {
  const { author, random, pause, read } = input;
  const { writer } = author;
  writer.run(({ editor }) => editor.editing.leave());
  const rows = ownRows(author);
  if (rows.length === 0) return type(input);
  const row = random.pick(rows);
  const before = author.lines;
  writer.run(({ editor }) => {
    const element = editor.sync.elements().find(({ id }) => id === row.id);
    if (element) editor.editing.editExplicitly(element);
  });
  const opened = activeRow(writer);
  if (!opened || !writer.run(({ editor }) => editor.writing.line.get()?.explicitBase)) return 'no edit';
  const isEmptied = random.chance(0.3);
  if (isEmptied) {
    // The other writer may add lines above it while the letters are deleted.
    const place = linePlace(author, opened.index);
    putCaret(writer, opened, opened.text.length);
    await deleteLetters(writer, opened.text.length, pause);
    become(author, withLines(author.lines, place, 1, []));
    await read?.();
  } else await type(input, opened);
  await pause();
  if (random.chance(0.5)) {
    writer.run(({ editor }) => editor.editing.save());
    // Saving an empty edit only closes it.
    if (isEmptied) become(author, before);
    return `edit and save ${isEmptied ? 'nothing' : row.text}`;
  }
  press(writer, 'Escape');
  become(author, before);
  return `edit and cancel ${row.text}`;
}

/** Write a line in the bottom input and add it with Enter. */
async function addBelow({ author, pause }: ActionInput): Promise<string> {
  const { writer } = author;
  const word = nextWord(author);
  const typed = typedWord(word);
  const write = (text: string) =>
    writer.run(({ editor: { adds, writing } }) =>
      writing.writeBelow(plainTextType, unstyled(text), adds.lastId()),
    );
  writer.run(({ editor }) => editor.editing.enterBelow());
  for (let length = 1; length <= typed.length; length++) {
    write(typed.slice(0, length));
    if (length === 3) await pause();
  }
  writer.run(({ editor: { adds, writing } }) =>
    batch(() => writing.finishBelow(plainTextType, typed) || adds.addAtEnd(plainTextType, typed)),
  );
  write('');
  become(author, [...author.lines, [word]]);
  return `add ${word} below`;
}

async function moveCaret({ author, random }: ActionInput): Promise<string> {
  const rows = author.writer.rows();
  const row = rowAt(author.writer, random.below(rows.length));
  if (row) putCaret(author.writer, row, random.pick([0, row.text.length]));
  return `go to ${row?.text}`;
}

const frequent = [type, type, type, enter, enter, deleteWord, join, cut, pasteCopied, changeType];
const others = [goBack, goBack, pressEscape, cancel, moveCaret];

export async function runRandomAction(input: ActionInput): Promise<string> {
  const { author, random } = input;
  const isShort = author.lines.length < 4;
  if (isShort) return random.chance(0.5) ? enterAndType(input) : random.pick([goBack, pasteCopied])(input);
  const isLong = author.lines.length > maxLines || author.lines.some(({ length }) => length > maxWords);
  if (isLong) return random.pick([deleteWord, deleteWord, cut, join, goBack, moveCaret])(input);
  return random.pick([...frequent, ...others, addBelow])(input);
}

async function enterAndType(input: ActionInput): Promise<string> {
  const { author } = input;
  const row = someRow(input);
  if (row.words.length > 0) {
    putCaret(author.writer, row, row.text.length);
    press(author.writer, 'Enter');
  }
  const opened = activeRow(author.writer);
  return opened && opened.words.length === 0 ? type(input, opened) : 'nothing';
}
