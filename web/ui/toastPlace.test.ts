import { afterEach, describe, expect, test } from 'vitest';
import { positionToast } from './toastPlace.ts';

const boxOf = (left: number, top: number, width: number, height: number) => () =>
  new DOMRect(left, top, width, height);

/** Show a toast of 400 by 80 pixels in a window of 1000 by 800, beside these controls. */
function placeBeside(controls: string, boxes: readonly ReturnType<typeof boxOf>[]): string | undefined {
  document.body.innerHTML = `<main>${controls}</main><ol><li><button></button></li></ol>`;
  for (const [index, control] of [...document.querySelectorAll('main > *')].entries())
    control.getBoundingClientRect = boxes[index] ?? boxOf(0, 0, 0, 0);
  const viewport = document.querySelector('ol') as HTMLElement;
  const toast = document.querySelector('li') as HTMLElement;
  const corners = { usual: [600, 720], other: [0, 720], third: [600, 0] } as const;
  toast.getBoundingClientRect = () => {
    const [left, top] = corners[viewport.dataset.place as keyof typeof corners];
    return new DOMRect(left, top, 400, 80);
  };
  end = positionToast(toast) ?? end;
  return viewport.dataset.place;
}

let end = () => {};

afterEach(() => {
  end();
  document.body.innerHTML = '';
});

describe('positionToast', () => {
  test('leaves a toast that covers nothing', () => {
    expect(placeBeside('<button></button>', [boxOf(100, 100, 80, 30)])).toBe('usual');
  });

  test('moves it off any control', () => {
    expect(placeBeside('<button></button>', [boxOf(900, 760, 40, 30)])).toBe('other');
    const line = '<div contenteditable="true"></div>';
    expect(placeBeside(`${line}<a href="/"></a>`, [boxOf(0, 700, 1000, 60), boxOf(0, 790, 9, 9)])).toBe(
      'third',
    );
  });

  test('covers rather several small controls than a main button', () => {
    const controls = '<button type="submit"></button><button></button><button></button><button></button>';
    const small = [boxOf(10, 730, 20, 20), boxOf(40, 730, 20, 20)];
    expect(placeBeside(controls, [boxOf(600, 0, 400, 800), ...small])).toBe('other');
  });

  test('leaves cards that are pressed as a whole uncovered', () => {
    const cards = '<div data-uncovered=""></div><button></button><button></button>';
    const small = [boxOf(10, 730, 20, 20), boxOf(40, 730, 20, 20)];
    expect(placeBeside(cards, [boxOf(700, 740, 200, 40), ...small])).toBe('third');
    expect(placeBeside(cards, [boxOf(700, 0, 200, 800), ...small])).toBe('other');
  });

  test('moves it off a main button that appears later', async () => {
    expect(placeBeside('', [])).toBe('usual');
    const question = document.createElement('section');
    question.innerHTML = '<div data-uncovered=""></div>';
    for (const each of question.children) each.getBoundingClientRect = boxOf(700, 740, 200, 40);
    document.querySelector('main')?.append(question);
    await expect.poll(() => document.querySelector('ol')?.dataset.place).toBe('other');
  });

  test('ignores controls behind a dialog', () => {
    expect(placeBeside('<button aria-hidden="true"></button>', [boxOf(900, 760, 40, 30)])).toBe('usual');
  });
});
