import { expect, type Page } from '@playwright/test';
import type { Project } from '#shared/contract/projects.ts';
import { type Random, seeded } from '#test/random.ts';
import { test } from './fixtures.ts';
import { importProject, scriptAddress } from './projects.ts';
import { expectStored } from './writing.ts';

/*
 * Random keys, clicks, drags and pastes, with a plain list of texts beside them that says what they come to. Words have
 * no spaces, so that nothing is trimmed; what happens to spaces has tests of its own.
 */

interface Place {
  index: number;
  offset: number;
}

/** What a text editor is at its simplest. */
interface Model {
  texts: string[];
  anchor: Place;
  head: Place;
  clipboard: { texts: string[]; startsInside: boolean; endsInside: boolean } | null;
  /** It grows no longer than that. */
  max: number;
}

const words = [
  'harbour',
  'ladder',
  'whistle',
  'ticket',
  'engine',
  'lantern',
  'deck',
  'rope',
  'horn',
  'kettle',
];
const actions = 120;

/** Of the second the script is longer than the window, and reaches over a page. */
const runs = process.env.HANDS
  ? process.env.HANDS.split(',').map((seed) => ({ seed: Number(seed), length: 40 }))
  : [
      { seed: 1, length: 12 },
      { seed: 2, length: 40 },
    ];

for (const { seed, length } of runs) {
  test(`random hands leave what a plain text would have (seed ${seed})`, async ({ page }) => {
    const random = seeded(seed);
    const original = Array.from({ length }, (_, at) => `${random.pick(words)}${at}x${random.pick(words)}`);
    const file = {
      name: 'hands.fountain',
      mimeType: 'text/plain',
      buffer: Buffer.from(fountainOf(original)),
    };
    const project = await importProject(page.request, file);
    await page.goto(scriptAddress(project));
    await expect(page.locator('[data-element]')).toHaveCount(original.length);
    const start = { index: 0, offset: 0 };
    const max = length + 6;
    const model: Model = { texts: [...original], anchor: start, head: start, clipboard: null, max };
    const done: string[] = [];
    await put(page, model, start);
    for (let action = 1; action <= actions; action++) {
      done.push(await act(page, random, model));
      if (action % 15 > 0) continue;
      await check(page, project, model, done);
      if (action % 60 === 0) await page.reload();
      await expect(page.locator('[data-element]')).toHaveCount(model.texts.length);
      await put(page, model, somePlace(random, model));
    }
    await check(page, project, model, done);
    const undo = page.getByRole('button', { name: /^Undo/ }).first();
    while (await undo.isEnabled()) await undo.click();
    const redo = page.getByRole('button', { name: /^Redo/ }).first();
    while (await redo.isEnabled()) await redo.click();
    await check(page, project, model, done);
  });
}

const fountainOf = (texts: readonly string[]) => texts.map((text) => `!${text}\n`).join('\n');

async function check(page: Page, project: Project, model: Model, done: readonly string[]): Promise<void> {
  await page.keyboard.press('Control+s');
  try {
    await expectStored(page, project, model.texts);
  } catch (error) {
    throw new Error(`After ${done.slice(-16).join(', ')}`, { cause: error });
  }
}

function somePlace(random: Random, { texts }: Model): Place {
  const index = random.below(texts.length);
  return { index, offset: random.below((texts[index]?.length ?? 0) + 1) };
}

const isCaret = ({ anchor, head }: Model) => anchor.index === head.index && anchor.offset === head.offset;
const isSpanning = ({ anchor, head }: Model) => anchor.index !== head.index;
const ordered = ({ anchor, head }: Model): [Place, Place] => {
  const isForward = anchor.index - head.index || anchor.offset - head.offset;
  return isForward <= 0 ? [anchor, head] : [head, anchor];
};
const textAt = ({ texts }: Model, index: number) => texts[index] ?? '';

