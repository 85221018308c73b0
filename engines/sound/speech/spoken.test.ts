import { describe, expect, it } from 'vitest';
import { hasSpeakableText } from './hasWords.ts';
import { maxPauseSeconds, spokenOf } from './spoken.ts';

/** Return the spoken text without its pauses. */
function textOf(text: string, language = 'en'): string {
  const spoken = spokenOf(text, language);
  return spoken.type === 'nothing' ? '' : spoken.utterances.map((utterance) => utterance.text).join(' ');
}

describe('spokenOf in English', () => {
  it.each([
    // Numbers
    ['I have 1 dog and 22 cats.', 'I have one dog and twenty-two cats.'],
    [
      '1,204 men, 3.5 miles, -5.',
      'one thousand two hundred and four men, three point five miles, minus five.',
    ],
    ['The 1st, 2nd, 23rd and 100th.', 'The first, second, twenty-third and one hundredth.'],
    ['2,000,001', 'two million and one'],
    ['Agent 007.', 'Agent zero zero seven.'],
    ['Call 555-0123 or 911.', 'Call five five five, zero one two three or nine one one.'],
    ['10-15 people', 'ten to fifteen people'],
    ['1/2 a mile, 2½ cups', 'a half a mile, two and a half cups'],
    ['50% at 90°F', 'fifty percent at ninety degrees Fahrenheit'],
    ['Room #5, No. 7', 'Room number five, number seven'],
    [`He is 6'2" and 180 lbs.`, 'He is six foot two and one hundred and eighty pounds.'],
    ['99 km, 1 km', 'ninety-nine kilometers, one kilometer'],
    // Years and dates
    [
      'In 1999, in 2007, in 1905, in 2024, in 1800',
      'In nineteen ninety-nine, in two thousand and seven, in nineteen oh five, in twenty twenty-four, in eighteen hundred',
    ],
    ['the 1960s, the ’90s, a man (40s)', 'the nineteen sixties, the nineties, a man forties'],
    ['May 5, 1987', 'May fifth, nineteen eighty-seven'],
    ['on the 5th of May', 'on the fifth of May'],
    ['on 5 May', 'on the fifth of May'],
    ['12/25/1999', 'December twenty-fifth, nineteen ninety-nine'],
    ['25/12/99', 'December twenty-fifth, ninety-nine'],
    ['2024-03-05', 'March fifth, twenty twenty-four'],
    ['Jan. 3', 'January third'],
    // Times
    ['at 10:30 PM', 'at ten thirty P.M.'],
    ['7 a.m. sharp', 'seven A.M. sharp'],
    ['3:05, 12:00 and 18:45', "three oh five, twelve o'clock and eighteen forty-five"],
    ['0600 hours', 'oh six hundred hours'],
    // Money
    ['$1', 'one dollar'],
    ['$1,250.50', 'one thousand two hundred and fifty dollars and fifty cents'],
    ['£3.01', 'three pounds and one penny'],
    ['€2.5 million, $20k', 'two point five million euros, twenty thousand dollars'],
    // Abbreviations
    ['Mr. and Mrs. Dale', 'Mister and Missus Dale'],
    ['Dr. St. James lives at 4 Rose St.', 'Doctor Saint James lives at four Rose Street'],
    ['Capt. Hale, etc.', 'Captain Hale, et cetera'],
    ['Fruit, e.g. apples', 'Fruit, for example, apples'],
    ['World War II, Act III', 'World War two, Act three'],
    ['INT. CAR DECK - NIGHT', 'Interior. car deck, night'],
    ['INT./EXT. VAN', 'Interior, exterior. van'],
    ['MARA (V.O.)', 'mara'],
    // Capitals
    ['GET OUT OF HERE!', 'get out of here!'],
    ['The FBI and the CIA called the NYPD.', 'The F.B.I. and the C.I.A. called the N.Y.P.D.'],
    ['Come with US!', 'Come with U.S!'],
    ['TELL US!', 'tell us!'],
    ["I'M NOT O'BRIEN", "i'm not o'brien"],
    ['a BMW and a PHLT', 'a B.M.W. and a P.H.L.T.'],
    // Signs and marks
    ['**Run**, *now*, _please_ \\*', 'Run, now, please'],
    ['Salt & pepper 🧂🔥 ❤️', 'Salt and pepper'],
    ['[[a note]] Hello /* cut */ there', 'Hello there'],
    ['~Sing it', 'Sing it'],
    ['“Hello,” she said. ‘Go’', "Hello, she said. 'Go'"],
    ['Shhh! Mmm.', 'shush! hmm.'],
    ['Nooooooo', 'Nooo'],
    ['me@mail.com', 'me at mail dot com'],
  ])('reads "%s"', (text, words) => {
    expect(textOf(text)).toBe(words);
  });

  it('leaves figures of another language to the engine', () => {
    expect(textOf('Am 5. Mai um 10 Uhr, Dr. Weiß', 'de')).toContain('um 10 Uhr');
  });
});

