import { describe, expect, test } from 'vitest';
import { action, cue, dialogueLine, heading, paren, transition } from '#test/script.ts';
import { completionsFor, extendsTypedText, withCompletion } from './completion.ts';
import { smartListsOf } from './completionLists.ts';
import type { ElementType, ScriptElement } from './element.ts';
import { offeredWordsOf } from './language/offeredWords.ts';

const ferry: ScriptElement[] = [
  heading('INT. CAR DECK - NIGHT'),
  cue('MARA'),
  dialogueLine('Two hundred and thirteen.'),
  cue('TOBIAS (O.S.)'),
  dialogueLine('Count the cars.'),
  transition('CUT TO:'),
  heading('EXT. UPPER DECK - DAWN'),
  cue("MARA (CONT'D)"),
  dialogueLine('Twice.'),
  heading('INT. CAR DECK - LATER'),
];

interface Line {
  /** Typed text with "|" at the caret; without "|" the caret is at the end. */
  typed: string;
  type: ElementType;
  elements?: ScriptElement[];
  index?: number;
  cast?: string[];
  continuesAutomatically?: boolean;
}

function offer({ typed, type, elements = ferry, index = elements.length, ...rest }: Line) {
  const at = typed.indexOf('|');
  const text = typed.replace('|', '');
  const caret = at < 0 ? text.length : at;
  const found = completionsFor({
    type,
    text,
    caret,
    lists: smartListsOf(elements),
    elements,
    index,
    ...rest,
  });
  return { ...found, text, caret, texts: found.options.map((option) => option.text) };
}

const inHeading = (typed: string, elements = ferry) => offer({ typed, type: 'scene_heading', elements });
const inCue = (typed: string, more: Partial<Line> = {}) => offer({ typed, type: 'character', ...more });

/** Return the line after accepting the first option. */
function accepted({ options, text, ...where }: ReturnType<typeof offer>) {
  const [first] = options;
  if (!first) throw new Error(`Nothing is offered for "${text}"`);
  const after = withCompletion(text, { ...where, options }, first);
  return `${after.text.slice(0, after.caret)}|${after.text.slice(after.caret)}`;
}

describe('completionsFor a heading', () => {
  test('completes in three steps: intro, location, time of day', () => {
    expect(inHeading('i').texts).toEqual(['INT. ', 'INT./EXT. ', 'I/E. ']);
    expect(accepted(inHeading('i'))).toBe('INT. |');
    expect(accepted(inHeading('INT. c'))).toBe('INT. CAR DECK|');
    expect(accepted(inHeading('INT. CAR DECK - n'))).toBe('INT. CAR DECK - NIGHT|');
  });

  test('offers locations used with the same intro first', () => {
    expect(inHeading('INT. ').texts).toEqual(['CAR DECK', 'UPPER DECK']);
    expect(inHeading('EXT. ').texts).toEqual(['UPPER DECK', 'CAR DECK']);
    expect(inHeading('ext ').texts).toEqual(['UPPER DECK', 'CAR DECK']);
  });

  test('orders the locations of the script by frequency', () => {
    const elements = ['BRIDGE', 'GALLEY', 'GALLEY', 'MESS'].map((place) => heading(`INT. ${place} - DAY`));
    expect(inHeading('INT. ', elements).texts).toEqual(['GALLEY', 'MESS', 'BRIDGE']);
  });

  test('offers the times of the script after a dash, then Final Draft’s', () => {
    expect(inHeading('INT. BRIDGE - ').texts.slice(0, 5)).toEqual([
      'LATER',
      'DAWN',
      'NIGHT',
      'DAY',
      'AFTERNOON',
    ]);
    expect(inHeading('INT. BRIDGE – mo').texts).toEqual(['MORNING', 'MOMENTS LATER']);
    expect(inHeading('INT. BRIDGE -').texts).toEqual([]);
  });

  test('completes locations that contain a dash', () => {
    const elements = [heading('INT. HOUSE - KITCHEN - DAY'), heading('INT. HOUSE - KITCHEN - DAY')];
    expect(accepted(inHeading('INT. HOUSE - k', elements))).toBe('INT. HOUSE - KITCHEN|');
    expect(accepted(inHeading('INT. HOUSE - KITCHEN - ', elements))).toBe('INT. HOUSE - KITCHEN - DAY|');
  });

  test('offers a text that only looks like a time, and occurs once, after the times', () => {
    const elements = [heading('INT. HOUSE - KITCHEN')];
    expect(inHeading('INT. HOUSE - ', elements).texts).not.toContain('KITCHEN');
    expect(inHeading('INT. HOUSE - K', elements).texts).toEqual(['KITCHEN']);
  });

  test('offers nothing for a complete heading', () => {
    for (const typed of [
      'INT.',
      'INT. CAR DECK',
      'int. car deck',
      'INT. CAR DECK - NIGHT',
      'INT. X - CONTINUOUS',
    ])
      expect(inHeading(typed).texts).toEqual([]);
  });

  test('offers nothing for a location longer than a known one', () => {
    expect(inHeading('INT. CAR DE').texts).toEqual(['CAR DECK']);
    expect(inHeading('INT. CAR DEALER').texts).toEqual([]);
  });

  test('completes INT./ to INT./EXT.', () => {
    expect(accepted(inHeading('INT./'))).toBe('INT./EXT. |');
    expect(inHeading('INT./EXT. ').texts).toEqual(['CAR DECK', 'UPPER DECK']);
  });

  test('replaces only the location when the caret is before the time', () => {
    expect(accepted(inHeading('INT. up| - NIGHT'))).toBe('INT. UPPER DECK| - NIGHT');
    expect(inHeading('INT. u|p').texts).toEqual([]);
  });

  test('offers nothing for an empty line or a line without intro', () => {
    expect(inHeading('').texts).toEqual([]);
    expect(inHeading('CAR').texts).toEqual([]);
  });

  test('does not offer the placeholder of an inserted heading', () => {
    const elements = [heading('NEW SCENE'), heading('INT. NEST - DAY')];
    expect(inHeading('INT. N', elements).texts).toEqual(['NEST']);
  });

  test('reads locations without their emphasis marks', () => {
    expect(inHeading('INT. b', [heading('**INT. BRIDGE - DAY**')]).texts).toEqual(['BRIDGE']);
  });
});

