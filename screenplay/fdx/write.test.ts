import { describe, expect, test } from 'vitest';
import { type Random, seeded } from '#test/random.ts';
import { randomScript } from '#test/randomScript.ts';
import { action, column, cue, dialogueLine, element, heading, paren, transition } from '#test/script.ts';
import { emptyTitlePage, type ScriptElement } from '../element.ts';
import { writeEmphasis } from '../emphasis.ts';
import { defaultFormat } from '../format.ts';
import type { ParseResult, Screenplay, ScriptNote } from '../screenplay.ts';
import { parseFdx } from './parse.ts';
import { writeFdx } from './write.ts';
import { childNode, childNodes, paragraphText, parseNode, type XmlNode } from './xml.ts';

function read(fdx: string): Extract<ParseResult, { ok: true }> {
  const result = parseFdx(new TextEncoder().encode(fdx));
  if (!result.ok) throw new Error(result.message);
  return result;
}

function ours(elements: ScriptElement[], more: Partial<Screenplay> = {}): Screenplay {
  return { titlePage: emptyTitlePage, elements, format: defaultFormat, source: null, ...more };
}

function part(fdx: string, name: string): XmlNode {
  const node = childNode(parseNode(fdx), name);
  if (!node) throw new Error(`no ${name}`);
  return node;
}

function paragraphs(fdx: string): XmlNode[] {
  return childNodes(part(fdx, 'Content'), 'Paragraph');
}

/** Return the properties of an element that survive in a file alone. */
function essence({ elementType, content, dual, originalType, sceneNumber, extras }: ScriptElement) {
  const { layout = null, blanksBefore = null } = extras ?? {};
  return { elementType, content, dual, originalType, sceneNumber: sceneNumber ?? null, layout, blanksBefore };
}

describe('writeFdx for a new script', () => {
  const script = [
    heading('INT. CAR DECK - NIGHT', '1A'),
    action('Wind & *rain*.'),
    cue('MARA (V.O.)'),
    paren('(low)'),
    dialogueLine('Hold **on**\nto me.'),
    ...column('left', cue('MARA'), dialogueLine('Now.')),
    ...column('right', cue('TOBIAS'), dialogueLine('Not yet.')),
    transition('CUT TO:'),
    element('action', 'CLOSE ON THE LAMP', { originalType: 'Shot' }),
  ];

  test('writes a script that reads back unchanged', () => {
    const { screenplay } = read(writeFdx(ours(script)));
    expect(screenplay.elements.map(essence)).toEqual(script.map(essence));
    expect(screenplay.format).toEqual({ ...defaultFormat, sceneNumbersShown: true });
    expect(screenplay.elements.every(({ extras }) => extras === null)).toBe(true);
  });

  test('writes the parts that Final Draft expects', () => {
    const fdx = writeFdx(ours(script));
    const root = parseNode(fdx);
    expect(fdx.startsWith('<?xml version="1.0" encoding="UTF-8" standalone="no" ?>\n')).toBe(true);
    expect(root.attributes).toMatchObject({ DocumentType: 'Script', Template: 'No', Version: '5' });
    const types = childNodes(root, 'ElementSettings').map(({ attributes }) => attributes.Type);
    expect(types).toEqual(expect.arrayContaining(['Scene Heading', 'Dialogue', 'Shot']));
    expect(childNode(part(fdx, 'PageLayout'), 'PageSize')?.attributes).toEqual({
      Height: '11.00',
      Width: '8.50',
    });
    const names = childNode(part(fdx, 'SmartType'), 'Characters')?.children.map((child) =>
      typeof child === 'string' ? child : child.children[0],
    );
    expect(names).toEqual(['MARA', 'TOBIAS']);
    expect(fdx).not.toContain('TitlePage');
  });

  test('writes one Text per style and no empty style', () => {
    const runs = childNodes(paragraphs(writeFdx(ours(script)))[4] as XmlNode, 'Text');
    expect(runs.map(({ attributes }) => attributes)).toEqual([{}, { Style: 'Bold' }, {}]);
  });

  test('gives the wrapper of a dual dialogue no type', () => {
    const wrapper = paragraphs(writeFdx(ours(script)))[5] as XmlNode;
    expect(wrapper.attributes).toEqual({});
    expect(childNodes(childNode(wrapper, 'DualDialogue') as XmlNode)).toHaveLength(4);
  });

  test('writes a single column without dual dialogue', () => {
    const fdx = writeFdx(ours(column('left', cue('MARA'), dialogueLine('Now.'))));
    expect(fdx).not.toContain('DualDialogue');
  });

  test('leaves out characters that XML does not allow', () => {
    const fdx = writeFdx(ours([action('a\u0000b\u000bc\ud800d < & > "e" 😀')]));
    expect(paragraphText(paragraphs(fdx)[0] as XmlNode)).toBe('abcd < & > "e" 😀');
  });

  test('writes a title page that reads back', () => {
    const titlePage = {
      ...emptyTitlePage,
      title: 'NIGHT FERRY\nA Crossing',
      credit: 'Written by',
      author: 'Olive\n& Eddie',
      source: 'Based on a true crossing',
      draftDate: 'Second draft',
      contact: 'Pier 4\n555-0100',
      copyright: '© 2026 Olive',
    };
    expect(read(writeFdx(ours(script, { titlePage }))).screenplay.titlePage).toEqual(titlePage);
  });

  test('writes notes at their elements', () => {
    const notes: ScriptNote[] = [
      { elementIndex: 4, text: 'Too much?\nCut it.', author: 'Cora' },
      { elementIndex: 0, text: 'Darker.', author: null },
    ];
    expect(read(writeFdx(ours(script), notes)).notes).toEqual(notes);
  });

  test('writes blanks and overrides as paragraphs and attributes', () => {
    const extras = { layout: { startsNewPage: true, leftInches: 2 }, blanksBefore: [{ type: 'General' }] };
    const { elements } = read(writeFdx(ours([element('action', 'Wind.', { extras })]))).screenplay;
    expect(elements[0]?.extras).toMatchObject(extras);
  });
});

