/** About 25 characters a second, with a pause at the end of each paragraph. */
const characterMs = 40;
const paragraphMs = 500;
/** Lowest position of the typed line, as a share of the viewport's height. */
const lineAt = 0.72;

interface DrawnLine {
  run: HTMLElement;
  from: number;
  to: number;
  text: string;
}

/** The part of an element on one page, in one of the rendered sizes. */
interface DrawnPart {
  part: HTMLElement;
  lines: DrawnLine[];
  /** (MORE) and (CONT'D), shown once the text continues on the next page. */
  printed: HTMLElement[];
}

interface TypedElement {
  length: number;
  parts: DrawnPart[];
}

/**
 * Type the marked lines of a figure once, character by character, into the existing elements. With
 * reduced motion everything is shown at once. Return a function that stops the typing and shows
 * everything.
 */
export function typeScene(figure: HTMLElement): () => void {
  const typing = new SceneTyping(figure);
  if (matchMedia('(prefers-reduced-motion: reduce)').matches || typing.isEmpty()) {
    typing.finish();
    return () => undefined;
  }
  typing.start();
  return () => typing.stop();
}

/** Types one element after another; a button of the figure pauses it. */
class SceneTyping {
  readonly #elements: TypedElement[];
  readonly #pause: HTMLButtonElement | null;
  readonly #roll: HTMLElement | null;
  readonly #caret = document.createElement('span');
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Index of the element that is typed. */
  #index = 0;
  /** Number of its characters that are shown. */
  #count = 0;
  #isPaused = false;

  constructor(figure: HTMLElement) {
    this.#elements = typedElements(figure);
    // From here on, each line hides its own untyped text.
    figure.dataset.typing = '';
    this.#pause = figure.querySelector<HTMLButtonElement>('[data-pause]');
    this.#roll = figure.querySelector<HTMLElement>('[data-roll]');
    this.#caret.dataset.caret = '';
  }

  isEmpty(): boolean {
    return this.#elements.length === 0;
  }

  start(): void {
    for (const element of this.#elements) show(element, 0);
    if (this.#pause) {
      this.#pause.hidden = false;
      this.#pause.addEventListener('click', this.#togglePause);
    }
    this.#timer = setTimeout(this.#step, paragraphMs);
  }

  /** Show everything. */
  finish(): void {
    clearTimeout(this.#timer);
    this.#caret.remove();
    for (const element of this.#elements) show(element, element.length);
    if (this.#pause) this.#pause.hidden = true;
  }

  stop(): void {
    this.finish();
    this.#pause?.removeEventListener('click', this.#togglePause);
    if (this.#roll) this.#roll.style.translate = '';
  }

  readonly #step = (): void => {
    const element = this.#elements[this.#index];
    if (!element) {
      this.finish();
      return;
    }
    this.#count += 1;
    const line = show(element, this.#count);
    if (line) {
      line.run.firstChild?.after(this.#caret);
      if (this.#roll) follow(this.#roll, line.run);
    }
    if (this.#count < element.length) {
      this.#timer = setTimeout(this.#step, characterMs);
      return;
    }
    this.#index += 1;
    this.#count = 0;
    this.#timer = setTimeout(this.#step, paragraphMs);
  };

  readonly #togglePause = (): void => {
    this.#isPaused = !this.#isPaused;
    if (this.#pause) this.#pause.textContent = this.#isPaused ? 'Go on typing' : 'Pause typing';
    if (this.#isPaused) clearTimeout(this.#timer);
    else this.#step();
  };
}

/**
 * Read the typed elements from the pages: each line names the range of its element's characters.
 */
function typedElements(figure: HTMLElement): TypedElement[] {
  const first = Number(figure.dataset.typedFrom);
  const found = new Map<number, TypedElement>();
  for (const part of figure.querySelectorAll<HTMLElement>('[data-element]')) {
    const id = Number(part.dataset.element);
    if (!(id >= first)) continue;
    const lines = [...part.querySelectorAll<HTMLElement>('[data-from]')].flatMap((line) => {
      const run = line.firstElementChild;
      const { from, to } = line.dataset;
      return run instanceof HTMLElement
        ? [{ run, from: Number(from), to: Number(to), text: run.textContent }]
        : [];
    });
    const printed = [
      ...part.querySelectorAll<HTMLElement>(
        ':scope > [data-from] > span:nth-child(n + 2), :scope > [data-from] ~ span:not([data-from])',
      ),
    ];
    const element = found.get(id) ?? { length: 0, parts: [] };
    element.parts.push({ part, lines, printed });
    element.length = Math.max(element.length, ...lines.map(({ to }) => to));
    found.set(id, element);
  }
  return [...found].sort(([one], [other]) => one - other).map(([, element]) => element);
}

/**
 * Show the first `count` characters in every size. Return the line of the visible size that has the
 * last one.
 */
function show({ length, parts }: TypedElement, count: number): DrawnLine | null {
  let current: DrawnLine | null = null;
  for (const { part, lines, printed } of parts) {
    const begins = lines[0]?.from ?? 0;
    const ends = lines.at(-1)?.to ?? 0;
    setComing(part, count <= begins);
    for (const span of printed) setComing(span, count <= ends && count < length);
    for (const line of lines) {
      const isReached = count > line.from || count >= length;
      line.run.replaceChildren(line.text.slice(0, Math.max(0, count - line.from)), ...comingOf(line, count));
      if (isReached && count <= line.to && part.offsetParent !== null) current = line;
    }
    const sheet = part.closest<HTMLElement>('article');
    if (sheet?.querySelector('[data-element]') === part) setComing(sheet, count <= begins);
  }
  return current;
}

/** Return the invisible elements of a line's untyped text. */
function comingOf({ from, text }: DrawnLine, count: number): HTMLElement[] {
  const left = text.slice(Math.max(0, count - from));
  if (left === '') return [];
  const coming = document.createElement('span');
  coming.dataset.coming = '';
  coming.textContent = left;
  return [coming];
}

function setComing(element: HTMLElement, isComing: boolean): void {
  if (isComing) element.dataset.coming = '';
  else delete element.dataset.coming;
}

/** Keep a line within the viewport by moving the pages up. */
function follow(roll: HTMLElement, line: HTMLElement): void {
  const room = roll.parentElement?.clientHeight ?? 0;
  const below = line.getBoundingClientRect().bottom - roll.getBoundingClientRect().top - room * lineAt;
  const up = Math.min(Math.max(0, below), Math.max(0, roll.offsetHeight - room));
  const translate = up > 0 ? `0 -${Math.round(up / 8) * 8}px` : '';
  if (roll.style.translate !== translate) roll.style.translate = translate;
}