describe('completionsFor a cue', () => {
  test('offers the other speaker of a two-person scene first', () => {
    const talk = [
      heading('INT. DECK'),
      cue('MARA'),
      dialogueLine('No.'),
      cue('TOBIAS'),
      dialogueLine('Yes.'),
    ];
    expect(inCue('', { elements: talk }).texts).toEqual(['MARA', 'TOBIAS']);
    expect(inCue('', { elements: [...talk, cue('MARA'), dialogueLine('No.')] }).texts).toEqual([
      'TOBIAS',
      'MARA',
    ]);
  });

  test('then offers recent speakers, frequent speakers, and characters without dialogue', () => {
    const elements = [
      heading('INT. DECK'),
      ...['VIC', 'VIC', 'OLIVE', 'VIC', 'OLIVE'].map(cue),
      ...Array.from({ length: 400 }, () => action('Rain.')),
      ...['EDDIE', 'CORA', 'MARA', 'EDDIE', 'TOBIAS'].map(cue),
    ];
    expect(inCue('', { elements, cast: ['Nils', 'mara'] }).texts).toEqual([
      'EDDIE',
      'TOBIAS',
      'MARA',
      'CORA',
      'VIC',
      'OLIVE',
      'NILS',
    ]);
  });

  test('counts only the speakers above the line', () => {
    expect(inCue('', { index: 3 }).texts).toEqual(['MARA', 'TOBIAS']);
    expect(inCue('', { index: 5 }).texts).toEqual(['MARA', 'TOBIAS']);
    expect(inCue('', { index: 8 }).texts).toEqual(['TOBIAS', 'MARA']);
  });

  test('offers the latest speaker in a new scene, where no one is speaking yet', () => {
    expect(inCue('').texts).toEqual(['MARA', 'TOBIAS']);
  });

  test('offers the only speaker of the script', () => {
    expect(inCue('', { elements: [cue('MARA'), dialogueLine('No.')] }).texts).toEqual(['MARA']);
  });

  test('finds names by their beginning, then by a later word', () => {
    const cast = ['DECK OFFICER', 'OFELIA', 'TOBIAS'];
    expect(inCue('of', { elements: [], cast }).texts).toEqual(['OFELIA', 'DECK OFFICER']);
    expect(accepted(inCue('to', { elements: [], cast }))).toBe('TOBIAS|');
  });

  test('offers nothing for a new name longer than a known one', () => {
    expect(inCue('MAR').texts).toEqual(['MARA']);
    expect(inCue('MARA').texts).toEqual([]);
    expect(inCue('MARAT').texts).toEqual([]);
    expect(inCue('MARTA').texts).toEqual([]);
  });

  test('matches names with other letters and apostrophes', () => {
    const elements = [cue('ÉLODIE D’ARC'), cue('RENE\u0301E')];
    expect(inCue("élodie d'", { elements }).texts).toEqual(['ÉLODIE D’ARC']);
    expect(inCue('ren\u00e9', { elements }).texts).toEqual(['RENE\u0301E']);
    expect(inCue('RENE', { elements: [cue('REN\u00c9E')] }).texts).toEqual([]);
    expect(inCue("ÉLODIE D'ARC", { elements }).texts).toEqual([]);
  });

  test('offers extensions after the parenthesis, those of the script first', () => {
    expect(inCue('MARA (').texts).toEqual(['(O.S.)', '(V.O.)', '(O.C.)', '(SUBTITLE)']);
    expect(accepted(inCue('MARA (v'))).toBe('MARA (V.O.)|');
    expect(accepted(inCue('MARA (s|)'))).toBe('MARA (SUBTITLE)|');
    expect(accepted(inCue('MARA (O.S.) (v'))).toBe('MARA (O.S.) (V.O.)|');
    expect(inCue('MARA (V.O.) (').texts).not.toContain('(V.O.)');
    expect(inCue('MARA (V.O.)').texts).toEqual([]);
  });

  test('offers (CONT’D) only if it is not printed automatically', () => {
    expect(inCue('MARA (c').texts).toEqual([]);
    expect(inCue('MARA (c', { continuesAutomatically: false }).texts).toEqual(["(CONT'D)"]);
  });

  test('replaces only the name when the caret is before the extension', () => {
    expect(accepted(inCue('to| (V.O.)'))).toBe('TOBIAS| (V.O.)');
  });

  test('does not offer the placeholder of an inserted cue', () => {
    expect(inCue('', { elements: [cue('CHARACTER NAME')] }).texts).toEqual([]);
  });
});

