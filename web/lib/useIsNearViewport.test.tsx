import { act, screen as page, render } from '@testing-library/react';
import { useRef } from 'react';
import { expect, test, vi } from 'vitest';
import { freshBrowser } from './testing.ts';
import { useIsNearViewport } from './useIsNearViewport.ts';

freshBrowser();

function Card({ id, seen }: { id: number; seen: Set<number> }) {
  const card = useRef<HTMLLIElement>(null);
  const isNear = useIsNearViewport(card, id, seen);
  return (
    <li ref={card} id={`card-${id}`}>
      {isNear && <button type="button">{`Menu of ${id}`}</button>}
    </li>
  );
}

function List({ seen, parts }: { seen: Set<number>; parts: number[][] }) {
  return (
    <div data-scrolls>
      {parts.map((ids) => (
        <ul key={ids.join()}>
          {ids.map((id) => (
            <Card key={id} id={id} seen={seen} />
          ))}
        </ul>
      ))}
    </div>
  );
}

/** Replace IntersectionObserver by a fake that the test controls. */
function watching() {
  let tell: IntersectionObserverCallback = () => {};
  class Observer {
    constructor(callback: IntersectionObserverCallback) {
      tell = callback;
    }
    observe() {}
    unobserve() {}
  }
  vi.stubGlobal('IntersectionObserver', Observer);
  return (id: number) => {
    const target = document.getElementById(`card-${id}`);
    const entry = { isIntersecting: true, target } as unknown as IntersectionObserverEntry;
    act(() => tell([entry], {} as IntersectionObserver));
  };
}

const buttons = () => page.queryAllByRole('button').map(({ textContent }) => textContent);

test("renders a card's buttons once it was near the viewport, and at once after it moved", () => {
  const comesNear = watching();
  const seen = new Set<number>();
  const { rerender } = render(<List seen={seen} parts={[[1, 2], [3]]} />);
  expect(buttons()).toEqual([]);
  comesNear(2);
  expect(buttons()).toEqual(['Menu of 2']);
  rerender(<List seen={seen} parts={[[1], [2, 3]]} />);
  expect(buttons()).toEqual(['Menu of 2']);
});

test('treats all cards as near without IntersectionObserver', () => {
  vi.stubGlobal('IntersectionObserver', undefined);
  render(<List seen={new Set()} parts={[[1, 2]]} />);
  expect(buttons()).toEqual(['Menu of 1', 'Menu of 2']);
});
