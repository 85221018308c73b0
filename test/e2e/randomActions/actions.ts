import { expect, type Page } from '@playwright/test';
import type { Random } from '#test/random.ts';
import {
  comparePositions,
  copiedTexts,
  hasCaret,
  isOverElements,
  isSelectionWhole,
  moveSelection,
  nextPosition,
  pasteTexts,
  randomPosition,
  replaceSelection,
  selectedRange,
  setCaret,
  type TextModel,
  type TextPosition,
  textAt,
  words,
} from './model.ts';

/* Random actions on a page. Each runs on the page and on the model, and returns a description. */

/** Keeps each element on one line, and all elements on one page. */
const maxTextLength = 40;
const minTexts = 8;

export async function runRandomAction(page: Page, random: Random, model: TextModel): Promise<string> {
  const long = model.texts.findIndex((text) => text.length > maxTextLength);
  if (long >= 0) return shorten(page, model, long);
  if (model.texts.length < minTexts) return add(page, random, model);
  const kind = random.below(13);
  const room = model.max - model.texts.length;
  if (kind < 2) {
    const position = randomPosition(random, model);
    await click(page, model, position);
    return `click ${named(position)}`;
  }
  if (kind === 2) return shiftClick(page, model, randomPosition(random, model));
  if (kind === 3 && hasCaret(model))
    return drag(page, model, randomPosition(random, model), randomPosition(random, model));
  if (kind < 6) return moveCaret(page, random, model);
  if (kind === 6) return moveCaretFar(page, random, model);
  if (kind < 9) return type(page, model, random.pick(words));
  if (kind === 9 && !hasCaret(model)) return remove(page, random, model);
  if (kind === 10 && isOverElements(model)) return copy(page, model);
  if (kind === 11 && hasCaret(model) && model.clipboard && room > model.clipboard.texts.length)
    return paste(page, model);
  const selected = Math.abs(model.head.index - model.anchor.index) + 1;
  if (kind === 12 && isOverElements(model)) return dragSelection(page, random, model, room > selected);
  return type(page, model, random.pick(words));
}

const named = ({ index, offset }: TextPosition) => `${index}:${offset}`;

async function shorten(page: Page, model: TextModel, index: number): Promise<string> {
  await click(page, model, { index, offset: 0 });
  await page.keyboard.press('Control+ArrowDown');
  await page.keyboard.press('Control+Shift+ArrowUp');
  for (let left = 10; left > 0; left--) await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Delete');
  model.texts[index] = textAt(model, index).slice(0, 10);
  setCaret(model, { index, offset: 10 });
  return `shorten ${index}`;
}

/** Add a line below another one. */
async function add(page: Page, random: Random, model: TextModel): Promise<string> {
  const index = random.below(model.texts.length);
  await click(page, model, { index, offset: textAt(model, index).length });
  await page.keyboard.press('Enter');
  const word = random.pick(words);
  await page.keyboard.type(word);
  for (let length = 1; length < word.length; length++)
    model.intermediate.push(model.texts.toSpliced(index + 1, 0, word.slice(0, length)));
  model.texts.splice(index + 1, 0, word);
  setCaret(model, { index: index + 1, offset: word.length });
  return `add below ${index}`;
}

/** Scroll a line away from the edges, where a drag would scroll on. */
function scrollIntoView(line: HTMLElement | SVGElement): void {
  const marginPx = 60;
  const scroller = line.closest('[data-desk]');
  if (!scroller) return;
  const { top, bottom } = scroller.getBoundingClientRect();
  const place = line.getBoundingClientRect();
  scroller.scrollTop +=
    Math.min(place.top - top - marginPx, 0) + Math.max(place.bottom - bottom + marginPx, 0);
}

async function pointOf(page: Page, { texts }: TextModel, { index, offset }: TextPosition) {
  const line = page.locator('[data-element]').nth(index).locator('[data-from]').first();
  // The mouse reaches only visible lines. An element is re-rendered when the server has assigned
  // its id.
  const boxes: { x: number; y: number; width: number; height: number }[] = [];
  await expect(async () => {
    await line.evaluate(scrollIntoView, null, { timeout: 1000 });
    boxes.push(...[await line.boundingBox({ timeout: 1000 })].filter((found) => found !== null));
    expect(boxes).not.toEqual([]);
  }).toPass();
  const box = boxes.at(-1);
  if (!box) throw new Error(`The text ${texts[index]} is not drawn`);
  const letterPx = box.width / Math.max(1, texts[index]?.length ?? 1);
  return { x: box.x + offset * letterPx + 1, y: box.y + box.height / 2 };
}

/** Return two points that are visible at the same time; null if the window is too small. */
async function pointsOf(page: Page, model: TextModel, from: TextPosition, to: TextPosition) {
  const scrolled = () => page.locator('[data-desk]').evaluate((scroller) => scroller.scrollTop);
  await pointOf(page, model, to);
  const start = await pointOf(page, model, from);
  const before = await scrolled();
  const end = await pointOf(page, model, to);
  return (await scrolled()) === before ? { start, end } : null;
}

export async function click(page: Page, model: TextModel, position: TextPosition): Promise<void> {
  const { x, y } = await pointOf(page, model, position);
  await page.mouse.click(x, y);
  setCaret(model, position);
}

