/** One measured figure: the median of its rounds, where it does not say otherwise. */
export interface Row {
  name: string;
  figure: number;
  /** Milliseconds by default; ×: a ratio of two others. */
  unit?: '%' | 'MB' | 'kB' | 'count' | '×' | 'LU';
  /** Source: our code, another program, or a lower bound. */
  of: 'ours' | 'peer' | 'floor';
}

/** A measured task: its input, which is not measured, and its work. */
export interface Task<Input = void> {
  name: string;
  of?: Row['of'];
  prepare?: (round: number) => Input | Promise<Input>;
  work: (input: Input) => unknown;
}

/**
 * Measure tasks alternately, so that other load on the machine affects all of them alike; return
 * the medians of `rounds` after the given warm-up rounds. Only ratios of one run are meaningful.
 */
export async function compare<Input = void>(
  tasks: readonly Task<Input>[],
  { rounds = 40, warmUps = 10 }: { rounds?: number; warmUps?: number } = {},
): Promise<Row[]> {
  const times = tasks.map(() => [] as number[]);
  for (let round = -warmUps; round < rounds; round++) {
    for (const [i, { prepare, work }] of tasks.entries()) {
      const input = (await prepare?.(round + warmUps)) as Input;
      const start = performance.now();
      await work(input);
      if (round >= 0) times[i]?.push(performance.now() - start);
    }
  }
  return tasks.map(({ name, of = 'ours' }, i) => ({ name, of, figure: median(times[i] ?? []) }));
}

export function median(times: readonly number[]): number {
  return quantile(times, 0.5);
}

/** The value that such a share of all lies below. */
export function quantile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
}