describe('spokenOf: pauses', () => {
  const pauses = (text: string) => {
    const spoken = spokenOf(text, 'en');
    return spoken.type === 'nothing' ? [] : spoken.utterances.map((u) => [u.text, u.pauseSeconds]);
  };

  it.each([
    ['I never--', [['I never,', 0]]],
    [
      'Wait -- what?',
      [
        ['Wait,', 0.3],
        ['what?', 0],
      ],
    ],
    [
      'Wait… what?',
      [
        ['Wait,', 0.5],
        ['what?', 0],
      ],
    ],
    [
      'Go. [beat] Now.',
      [
        ['Go.', 1.02],
        ['Now.', 0],
      ],
    ],
    [
      'Go. (long pause) Now.',
      [
        ['Go.', 1.72],
        ['Now.', 0],
      ],
    ],
    ['(laughs) Stop it.', [['Stop it.', 0]]],
    [
      'Stop. (beat) (beat) (long beat) (beat) Go.',
      [
        ['Stop.', maxPauseSeconds],
        ['Go.', 0],
      ],
    ],
  ])('reads "%s" with its pauses', (text, expected) => {
    expect(pauses(text)).toEqual(expected);
  });

  it('gives each sentence its tone', () => {
    const spoken = spokenOf('Who? Me! Mr. Dale is here. J. K. Marlow, too...', 'en');
    expect(spoken.type === 'utterances' && spoken.utterances.map(({ tone }) => tone)).toEqual([
      'question',
      'exclamation',
      'plain',
      'trailing',
    ]);
  });
});

describe('spokenOf with unusual input', () => {
  it.each([
    '',
    '  \n',
    '(beat)',
    '[long pause]',
    '🔥🔥',
    '... -- !?',
    '***',
    '\u0000\ufeff',
    '𓀀𓀁',
    '©™',
    '~',
  ])('returns nothing for %j', (text) => expect(spokenOf(text, 'en')).toEqual({ type: 'nothing' }));

  it.each(['', ' \n', '(beat)', '[low] (beat)', '[low] 🔥🔥', '... -- !?', '***', '[[a note]]'])(
    'agrees with hasSpeakableText that %j is not speakable',
    (text) => {
      expect(hasSpeakableText(text)).toBe(false);
      expect(spokenOf(text, 'en')).toEqual({ type: 'nothing' });
    },
  );

  it.each(['No.', '[low] No.', '(beat) No.', '(40s)', '7', 'привет', 'שלום', '日本', 'NO!', '🔥 fire'])(
    'agrees with hasSpeakableText that %j is speakable',
    (text) => expect(hasSpeakableText(text)).toBe(true),
  );

  it('reads other writing systems in their language, in the order of the text', () => {
    const spoken = spokenOf('Say привет, then שלום, then 日本. Καλημέρα!', 'en');
    expect(spoken.type === 'utterances' && spoken.utterances.map(({ language }) => language)).toEqual([
      null,
      'ru',
      null,
      'he',
      null,
      'zh',
      'el',
    ]);
  });

  it('splits a text without sentence ends into phrases without losing any', () => {
    const text = 'word '.repeat(1000).trim();
    const spoken = spokenOf(text, 'en');
    if (spoken.type === 'nothing') throw new Error('It has words');
    expect(Math.max(...spoken.utterances.map((utterance) => utterance.text.length))).toBeLessThanOrEqual(300);
    expect(textOf(text)).toBe(text);
    expect(textOf('x'.repeat(4) + '𝒳'.repeat(2000)).length).toBeGreaterThan(0);
  });
});
