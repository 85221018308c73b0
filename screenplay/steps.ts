/** Work in steps of some milliseconds: whoever shares a thread with others does something else between two of them. */
export type Steps<Result> = Generator<undefined, Result>;

/** Does all of it at once. */
export function runToCompletion<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** So many characters of text are one step. */
const stepLength = 20_000;

/** The elements in stretches that are a step each: from, and to before. */
export function* chunksByTextLength(
  elements: readonly { content: string }[],
): Generator<[from: number, to: number]> {
  let from = 0;
  let length = 0;
  for (const [index, { content }] of elements.entries()) {
    // An element without text is work, too.
    length += content.length + 100;
    if (length < stepLength && index < elements.length - 1) continue;
    yield [from, index + 1];
    from = index + 1;
    length = 0;
  }
}

/** So many items of a list are one step, where each is a line or so of text. */
const stepItems = 1000;

/** What `make` makes of each, in steps. */
export function* mapInSteps<Item, Made>(
  items: readonly Item[],
  make: (item: Item, index: number) => Made,
): Steps<Made[]> {
  const made: Made[] = [];
  for (const [index, item] of items.entries()) {
    made.push(make(item, index));
    if (made.length % stepItems === 0) yield;
  }
  return made;
}