/** Does something, on the page and to the model; tells what. */
async function act(page: Page, random: Random, model: Model): Promise<string> {
  const long = model.texts.findIndex((text) => text.length > longest);
  if (long >= 0) return shorten(page, model, long);
  if (model.texts.length < 8) return add(page, random, model);
  const kind = random.below(12);
  if (kind < 2) {
    const place = somePlace(random, model);
    await put(page, model, place);
    return `click ${place.index}:${place.offset}`;
  }
  if (kind === 2) return shiftClick(page, model, somePlace(random, model));
  if (kind === 3 && isCaret(model))
    return drag(page, model, somePlace(random, model), somePlace(random, model));
  if (kind < 6) return steps(page, random, model);
  if (kind === 6) return jump(page, random, model);
  if (kind < 9) return type(page, model, random.pick(words));
  if (kind === 9 && !isCaret(model)) return remove(page, random, model);
  if (kind === 10 && isSpanning(model)) return copy(page, model);
  const room = model.max - model.texts.length - (model.clipboard?.texts.length ?? 0);
  if (kind === 11 && isCaret(model) && model.clipboard && room > 0) return paste(page, model);
  return type(page, model, random.pick(words));
}

/** Elements stay on one line each, and on one page. */
const longest = 40;

async function shorten(page: Page, model: Model, index: number): Promise<string> {
  await put(page, model, { index, offset: 0 });
  await page.keyboard.press('Control+ArrowDown');
  await page.keyboard.press('Control+Shift+ArrowUp');
  for (let left = 10; left > 0; left--) await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Delete');
  model.texts[index] = textAt(model, index).slice(0, 10);
  model.head = { index, offset: 10 };
  model.anchor = model.head;
  return `shorten ${index}`;
}

/** A new line below another one. */
async function add(page: Page, random: Random, model: Model): Promise<string> {
  const index = random.below(model.texts.length);
  await put(page, model, { index, offset: textAt(model, index).length });
  await page.keyboard.press('Enter');
  const word = random.pick(words);
  await page.keyboard.type(word);
  model.texts.splice(index + 1, 0, word);
  model.head = { index: index + 1, offset: word.length };
  model.anchor = model.head;
  return `add below ${index}`;
}

async function pointOf(page: Page, { texts }: Model, { index, offset }: Place) {
  const line = page.locator('[data-element]').nth(index).locator('[data-from]').first();
  // A mouse reaches what is in the window. An element that the server has just given its id is drawn anew.
  const boxes: { x: number; y: number; width: number; height: number }[] = [];
  await expect(async () => {
    await line.evaluate((node) => node.scrollIntoView({ block: 'nearest' }), null, { timeout: 1000 });
    boxes.push(...[await line.boundingBox({ timeout: 1000 })].filter((found) => found !== null));
    expect(boxes).not.toEqual([]);
  }).toPass();
  const box = boxes.at(-1);
  if (!box) throw new Error(`The text ${texts[index]} is not drawn`);
  const letterPx = box.width / Math.max(1, texts[index]?.length ?? 1);
  return { x: box.x + offset * letterPx + 1, y: box.y + box.height / 2 };
}

async function put(page: Page, model: Model, place: Place): Promise<void> {
  const { x, y } = await pointOf(page, model, place);
  await page.mouse.click(x, y);
  model.anchor = place;
  model.head = place;
}

async function shiftClick(page: Page, model: Model, place: Place): Promise<string> {
  const { x, y } = await pointOf(page, model, place);
  await page.keyboard.down('Shift');
  await page.mouse.click(x, y);
  await page.keyboard.up('Shift');
  model.head = place;
  return `shift+click ${place.index}:${place.offset}`;
}

async function drag(page: Page, model: Model, from: Place, to: Place): Promise<string> {
  await pointOf(page, model, from);
  const end = await pointOf(page, model, to);
  const start = await pointOf(page, model, from);
  if ((await pointOf(page, model, to)).y !== end.y) {
    // Too far for one window: there and back by Shift and a click.
    await put(page, model, from);
    return shiftClick(page, model, to);
  }
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 2 });
  await page.mouse.move(end.x, end.y, { steps: 2 });
  await page.mouse.up();
  const isFar = Math.hypot(start.x - end.x, start.y - end.y) >= 4;
  model.anchor = from;
  model.head = isFar ? to : from;
  return `drag ${from.index}:${from.offset} to ${to.index}:${to.offset}`;
}

