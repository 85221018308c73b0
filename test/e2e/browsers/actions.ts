import type { Point } from './testBrowser.ts';

/*
 * Input as the WebDriver standard describes it. WebDriver and WebDriver BiDi take the same actions.
 */

type KeyStep = { type: 'keyDown' | 'keyUp'; value: string };
type PointerStep =
  | { type: 'pointerDown' | 'pointerUp'; button: 0 }
  | { type: 'pointerMove'; x: number; y: number; duration: number };

export type InputSource =
  | { type: 'key'; id: string; actions: KeyStep[] }
  | { type: 'pointer'; id: string; parameters: { pointerType: 'mouse' }; actions: PointerStep[] };

const namedKeys: Readonly<Record<string, string>> = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Control: '\uE009',
  Alt: '\uE00A',
  Escape: '\uE00C',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  Delete: '\uE017',
};

export function typing(text: string): InputSource {
  return keyboard([...text].flatMap((character) => [down(character), up(character)]));
}

/** Press keys such as "Control+Shift+ArrowDown" one after the other. */
export function pressing(keys: readonly string[]): InputSource {
  return keyboard(
    keys.flatMap((chord) => {
      const values = chord.split('+').map((name) => namedKeys[name] ?? name);
      return [...values.map(down), ...values.map(up).reverse()];
    }),
  );
}

export function clicking(point: Point): InputSource {
  return mouse([moveTo(point), { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }]);
}

export function dragging(from: Point, to: Point): InputSource {
  const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
  return mouse([
    moveTo(from),
    { type: 'pointerDown', button: 0 },
    moveTo(middle),
    moveTo(to),
    { type: 'pointerUp', button: 0 },
  ]);
}

function keyboard(actions: KeyStep[]): InputSource {
  return { type: 'key', id: 'keyboard', actions };
}

function mouse(actions: PointerStep[]): InputSource {
  return { type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions };
}

function down(value: string): KeyStep {
  return { type: 'keyDown', value };
}

function up(value: string): KeyStep {
  return { type: 'keyUp', value };
}

function moveTo({ x, y }: Point): PointerStep {
  return { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 };
}
