import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { ElementType } from '#screenplay/element.ts';
import { findIn } from '#screenplay/find.ts';
import { defaultFormat } from '#screenplay/format.ts';
import { paginate } from '#screenplay/layout/paginate.ts';
import type { Mark } from '../pages/mark.ts';
import { measuresFor } from '../sheet/measures.ts';
import { SheetPage } from '../sheet/SheetPage.tsx';
import { createSheetLayout, pageIn } from '../sheet/sheetLayout.ts';
import { renderedRanges } from './ranges.ts';

afterEach(cleanup);

const lines: [ElementType, string][] = [
  ['scene_heading', 'INT. FERRY - NIGHT'],
  ['action', `Hold **on**, the _ferry_ sails. ${'Rain falls on black water. '.repeat(6)}The fe*rr*y!`],
  ['transition', 'fade to ferry:'],
];
const script = lines.map(([elementType, content], index) => ({
  id: index + 1,
  sceneId: null,
  elementType,
  content,
  dual: null,
  originalType: null,
  extras: null,
}));

test.each([
  ['wide', 1200, false],
  ['phone', 390, true],
] as const)(
  'what is found is found on the drawn %s page, in capitals, styles and broken lines',
  (...sizes) => {
    const [, widthPx, isPhone] = sizes;
    const measures = measuresFor(widthPx, isPhone, defaultFormat);
    const book = createSheetLayout(paginate(script, defaultFormat), measures, 0);
    const { container } = render(
      <SheetPage
        page={pageIn(book, 0)}
        number={1}
        pages={1}
        fileName=""
        topPx={0}
        heightPx={900}
        measures={measures}
        format={defaultFormat}
        sceneNumbers={new Map()}
        areNumbersShown={false}
        canWrite
        liveId={null}
        tabStopId={null}
      />,
    );
    const marks = findIn(script, 'ferry').map((place): Mark => ({ type: 'found', ...place }));
    expect(marks).toHaveLength(4);
    const found = renderedRanges(
      container,
      Map.groupBy(marks, ({ elementId }) => elementId),
    );
    const textOf = (mark: Mark) =>
      found
        .filter((each) => each.mark === mark)
        .map(({ stretch: { node, from, to } }) => node.data.slice(from, to))
        .join('');
    expect(marks.map(textOf)).toEqual(['FERRY', 'ferry', 'ferry', 'FERRY']);
  },
);
