import { describe, expect, test } from 'vitest';
import { examineSteps } from '#engines/doctor/examine.ts';
import { action, column, cue, dialogueLine, heading } from '#test/script.ts';
import type { ScriptElement } from './element.ts';
import { factsOfProject, readingSteps } from './facts/project.ts';
import { defaultFormat } from './format.ts';
import { paginate, paginationSteps } from './layout/paginate.ts';
import { chunksByTextLength, runToCompletion } from './steps.ts';
import { stripSteps } from './strip.ts';

const rain = action('Rain on the roof of the ferry. '.repeat(300));
const long: ScriptElement[] = Array.from({ length: 100 }, () => rain);

describe('chunksByTextLength', () => {
  test('covers all elements in order with chunks of similar length', () => {
    for (const elements of [[], [rain], long, Array.from({ length: 1000 }, () => action(''))]) {
      let end = 0;
      for (const [from, to] of chunksByTextLength(elements)) {
        expect([from, to > from]).toEqual([end, true]);
        end = to;
        const length = elements.slice(from, to).reduce((sum, { content }) => sum + content.length, 0);
        expect(length).toBeLessThan(20_000 + rain.content.length);
      }
      expect(end).toBe(elements.length);
    }
  });
});

describe('paginationSteps and readingSteps', () => {
  test('yield at least once per chunk', () => {
    const elements = long.map((element, id) => ({ ...element, id: id + 1, sceneId: null }));
    const stretches = [...chunksByTextLength(elements)].length;
    expect(stretches).toBeGreaterThan(30);
    expect([...paginationSteps(elements, defaultFormat)].length).toBeGreaterThanOrEqual(stretches);
    expect([...readingSteps({ elements })].length).toBeGreaterThanOrEqual(3 * stretches);
    expect([...examineSteps(factsOfProject({ elements }))].length).toBeGreaterThanOrEqual(stretches);
    expect(factsOfProject({ elements }).report.pages).toBe(paginate(elements, defaultFormat).pages.length);
  });
});

describe('paginationSteps', () => {
  test('measures a dual dialogue as one block, wherever a step ends', () => {
    const speech = (text: string) => [cue('MARA'), dialogueLine(text)];
    const block = [
      ...column('left', ...speech('Hold on. '.repeat(20))),
      ...column('right', ...speech('No. '.repeat(30))),
    ];
    const elements = [heading('INT. DECK'), ...long.slice(0, 2), ...block, ...long.slice(0, 3), ...block];
    const whole = runToCompletion(paginationSteps(elements, defaultFormat));
    // Paginate without steps, as after an edit of everything.
    const again = paginate(
      [...elements].map((each) => ({ ...each })),
      defaultFormat,
      whole,
    );
    expect(again.pages).toEqual(whole.pages);
  });
});

describe('readingSteps', () => {
  test('yields for many short scenes', () => {
    const elements = Array.from({ length: 20_000 }, (_, id) => ({
      ...heading(`INT. CABIN ${id}`),
      id,
      sceneId: id,
    }));
    // Headings, strips and scenes, each twice because of the report, besides the text chunks.
    const byText = [...chunksByTextLength(elements)].length;
    expect([...readingSteps({ elements })].length).toBeGreaterThanOrEqual(3 * byText + 6 * 20);
    expect([...stripSteps(elements.map(({ content }) => content))]).toHaveLength(20);
  });
});