describe('completionsFor a transition', () => {
  const inTransition = (typed: string, elements = ferry) => offer({ typed, type: 'transition', elements });

  test('offers matching transitions of the script, then Final Draft’s', () => {
    const elements = [transition('CRASH CUT TO:')];
    expect(inTransition('c', elements).texts).toEqual(['CRASH CUT TO:', 'CUT TO:', 'CUT TO BLACK.']);
    expect(accepted(inTransition('diss'))).toBe('DISSOLVE TO:|');
  });

  test('offers nothing for a complete or empty transition', () => {
    expect(inTransition('cut to:').texts).toEqual([]);
    expect(inTransition('').texts).toEqual([]);
  });
});

test('offers nothing in action, dialogue and parentheticals', () => {
  const types: ElementType[] = ['action', 'dialogue', 'parenthetical'];
  for (const type of types) expect(offer({ typed: 'INT', type }).texts).toEqual([]);
});

describe('extendsTypedText', () => {
  test('accepts only options that start with the typed text', () => {
    expect(extendsTypedText('ma', { text: 'MARA', kind: 'name' })).toBe(true);
    expect(extendsTypedText('', { text: 'MARA', kind: 'name' })).toBe(false);
    expect(extendsTypedText('of', { text: 'DECK OFFICER', kind: 'name' })).toBe(false);
  });
});

describe('smartListsOf', () => {
  test('returns updated lists after each edit', () => {
    expect(smartListsOf(ferry).names.map(({ text }) => text)).toEqual(['MARA', 'TOBIAS']);
    const edited = ferry.map((each) => (each.content === 'MARA' ? { ...each, content: 'MARTHA' } : each));
    expect(smartListsOf(edited).names.map(({ text }) => text)).toEqual(['MARA', 'TOBIAS', 'MARTHA']);
    expect(smartListsOf([...ferry, paren('(low)'), cue('NILS')]).names).toHaveLength(3);
  });

  test('ignores the line being written and reuses the lists while it changes', () => {
    const before = [cue('MARA'), cue('M'), dialogueLine('No.')];
    const lists = smartListsOf(before, 1);
    expect(lists.names.map(({ text }) => text)).toEqual(['MARA']);
    expect(smartListsOf(before.with(1, cue('MA')), 1, lists)).toBe(lists);
    expect(smartListsOf(before.with(2, cue('TOBIAS')), 1, lists).names).toHaveLength(2);
    expect(smartListsOf(before, 0, lists).names.map(({ text }) => text)).toEqual(['M']);
  });

  test('ignores cues that are too long to be names', () => {
    expect(smartListsOf([cue('A'.repeat(20_000)), cue('B'.repeat(200))]).names).toEqual([]);
  });
});

describe('completionsFor in another language', () => {
  const lists = smartListsOf([], 0, null, offeredWordsOf('de'));
  const offered = (type: ElementType, text: string) =>
    completionsFor({ type, text, caret: text.length, lists, elements: [], index: 0 }).options.map(
      (option) => option.text,
    );

  test('offers its intros, times, extensions and transitions', () => {
    expect(offered('scene_heading', 'IN')).toEqual(['INT. ', 'INT./EXT. ', 'INNEN. ', 'INNEN./AUSSEN. ']);
    expect(offered('scene_heading', 'INNEN. KÜCHE - NA')).toEqual(['NACHMITTAG', 'NACHT']);
    expect(offered('character', 'MARA (')).toEqual(['(V.O.)', '(OFF)']);
    expect(offered('transition', 'SCHNITT A')).toEqual(['SCHNITT AUF:']);
  });
});