describe('writeFdx for a script from Final Draft', () => {
  const source = `<FinalDraft DocumentType="Script" Version="4"><Content>
    <Paragraph Type="Scene Heading" Number="3" Color="#FF0000000000"><SceneProperties Length="2/8" Page="1"/><Text>int. deck - night</Text></Paragraph>
    <Paragraph Type="Action" Alignment="Center"><Text Font="Arial">Wind</Text><Text>.</Text></Paragraph>
    <Paragraph Type="Action"/>
    <Paragraph Type="Character"><Text>Mara </Text></Paragraph>
    <Paragraph Type="Dialogue"><ScriptNote ID="1"><Paragraph><Text>Why?</Text></Paragraph></ScriptNote><Text>Hold </Text><Text RevisionID="2">on</Text><Text>.</Text></Paragraph>
    <Paragraph Type="Lyrics"><Text>La la</Text></Paragraph>
    </Content><PageLayout TopMargin="72" Extra="1"><PageSize Height="11.00" Width="8.50"/></PageLayout>
    <TitlePage><Content><Paragraph Alignment="Center"><Text>NIGHT FERRY</Text></Paragraph><Paragraph StartsNewPage="Yes"><Text>A quotation.</Text></Paragraph></Content><TextState Scaling="90"/></TitlePage>
    <Macros><Macro Name="x"/></Macros></FinalDraft>`;
  const edited = (change: (screenplay: Screenplay) => void, notes: ScriptNote[] = []) => {
    const { screenplay } = read(source);
    change(screenplay);
    return writeFdx(JSON.parse(JSON.stringify(screenplay)), notes);
  };
  const set = (index: number, more: Partial<ScriptElement>) => (screenplay: Screenplay) => {
    Object.assign(screenplay.elements[index] as ScriptElement, more);
  };

  test('puts new text into the runs in which it was typed, and keeps attributes and other parts', () => {
    const dialogue = paragraphs(edited(set(3, { content: 'Let *go*.' })))[4] as XmlNode;
    expect(dialogue.children.map((child) => (typeof child === 'string' ? child : child.name))).toEqual([
      'ScriptNote',
      'Text',
      'Text',
      'Text',
    ]);
    expect(paragraphText(dialogue)).toBe('Let go.');
    const centered = paragraphs(edited(set(1, { content: 'Rain.' })))[1] as XmlNode;
    expect(centered.attributes).toEqual({ Alignment: 'Center', Type: 'Action' });
    expect(childNodes(centered, 'Text').map(({ attributes }) => attributes)).toEqual([{ Font: 'Arial' }, {}]);
  });

  test('restores raw text while the content is unchanged', () => {
    expect(paragraphs(edited(() => {})).map(paragraphText)).toEqual([
      'int. deck - night',
      'Wind.',
      '',
      'Mara ',
      'Hold on.',
      'La la',
    ]);
    expect(paragraphText(paragraphs(edited(set(2, { content: 'MARIA' })))[3] as XmlNode)).toBe('MARIA ');
  });

  test('writes, changes and removes a scene number', () => {
    const numberOf = (sceneNumber: string | null) =>
      paragraphs(edited(set(0, { sceneNumber })))[0]?.attributes;
    expect(numberOf('3A')).toMatchObject({ Number: '3A', Color: '#FF0000000000' });
    expect(numberOf(null)).not.toHaveProperty('Number');
  });

  test('writes a changed type by its own name', () => {
    const typeOf = (index: number, more: Partial<ScriptElement>, at: number) =>
      paragraphs(edited(set(index, more)))[at]?.attributes.Type;
    expect(typeOf(4, {}, 5)).toBe('Lyrics');
    expect(typeOf(4, { elementType: 'dialogue', originalType: null }, 5)).toBe('Dialogue');
    expect(typeOf(1, { elementType: 'transition', content: 'WIND.' }, 1)).toBe('Transition');
  });

  test('leaves out the content of a heading after a type change, and restores it with the heading', () => {
    const written = (more: Partial<ScriptElement>) =>
      paragraphs(edited(set(0, { content: 'INT. DECK', ...more })))[0] as XmlNode;
    const action = written({ elementType: 'action', sceneNumber: '3' });
    expect(action.attributes).toEqual({ Color: '#FF0000000000', Type: 'Action' });
    expect(childNodes(action, 'SceneProperties')).toEqual([]);
    expect(paragraphText(action)).toBe('INT. DECK');
    expect(childNodes(written({}), 'SceneProperties')).toHaveLength(1);
  });

  test('prefers a changed layout to the attributes of the file', () => {
    const extrasOf = (screenplay: Screenplay) => screenplay.elements[1]?.extras ?? {};
    const fdx = edited((screenplay) =>
      set(1, { extras: { ...extrasOf(screenplay), layout: { startsNewPage: true } } })(screenplay),
    );
    expect(paragraphs(fdx)[1]?.attributes).toEqual({ StartsNewPage: 'Yes', Type: 'Action' });
  });

  test('inserts and deletes elements without changing others', () => {
    const fdx = edited(({ elements }) => {
      elements.splice(1, 2);
      elements.push(action('The end.'));
    });
    expect(paragraphs(fdx).map(paragraphText)).toEqual([
      'int. deck - night',
      'Hold on.',
      'La la',
      'The end.',
    ]);
    expect(part(fdx, 'Macros').children).toHaveLength(1);
  });

  test('changes only the paper in the page layout', () => {
    const fdx = edited((screenplay) => {
      screenplay.format = { ...screenplay.format, paper: 'a4' };
    });
    expect(part(fdx, 'PageLayout').attributes).toMatchObject({ Extra: '1', TopMargin: '72' });
    expect(read(fdx).screenplay.format.paper).toBe('a4');
  });

  test('keeps the second title page and the rest of the part when the title changes', () => {
    const fdx = edited(({ titlePage }) => {
      titlePage.title = 'DAY FERRY';
    });
    const text = childNodes(childNode(part(fdx, 'TitlePage'), 'Content') as XmlNode).map(paragraphText);
    expect(text.filter((line) => line !== '')).toEqual(['DAY FERRY', 'A quotation.']);
    expect(childNode(part(fdx, 'TitlePage'), 'TextState')).not.toBeNull();
  });

  test('adds a part for a setting that the file had no part for', () => {
    const fdx = edited((screenplay) => {
      screenplay.format = { ...screenplay.format, moreText: '(FORTSETZUNG)' };
    });
    expect(read(fdx).screenplay.format.moreText).toBe('(FORTSETZUNG)');
  });

  test("adds new notes and does not write the file's notes twice", () => {
    const notes = [
      { elementIndex: 3, text: 'Why?', author: null },
      { elementIndex: 1, text: 'Louder.', author: 'Cora' },
    ];
    expect(read(edited(() => {}, notes)).notes).toEqual([notes[1], notes[0]]);
  });

  test('does not duplicate a note of the file that was imported as text with its author', () => {
    const file = source.replace('<ScriptNote ID="1">', '<ScriptNote ID="1" WriterName="Tobias">');
    const { screenplay } = read(file);
    const comment = { elementIndex: 3, text: 'Tobias: Why?', author: 'Olive' };
    expect(read(writeFdx(screenplay, [comment])).notes).toEqual([
      { elementIndex: 3, text: 'Why?', author: 'Tobias' },
    ]);
    // Two equal comments: the note of the file matches one of them.
    expect(read(writeFdx(screenplay, [comment, comment])).notes).toHaveLength(2);
  });

  test('moves the range of a note with its paragraph', () => {
    const note = (range: string) =>
      `<ScriptNote Range="${range}" Type="x"><Paragraph><Text>Why?</Text></Paragraph></ScriptNote>`;
    const anchored = `<FinalDraft Version="5"><Content>
      <Paragraph Type="Action"><Text>Wind.</Text></Paragraph><Paragraph Type="Action"><Text>Rain.</Text></Paragraph>
      </Content><ScriptNotes>${note('0,4')}${note('6,8')}</ScriptNotes></FinalDraft>`;
    const { screenplay } = read(anchored);
    const ranges = () =>
      childNodes(part(writeFdx(screenplay), 'ScriptNotes')).map(({ attributes }) => attributes.Range);
    expect(ranges()).toEqual(['0,4', '6,8']);
    screenplay.elements.unshift(action('Night.'));
    expect(ranges()).toEqual(['7,11', '13,15']);
  });

  test('counts a dual dialogue as two characters, and leaves notes after it on their element', () => {
    const note = (range: string, text: string) =>
      `<ScriptNote Range="${range}" Type="x"><Paragraph><Text>${text}</Text></Paragraph></ScriptNote>`;
    const speech = (name: string, text: string) =>
      `<Paragraph Type="Character"><Text>${name}</Text></Paragraph><Paragraph Type="Dialogue"><Text>${text}</Text></Paragraph>`;
    // "Wind." takes 0 to 5, the dual dialogue 6 to 8, and "Rain." 9 to 14.
    const notes = note('6,8', 'Both?') + note('9,13', 'Wet?');
    const { screenplay, notes: found } = read(`<FinalDraft Version="5"><Content>
      <Paragraph Type="Action"><Text>Wind.</Text></Paragraph>
      <Paragraph><DualDialogue>${speech('MARA', 'Hold on.')}${speech('TOBIAS', 'Please.')}</DualDialogue></Paragraph>
      <Paragraph Type="Action"><Text>Rain.</Text></Paragraph>
      </Content><ScriptNotes>${notes}</ScriptNotes></FinalDraft>`);
    expect(found.map(({ elementIndex, text }) => [elementIndex, text])).toEqual([
      [1, 'Both?'],
      [5, 'Wet?'],
    ]);
    const ranges = () =>
      childNodes(part(writeFdx(screenplay), 'ScriptNotes')).map(({ attributes }) => attributes.Range);
    expect(ranges()).toEqual(['6,8', '9,13']);
    screenplay.elements.unshift(action('Night.'));
    expect(ranges()).toEqual(['13,15', '16,20']);
  });
});

