import { expect, test } from 'vitest';
import { paginate } from '#screenplay/layout/paginate.ts';
import { lockedFile, readFdx } from '#test/lockedFiles.ts';
import { deckRow } from '#test/rows.ts';
import { action } from '#test/script.ts';
import { addedPages, pagesText, renumberText, unlockPagesText } from './lockTexts.ts';

test('describes locked pages, those that were added, and what unlocking changes', () => {
  const { elements, format } = readFdx(
    lockedFile([
      ['1', 'Wind.'],
      ['2', 'Rain.'],
      ['4', 'Fog.'],
    ]),
  );
  const added = Array.from({ length: 30 }, (_, i) => action(`Wave ${i}.`));
  const pagination = paginate([...elements.slice(0, 2), ...added, ...elements.slice(2)], format);
  expect(addedPages(pagination)).toEqual(['2A']);
  expect(pagesText(pagination)).toBe('The pages are locked, from 1 to 4. Added since: 2A.');
  expect(unlockPagesText(pagination)).toContain('2A will have other numbers.');
  const free = { ...format, pageLock: undefined };
  expect(pagesText(paginate(elements, free))).toBe('Pages are numbered from 1 to 1.');
});

test('lists the scenes whose numbers a renumbering changes', () => {
  const scenes = [deckRow(1), deckRow(2), deckRow(3)];
  const numbers = new Map([
    [1, '1'],
    [2, '1A'],
    [3, '2'],
  ]);
  expect(renumberText(scenes, numbers)).toContain('1A becomes 2, 2 becomes 3.');
  expect(renumberText([deckRow(1)], numbers)).toContain('No number changes.');
});
