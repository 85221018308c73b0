import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { compositionProblemsIn } from './checkComposition.ts';

let root: string;
beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'cold-open-composition-'));
});
afterEach(() => fs.rmSync(root, { recursive: true }));

function problemsIn(file: string, source: string) {
  fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  fs.writeFileSync(path.join(root, file), source);
  return compositionProblemsIn(root).map(({ line, problem }) => [line, problem]);
}

const field = 'web/comments/Field.tsx';

test('names fields that handle Enter or Escape without asking', () => {
  expect(problemsIn(field, "\nif (event.key === 'Enter') send();\n")).toEqual([[2, 'does not ask']]);
  expect(problemsIn(field, "if (key !== 'Escape') return;\n")).toEqual([[1, 'does not ask']]);
});

test('names files that read the event themselves', () => {
  expect(problemsIn(field, 'if (event.nativeEvent.isComposing) return;\n')).toEqual([[1, 'reads the event']]);
  expect(problemsIn(field, 'if (event.keyCode === 229) return;\n')).toEqual([[1, 'reads the event']]);
});

test('accepts fields that ask, buttons, tests and the rule', () => {
  const asks = "if (event.key === 'Enter' && !isComposingKey(event)) send();\n";
  expect(problemsIn(field, asks)).toEqual([]);
  const asksNothing = "if (event.key === 'Enter') send();\n";
  for (const file of ['web/ui/useSorting.ts', 'web/comments/Field.test.tsx', 'server/keys.ts'])
    expect(problemsIn(file, asksNothing), file).toEqual([]);
  expect(problemsIn('web/lib/composition.ts', 'event.keyCode === 229\n')).toEqual([]);
});