test('round-trips any script, and writes the same file again', () => {
  for (let seed = 1; seed <= 20; seed++) {
    const random = seeded(seed);
    const elements = randomScript(seed, 120).map((each) => ({ ...each, content: restyled(each, random) }));
    const first = writeFdx(ours(elements));
    const { screenplay } = read(first);
    expect(screenplay.elements.map(essence)).toEqual(withoutOrphans(elements).map(essence));
    const second = read(writeFdx(JSON.parse(JSON.stringify(screenplay)))).screenplay;
    expect(second.elements).toEqual(screenplay.elements);
  }
});

/** Make some of the words bold, italic or underlined. */
function restyled({ elementType, content }: ScriptElement, random: Random): string {
  if (elementType === 'character') return content;
  const spans = [...content.matchAll(/\w+/g)]
    .filter(() => random.chance(0.05))
    .map(({ index, 0: word }) => ({
      from: index,
      to: index + word.length,
      isBold: random.chance(0.5),
      isItalic: random.chance(0.5),
      isUnderlined: random.chance(0.5),
    }));
  return writeEmphasis({ text: content, spans });
}

/** Expect dialogue without a cue as action. */
function withoutOrphans(elements: ScriptElement[]): ScriptElement[] {
  let isInSpeech = false;
  return elements.map((each, i) => {
    const { elementType, dual } = each;
    if (dual !== (elements[i - 1]?.dual ?? null) && dual !== 'right') isInSpeech = false;
    if (elementType === 'character') isInSpeech = true;
    else if (elementType !== 'dialogue' && elementType !== 'parenthetical') isInSpeech = false;
    else if (!isInSpeech) return { ...each, elementType: 'action', originalType: 'Dialogue' };
    return each;
  });
}
