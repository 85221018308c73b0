/** A quick hand: about 25 characters a second, with a breath at the end of each paragraph. */
const characterMs = 40;
const paragraphMs = 500;
/** The line that is typed stays this far above the end of the window, in shares of its height. */
const lineAt = 0.72;

interface DrawnLine {
  run: HTMLElement;
  from: number;
  to: number;
  text: string;
}

/** The part of an element on one page of one of the sizes in which pages are drawn. */
interface DrawnPart {
  part: HTMLElement;
  lines: DrawnLine[];
  /** (MORE), (CONT'D): printed once the text goes on elsewhere. */
  printed: HTMLElement[];
}

interface TypedElement {
  length: number;
  parts: DrawnPart[];
}

/**
 * Types on the pages of a figure what is marked as typed, once: letter by letter, into the elements that the page has
 * anyway. Who asks for less motion sees everything at once. Gives the way to stop, after which all of it is there.
 */
export function typeScene(figure: HTMLElement): () => void {
  const elements = typedElements(figure);
  // From here on the lines themselves say what is still to come.
  figure.dataset.typing = '';
  const pause = figure.querySelector<HTMLButtonElement>('[data-pause]');
  const roll = figure.querySelector<HTMLElement>('[data-roll]');
  const caret = document.createElement('span');
  caret.dataset.caret = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  let [place, count] = [0, 0];
  let isPaused = false;

  function finish(): void {
    clearTimeout(timer);
    caret.remove();
    for (const element of elements) show(element, element.length);
    if (pause) pause.hidden = true;
  }

  function step(): void {
    const element = elements[place];
    if (!element) {
      finish();
      return;
    }
    count += 1;
    const line = show(element, count);
    if (line) {
      line.run.firstChild?.after(caret);
      if (roll) follow(roll, line.run);
    }
    if (count < element.length) {
      timer = setTimeout(step, characterMs);
      return;
    }
    [place, count] = [place + 1, 0];
    timer = setTimeout(step, paragraphMs);
  }

  const toggle = () => {
    isPaused = !isPaused;
    if (pause) pause.textContent = isPaused ? 'Go on typing' : 'Pause typing';
    if (isPaused) clearTimeout(timer);
    else step();
  };

  if (matchMedia('(prefers-reduced-motion: reduce)').matches || elements.length === 0) {
    finish();
    return () => undefined;
  }
  for (const element of elements) show(element, 0);
  if (pause) {
    pause.hidden = false;
    pause.addEventListener('click', toggle);
  }
  timer = setTimeout(step, paragraphMs);
  return () => {
    finish();
    pause?.removeEventListener('click', toggle);
    if (roll) roll.style.translate = '';
  };
}

/** From the pages themselves: each line says which of its element's characters it has. */
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

/** Shows so many characters in every size; gives the line that is shown to whoever looks, where the last of them stands. */
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

/** What of a line is still to come, unseen in its place. */
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

/** Keeps a line in the window by moving the pages up. */
function follow(roll: HTMLElement, line: HTMLElement): void {
  const room = roll.parentElement?.clientHeight ?? 0;
  const below = line.getBoundingClientRect().bottom - roll.getBoundingClientRect().top - room * lineAt;
  const up = Math.min(Math.max(0, below), Math.max(0, roll.offsetHeight - room));
  const translate = up > 0 ? `0 -${Math.round(up / 8) * 8}px` : '';
  if (roll.style.translate !== translate) roll.style.translate = translate;
}
