import { describe, expect, test } from 'vitest';
import { emptyTitlePage } from '#screenplay/element.ts';
import { defaultFormat } from '#screenplay/format.ts';
import { readPdf } from '#test/readPdf.ts';
import { action, heading } from '#test/script.ts';
import { makeComparisonPdf } from './makeComparisonPdf.ts';

describe('makeComparisonPdf', () => {
  test('writes a summary and the marked script', async () => {
    const titlePage = { ...emptyTitlePage, title: 'Night Ferry', draftDate: 'May 4' };
    const draft = { format: defaultFormat, titlePage };
    const rows = [heading('INT. DECK - DAY'), action('Rain on black water.'), action('A horn.')];
    const bytes = await makeComparisonPdf({
      ...{ title: 'Night Ferry', names: { before: 'White', after: 'ferry — نسخة.fdx' } },
      before: { ...draft, elements: rows },
      after: {
        ...{ ...draft, titlePage: { ...titlePage, draftDate: 'June 4' } },
        elements: [rows[0] ?? action(''), action('Rain on cold water.')],
      },
      ...{ language: 'en', createdAt: null },
    });
    const { pages, labels, rules, outline, isTagged } = await readPdf(bytes);
    const [summary, script] = pages.map((lines) => lines.join('\n'));
    expect(pages).toHaveLength(2);
    expect(summary).toContain('Changes of Night Ferry');
    expect(summary).toContain('Earlier draft: White');
    expect(summary).toContain('1 scene changed. 1 element changed, 1 removed.');
    expect(summary).toContain('Draft date: May June 4');
    expect(script).toContain('Earlier: White');
    expect(script).toContain('Rain on black cold water.');
    expect(labels?.at(-1)).toBe('1');
    expect(outline.map(({ title }) => title)).toEqual(['1. INT. DECK - DAY']);
    // The words that are underlined and struck, and the deleted line.
    expect(rules.length).toBeGreaterThan(3);
    expect(isTagged).toBe(true);
  });
});
