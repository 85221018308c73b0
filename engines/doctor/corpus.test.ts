import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { factsOfProject } from '#screenplay/facts/project.ts';
import { answer } from './answers/answer.ts';
import { examine } from './examine.ts';
import { doctorElements } from './testset/nightFerry.ts';

const corpus = process.env.CORPUS_DIR ?? '../shared/corpus';
const file = (name: string) => path.join(corpus, 'files', name);
const scripts = ['my-living-memory.fountain', 'brick-and-steel.fountain'].filter((name) =>
  fs.existsSync(file(name)),
);
if (scripts.length < 2)
  console.warn(`SKIPPED: no scripts in ${corpus}; set CORPUS_DIR to test answers against them.`);

/**
 * Count the speeches of a Fountain file by its lines alone: a cue in capitals after an empty line,
 * then text.
 */
function speechesByLines(text: string): { name: string; words: number }[] {
  const lines = text.replace(/\r/g, '').split('\n');
  const speeches: { name: string; words: number }[] = [];
  for (const [index, line] of lines.entries()) {
    const isCue =
      /^[A-Z][A-Z .'-]*(?:\(.*\))?\s*\^?\s*$/.test(line) && (lines[index - 1] ?? '').trim() === '';
    if (!isCue || (lines[index + 1] ?? '').trim() === '' || /TO:\s*$/.test(line)) continue;
    let words = 0;
    for (let at = index + 1; (lines[at] ?? '').trim() !== ''; at++) {
      const spoken = (lines[at] ?? '').trim();
      if (!/^\(.*\)$/.test(spoken))
        words += spoken.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
    }
    speeches.push({ name: line.replace(/\(.*|\^/g, '').trim(), words });
  }
  return speeches;
}

describe.each(scripts)('answers about %s', (name) => {
  const text = fs.readFileSync(file(name), 'utf8');
  const elements = doctorElements(text);
  const facts = factsOfProject({ elements });
  const ask = (question: string) => answer(question, facts).text;

  test('count speeches and words as its lines do', () => {
    const byName = Map.groupBy(speechesByLines(text), (speech) => speech.name);
    expect(byName.size).toBeGreaterThan(2);
    for (const [who, speeches] of byName) {
      const words = speeches.reduce((sum, speech) => sum + speech.words, 0);
      expect(ask(`How many lines does ${who} have?`)).toContain(`${who} has ${speeches.length} speech`);
      expect(facts.people.get(who)).toMatchObject({ words });
    }
    const max = [...byName]
      .map(([who, speeches]) => ({ who, words: speeches.reduce((sum, { words }) => sum + words, 0) }))
      .sort((a, b) => b.words - a.words);
    expect(ask('Who speaks most?').startsWith(`${max[0]?.who} (${max[0]?.words} words`)).toBe(true);
  });

  test('count scenes, nights and places as its headings do', () => {
    const headings = text
      .split(/\r?\n/)
      .filter((line) => /^(?:INT|EXT)\b/.test(line) || /^\.[A-Z]/.test(line));
    expect(ask('How many scenes are there?')).toContain(`has ${headings.length} scenes`);
    const nights = headings.filter((line) => /\bNIGHT\b/.test(line)).length;
    expect(ask('Which scenes are at night?')).toContain(nights === 0 ? 'None of the' : `${nights} scene`);
    const places = new Set(
      headings.map((line) =>
        line
          .replace(/^\.|^(?:INT|EXT)\.? /, '')
          .replace(/ - .*$/, '')
          .trim(),
      ),
    );
    expect(ask('List the locations')).toMatch(new RegExp(`^${places.size} locations`));
  });

  test('come with rewrites of existing words, and no finding twice', () => {
    const findings = examine(facts);
    expect(new Set(findings.map((finding) => JSON.stringify(finding))).size).toBe(findings.length);
    for (const { elementId, type, originalContent, suggestedContent } of findings) {
      const content = elements.find(({ id }) => id === elementId)?.content ?? '';
      expect(
        type === 'replace' ? content.trim() === originalContent : content.includes(originalContent),
      ).toBe(true);
      if (suggestedContent !== null) expect(suggestedContent.trim()).not.toBe('');
    }
  });
});

// Without the corpus, this file needs a skipped test: it shows in the summary, and a file without
// tests would fail.
if (scripts.length === 0) test.skip('skips scripts of others: none here', () => {});
