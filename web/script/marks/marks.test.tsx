import { screen as page, render, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useRef } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { freshBrowser } from '#web/lib/testing.ts';
import { useMarks } from '#web/scriptEditor/marks/useMarks.ts';
import type { Mark } from '#web/scriptEditor/pages/mark.ts';
import { CommentMarks } from './CommentMarks.tsx';

freshBrowser();

class FakeHighlight {
  priority = 0;
  readonly ranges: AbstractRange[];
  constructor(...ranges: AbstractRange[]) {
    this.ranges = ranges;
  }
}

const highlights = new Map<string, FakeHighlight>();

beforeEach(() => {
  highlights.clear();
  vi.stubGlobal('Highlight', FakeHighlight);
  vi.stubGlobal('CSS', { highlights });
});

/** Return the texts of the marks of this type, in order. */
function painted(type: Mark['type']): string[] {
  return (highlights.get(`script-${type}`)?.ranges ?? []).map(({ startContainer, startOffset, endOffset }) =>
    (startContainer.textContent ?? '').slice(startOffset, endOffset),
  );
}

interface Drawn {
  id: number;
  lines: { from: number; to: number; runs: string[] }[];
}

function Pages({ drawn, marks, revision = 0 }: { drawn: Drawn[]; marks: Mark[]; revision?: number }) {
  const desk = useRef<HTMLDivElement>(null);
  useMarks(desk, revision, marks);
  return (
    <div ref={desk}>
      {drawn.map(({ id, lines }) => (
        <p key={id} data-element={id}>
          {lines.map(({ from, to, runs }) => (
            <span key={from} data-from={from} data-to={to}>
              <span>
                {runs.map((run) => (
                  <em key={run}>{run}</em>
                ))}
              </span>
              <span> (CONT’D)</span>
            </span>
          ))}
        </p>
      ))}
    </div>
  );
}

/** "Rain on black water." broken before "black", with "on" and "water" in a style. */
const rain: Drawn = {
  id: 7,
  lines: [
    { from: 0, to: 7, runs: ['Rain ', 'on'] },
    { from: 8, to: 20, runs: ['black ', 'water', '.'] },
  ],
};

function mark(type: Mark['type'], start: number, end: number, elementId = 7): Mark {
  return { type, elementId, start, end };
}

describe('marks', () => {
  test('cover the characters of their offsets, in every line and run', () => {
    render(<Pages drawn={[rain]} marks={[mark('found', 2, 16), mark('found-here', 5, 7)]} />);
    expect(painted('found')).toEqual(['in ', 'on', 'black ', 'wa']);
    expect(painted('found-here')).toEqual(['on']);
  });

  test('do not include text that is printed after the end of a line', () => {
    render(<Pages drawn={[rain]} marks={[mark('comment', 0, 999)]} />);
    expect(painted('comment').join('')).toBe('Rain onblack water.');
  });

  test('are not painted for elements that are not rendered', () => {
    render(<Pages drawn={[rain]} marks={[mark('found', 0, 4, 8)]} />);
    expect(highlights.size).toBe(0);
  });

  test('change with the marks and with the pages', () => {
    const { rerender } = render(<Pages drawn={[rain]} marks={[mark('found', 0, 4)]} />);
    rerender(<Pages drawn={[rain]} marks={[mark('comment', 0, 4)]} />);
    expect(painted('found')).toEqual([]);
    expect(painted('comment')).toEqual(['Rain']);
    const snow = { id: 7, lines: [{ from: 0, to: 4, runs: ['Snow'] }] };
    rerender(<Pages drawn={[snow]} marks={[mark('comment', 0, 4)]} revision={1} />);
    expect(painted('comment')).toEqual(['Snow']);
  });

  test('are painted when scrolling brings their page', async () => {
    render(<Pages drawn={[rain]} marks={[mark('found', 0, 4), mark('found', 0, 2, 9)]} />);
    const piece = document.createElement('p');
    piece.dataset.element = '9';
    piece.innerHTML = '<span data-from="0" data-to="2"><span>No</span></span>';
    document.querySelector('[data-element]')?.parentElement?.append(piece);
    await waitFor(() => expect(painted('found')).toEqual(['Rain', 'No']));
  });

  test('the active match is painted over all others', () => {
    render(<Pages drawn={[rain]} marks={[mark('found-here', 0, 4), mark('comment', 0, 4)]} />);
    const over = highlights.get('script-found-here')?.priority ?? 0;
    expect(over).toBeGreaterThan(highlights.get('script-comment')?.priority ?? 0);
  });

  test('are removed with the screen', () => {
    const { unmount } = render(<Pages drawn={[rain]} marks={[mark('found', 0, 4)]} />);
    unmount();
    expect(highlights.size).toBe(0);
  });

  test('are not painted by a browser without the Highlight API', () => {
    vi.stubGlobal('CSS', {});
    vi.stubGlobal('Highlight', undefined);
    render(<Pages drawn={[rain]} marks={[mark('found', 0, 4)]} />);
    expect(page.getByText('water')).toBeTruthy();
  });
});

test('a comment mark is a button with the number of comments', async () => {
  const user = userEvent.setup();
  const onOpen = vi.fn();
  const row = { elementId: 7, topPx: 64, leftPx: 700, count: 3, label: '3 comments' };
  render(<CommentMarks rows={[row]} onOpen={onOpen} />);
  const button = page.getByRole('button', { name: '3 comments' });
  expect(button.textContent).toBe('3');
  expect(button.style.top).toBe('64px');
  await user.click(button);
  expect(onOpen).toHaveBeenCalledWith(7);
});
