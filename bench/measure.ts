/** One measured figure: the median of its rounds, where it does not say otherwise. */
export interface Row {
  name: string;
  figure: number;
  /** Milliseconds where none is told; ×: a ratio of two others. */
  unit?: '%' | 'MB' | 'kB' | 'count' | '×' | 'LU';
  /** Whose it is: ours, another program's, or a floor that nobody can be faster than. */
  of: 'ours' | 'peer' | 'floor';
}

/** What is measured: how its input is made (not measured), and the work. */
export interface Task<Input = void> {
  name: string;
  of?: Row['of'];
  prepare?: (round: number) => Input | Promise<Input>;
  work: (input: Input) => unknown;
}

/**
 * Measures tasks in turns, so that other work on the machine meets all of them alike; the median of `rounds`
 * after as many rounds of warm-up as asked for. Only ratios of one run mean anything.
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