async function shiftClick(page: Page, model: TextModel, position: TextPosition): Promise<string> {
  const { x, y } = await pointOf(page, model, position);
  await page.keyboard.down('Shift');
  await page.mouse.click(x, y);
  await page.keyboard.up('Shift');
  model.head = position;
  return `shift+click ${named(position)}`;
}

async function drag(page: Page, model: TextModel, from: TextPosition, to: TextPosition): Promise<string> {
  const points = await pointsOf(page, model, from, to);
  if (!points) {
    // Too far for one window: select by Shift and a click instead.
    await click(page, model, from);
    return shiftClick(page, model, to);
  }
  const { start, end } = points;
  await press(page, start, end);
  await page.mouse.up();
  const isFar = Math.hypot(start.x - end.x, start.y - end.y) >= 4;
  model.anchor = from;
  model.head = isFar ? to : from;
  return `drag ${named(from)} to ${named(to)}`;
}

async function press(
  page: Page,
  start: { x: number; y: number },
  end: { x: number; y: number },
): Promise<void> {
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 2 });
  await page.mouse.move(end.x, end.y, { steps: 2 });
}

/** Drag the selection to a position outside it. */
async function dragSelection(
  page: Page,
  random: Random,
  model: TextModel,
  canCopy: boolean,
): Promise<string> {
  const [from, end] = selectedRange(model);
  const to = randomPosition(random, model);
  const isInside = comparePositions(to, from) >= 0 && comparePositions(to, end) <= 0;
  // Grab it after its first character.
  const isInFirst = from.offset < textAt(model, from.index).length;
  const hold = isInFirst ? { ...from, offset: from.offset + 1 } : { index: end.index, offset: 0 };
  const points = isInside ? null : await pointsOf(page, model, hold, to);
  if (!points || comparePositions(hold, end) > 0) return type(page, model, random.pick(words));
  const isCopy = canCopy && random.chance(0.4);
  if (isCopy) await page.keyboard.down('Control');
  await press(page, points.start, points.end);
  await page.mouse.up();
  if (isCopy) await page.keyboard.up('Control');
  moveSelection(model, to, isCopy);
  return `${isCopy ? 'carry a copy of' : 'carry'} ${named(from)}-${named(end)} to ${named(to)}`;
}

/** Move the caret left or right, character by character. */
async function moveCaret(page: Page, random: Random, model: TextModel): Promise<string> {
  const direction = random.chance(0.5) ? 1 : -1;
  const isExtended = random.chance(0.6);
  const count = 1 + random.below(30);
  const key = `${isExtended ? 'Shift+' : ''}${direction > 0 ? 'ArrowRight' : 'ArrowLeft'}`;
  for (let left = count; left > 0; left--) {
    await page.keyboard.press(key);
    const [start, end] = selectedRange(model);
    if (!isExtended && !hasCaret(model)) model.head = direction > 0 ? end : start;
    else model.head = nextPosition(model, direction);
    if (!isExtended) model.anchor = model.head;
  }
  return `${key} ${count} times`;
}

async function moveCaretFar(page: Page, random: Random, model: TextModel): Promise<string> {
  const name = random.pick(['ArrowUp', 'ArrowDown', 'Home', 'End'] as const);
  const isExtended = random.chance(0.5);
  const key = `Control+${isExtended ? 'Shift+' : ''}${name}`;
  await page.keyboard.press(key);
  const { index, offset } = model.head;
  const last = model.texts.length - 1;
  const endOf = (at: number) => ({ index: at, offset: textAt(model, at).length });
  if (name === 'Home') model.head = { index: 0, offset: 0 };
  else if (name === 'End') model.head = endOf(last);
  else if (name === 'ArrowUp')
    model.head = { index: offset > 0 || index === 0 ? index : index - 1, offset: 0 };
  else model.head = endOf(offset < textAt(model, index).length || index === last ? index : index + 1);
  if (!isExtended) model.anchor = model.head;
  return key;
}

export async function type(page: Page, model: TextModel, word: string): Promise<string> {
  await page.keyboard.type(word);
  // The text may be stored after any letter. The first one replaces the selection.
  for (const letter of word) {
    replaceSelection(model, [letter]);
    model.intermediate.push([...model.texts]);
  }
  return `type ${word}`;
}

/** Delete the selection or one character. If the text would become empty, type a word instead. */
async function remove(page: Page, random: Random, model: TextModel): Promise<string> {
  const isWhole = isSelectionWhole(model);
  if (isWhole && !isOverElements(model)) return type(page, model, random.pick(words));
  const key = random.pick(['Delete', 'Backspace']);
  await page.keyboard.press(key);
  if (!isWhole) {
    replaceSelection(model, ['']);
    return key;
  }
  const word = random.pick(words);
  await page.keyboard.type(word);
  const [from, to] = selectedRange(model);
  for (let length = 0; length < word.length; length++) {
    const written = length === 0 ? [] : [word.slice(0, length)];
    model.intermediate.push(model.texts.toSpliced(from.index, to.index - from.index + 1, ...written));
  }
  replaceSelection(model, [word]);
  return `${key}, ${word}`;
}

async function copy(page: Page, model: TextModel): Promise<string> {
  await page.keyboard.press('Control+c');
  model.clipboard = copiedTexts(model) ?? model.clipboard;
  return 'copy';
}

async function paste(page: Page, model: TextModel): Promise<string> {
  if (!model.clipboard) return 'nothing';
  await page.keyboard.press('Control+v');
  pasteTexts(model, model.clipboard);
  return `paste ${model.clipboard.texts.length}`;
}
