/**
 * Work divided into steps of some milliseconds. Other tasks of the thread can run between two
 * steps.
 */
export type Steps<Result> = Generator<undefined, Result>;

/** Run all steps without a break. */
export function runToCompletion<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Characters of text per step. */
const stepLength = 20_000;

/** Split the elements into ranges of one step each. `to` is exclusive. */
export function* chunksByTextLength(
  elements: readonly { content: string }[],
): Generator<[from: number, to: number]> {
  let from = 0;
  let length = 0;
  for (const [index, { content }] of elements.entries()) {
    // Elements without text take time, too.
    length += content.length + 100;
    if (length < stepLength && index < elements.length - 1) continue;
    yield [from, index + 1];
    from = index + 1;
    length = 0;
  }
}

/** Items per step for lists whose items have about a line of text each. */
const stepItems = 1000;

/** Map a list in steps. */
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