async function steps(page: Page, random: Random, model: Model): Promise<string> {
  const direction = random.chance(0.5) ? 1 : -1;
  const isExtended = random.chance(0.6);
  const count = 1 + random.below(30);
  const key = `${isExtended ? 'Shift+' : ''}${direction > 0 ? 'ArrowRight' : 'ArrowLeft'}`;
  for (let left = count; left > 0; left--) {
    await page.keyboard.press(key);
    const [start, end] = ordered(model);
    if (!isExtended && !isCaret(model)) model.head = direction > 0 ? end : start;
    else model.head = beside(model, direction);
    if (!isExtended) model.anchor = model.head;
  }
  return `${key} ${count} times`;
}

function beside(model: Model, direction: 1 | -1): Place {
  const { index, offset } = model.head;
  const next = offset + direction;
  if (next >= 0 && next <= textAt(model, index).length) return { index, offset: next };
  const other = index + direction;
  if (other < 0 || other >= model.texts.length) return model.head;
  return { index: other, offset: direction > 0 ? 0 : textAt(model, other).length };
}

async function jump(page: Page, random: Random, model: Model): Promise<string> {
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

/** Puts texts in the place of what is selected: the first goes on after what is left before, the last before the rest. */
function replace(model: Model, put: readonly string[]): void {
  const [from, to] = ordered(model);
  const head = textAt(model, from.index).slice(0, from.offset);
  const tail = textAt(model, to.index).slice(to.offset);
  const [first = '', ...more] = put;
  const last = more.pop();
  const middle = last === undefined ? [head + first + tail] : [head + first, ...more, last + tail];
  const before = last === undefined ? head.length + first.length : last.length;
  const filled = middle.filter((text) => text !== '');
  model.texts.splice(from.index, to.index - from.index + 1, ...filled);
  // Where the last text begins with nothing, the caret stands after the one before it.
  const isBehind = last === '';
  const index = from.index + filled.length - 1 - (isBehind && tail !== '' ? 1 : 0);
  model.head = { index, offset: isBehind ? textAt(model, index).length : before };
  model.anchor = model.head;
}

async function type(page: Page, model: Model, word: string): Promise<string> {
  await page.keyboard.type(word);
  replace(model, [word]);
  return `type ${word}`;
}

/** Of a text nothing may be left: a word is written in its place at once. */
async function remove(page: Page, random: Random, model: Model): Promise<string> {
  const [from, to] = ordered(model);
  const isAll = from.offset === 0 && to.offset === textAt(model, to.index).length;
  if (isAll && !isSpanning(model)) return type(page, model, random.pick(words));
  const key = random.pick(['Delete', 'Backspace']);
  await page.keyboard.press(key);
  if (!isAll) {
    replace(model, ['']);
    return key;
  }
  const word = random.pick(words);
  await page.keyboard.type(word);
  replace(model, [word]);
  return `${key}, ${word}`;
}

async function copy(page: Page, model: Model): Promise<string> {
  await page.keyboard.press('Control+c');
  const [from, to] = ordered(model);
  const parts = model.texts.slice(from.index, to.index + 1).map((text, at) => {
    const index = from.index + at;
    const start = index === from.index ? from.offset : 0;
    const end = index === to.index ? to.offset : text.length;
    return { text: text.slice(start, end), isStart: start === 0, isEnd: end === text.length };
  });
  const filled = parts.filter(({ text }) => text !== '');
  if (filled.length > 0)
    model.clipboard = {
      texts: filled.map(({ text }) => text),
      startsInside: filled[0]?.isStart === false,
      endsInside: filled.at(-1)?.isEnd === false,
    };
  return 'copy';
}

async function paste(page: Page, model: Model): Promise<string> {
  const { clipboard } = model;
  if (!clipboard) return 'nothing';
  await page.keyboard.press('Control+v');
  const { texts, startsInside, endsInside } = clipboard;
  const isPart = texts.length === 1 && (startsInside || endsInside);
  replace(model, isPart ? texts : [...(startsInside ? [] : ['']), ...texts, ...(endsInside ? [] : [''])]);
  return `paste ${texts.length}`;
}
