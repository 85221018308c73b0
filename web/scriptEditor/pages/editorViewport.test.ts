import { afterEach, describe, expect, test, vi } from 'vitest';
import { openingView } from './editorViewport.ts';

afterEach(() => {
  document.body.replaceChildren();
  vi.restoreAllMocks();
});

describe('openingView', () => {
  test("is that of the server's first sheet", () => {
    document.body.innerHTML = '<div class="opening-desk"></div>';
    vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(871);
    vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(640);
    expect(openingView()).toEqual({ widthPx: 871, heightPx: 640, scrollPx: 0, isPhone: false });
  });

  test('is that of a common screen while the sheet is hidden, or is not in the page', () => {
    expect(openingView()).toMatchObject({ widthPx: 1200, heightPx: 900 });
    document.body.innerHTML = '<div class="opening-desk"></div>';
    expect(openingView()).toMatchObject({ widthPx: 1200, heightPx: 900 });
  });
});
