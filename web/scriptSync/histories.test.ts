import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { simulateHistory } from '#test/histories.ts';

/** HISTORIES=10000 plays 10,000 histories, from seed HISTORIES_FROM on. */
const count = Number(process.env.HISTORIES ?? 40);
const from = Number(process.env.HISTORIES_FROM ?? 1);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

const wording = ({
  id,
  elementType,
  content,
  version,
}: {
  id: number;
  elementType: string;
  content: string;
  version: number;
}) => `${id} ${version} ${elementType} ${content}`;

test(`tabs that write, lose the connection, close and reopen end with the same script and lose no line (${count} histories)`, {
  timeout: 60_000 + count * 1000,
}, async () => {
  let written = 0;
  for (let seed = from; seed < from + count; seed++) {
    const history = await simulateHistory(seed);
    const stored = history.server.map(wording);
    for (const shown of history.shown) expect(shown.map(wording), `seed ${seed}`).toEqual(stored);
    expect(history.lost, `seed ${seed}`).toEqual([]);
    written += history.written;
  }
  expect(written).toBeGreaterThan(count * 10);
});
