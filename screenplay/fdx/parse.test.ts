import { describe, expect, test } from 'vitest';
import { paginate } from '../layout/paginate.ts';
import type { ParseResult } from '../screenplay.ts';
import { parseFdx } from './parse.ts';

function file(content: string, rest = '', version = '5'): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<FinalDraft DocumentType="Script" Version="${version}"><Content>${content}</Content>${rest}</FinalDraft>`;
}

function paragraph(type: string, text: string, attributes = ''): string {
  return `<Paragraph Type="${type}"${attributes}><Text>${text}</Text></Paragraph>`;
}

function read(xml: string): Extract<ParseResult, { ok: true }> {
  const result = parseFdx(new TextEncoder().encode(xml));
  if (!result.ok) throw new Error(result.message);
  return result;
}

function elementsOf(content: string) {
  return read(file(content)).screenplay.elements;
}

function shown(content: string) {
  return elementsOf(content).map(({ elementType, originalType, content }) => [
    elementType,
    originalType,
    content,
  ]);
}

describe('types', () => {
  test('the six map one to one, in any case', () => {
    expect(
      shown(
        paragraph('SCENE HEADING', 'int. deck - night') +
          paragraph('Action', 'Wind.') +
          paragraph('character', 'mara (v.o.)') +
          paragraph('Parenthetical', '(low)') +
          paragraph('Dialogue', 'Hold on.') +
          paragraph('Transition', 'cut to:'),
      ),
    ).toEqual([
      ['scene_heading', null, 'INT. DECK - NIGHT'],
      ['action', null, 'Wind.'],
      ['character', null, 'MARA (V.O.)'],
      ['parenthetical', null, '(low)'],
      ['dialogue', null, 'Hold on.'],
      ['transition', null, 'CUT TO:'],
    ]);
  });

  test('every other type is action that remembers its name', () => {
    for (const type of [
      'Shot',
      'General',
      'Cast List',
      'End Of Act',
      'Lyrics',
      'Show/Ep. Title',
      'Outline 1',
      '__proto__',
    ]) {
      expect(shown(paragraph(type, 'Something'))).toEqual([['action', type, 'Something']]);
    }
    expect(shown('<Paragraph><Text>No type</Text></Paragraph>')).toEqual([['action', 'General', 'No type']]);
  });

  test('sung lines are dialogue under a cue and action without one', () => {
    const song = paragraph('Singing', 'Row, row');
    expect(shown(song)).toEqual([['action', 'Singing', 'Row, row']]);
    expect(shown(paragraph('Character', 'MARA') + song)[1]).toEqual(['dialogue', 'Singing', 'Row, row']);
  });

  test('dialogue without a cue is action, and the receipt says so', () => {
    const { screenplay, receipt } = read(file(paragraph('Action', 'Wind.') + paragraph('Dialogue', 'Who?')));
    expect(screenplay.elements[1]).toMatchObject({ elementType: 'action', originalType: 'Dialogue' });
    expect(receipt.uncertain).toEqual(['1 line of dialogue without a cue became action']);
  });

  test('lyrics and outline notes do not end a speech', () => {
    const lines = shown(
      paragraph('Character', 'MARA') +
        paragraph('Lyrics', 'La') +
        paragraph('Note', 'Check') +
        paragraph('Dialogue', 'So.'),
    );
    expect(lines[3]).toEqual(['dialogue', null, 'So.']);
  });
});

describe('text', () => {
  function contentOf(type: string, inner: string): string {
    const cue = type === 'Parenthetical' || type === 'Dialogue' ? paragraph('Character', 'MARA') : '';
    return elementsOf(`${cue}<Paragraph Type="${type}">${inner}</Paragraph>`).at(-1)?.content ?? '';
  }

  test('runs are joined without a separator', () => {
    expect(
      contentOf('Action', '<Text>A manu</Text><Text AdornmentStyle="-1">skript</Text><Text>.</Text>'),
    ).toBe('A manuskript.');
  });

  test('bold, italic, underline and strikeout become marks, other styles do not', () => {
    expect(
      contentOf(
        'Action',
        '<Text>A </Text><Text Style="Bold+Italic">loud</Text><Text Style="Underline+Strikeout+Subscript"> noise</Text>',
      ),
    ).toBe('A ***loud*** _~~noise~~_');
  });

  test('capitals as a style become capitals', () => {
    expect(contentOf('Action', '<Text>The </Text><Text Style="AllCaps">lamp</Text>')).toBe('The LAMP');
  });

  test('characters that could be marks are escaped', () => {
    expect(contentOf('Action', '<Text>2 * 3 a_b \\</Text>')).toBe('2 \\* 3 a\\_b \\\\');
  });

  test('ends are trimmed, NBSP is a space, line breaks and inner spaces stay', () => {
    expect(contentOf('Action', '<Text>  One\u00a0two.  Three\nfour \u200b </Text>')).toBe(
      '  One two.  Three\nfour',
    );
    expect(contentOf('Scene Heading', '<Text>  INT. DECK </Text>')).toBe('INT. DECK');
  });

  test('styles stay on their words when the front is trimmed or a bracket added', () => {
    expect(contentOf('Parenthetical', '<Text> very </Text><Text Style="Italic">low</Text>')).toBe(
      '(very *low*)',
    );
    expect(contentOf('Character', '<Text>  mara </Text><Text Style="Bold">(v.o.)</Text>')).toBe(
      'MARA **(V.O.)**',
    );
  });

  test('a long row of spaces is read at once', () => {
    const spaces = ' '.repeat(300_000);
    expect(contentOf('Action', `<Text>a${spaces}b</Text>`)).toHaveLength(300_002);
  });
});

describe('layout', () => {
  test('blank paragraphs go to the element after them', () => {
    const blank =
      '<Paragraph Type="Action"/><Paragraph Type="General" Alignment="Center"><Text> </Text></Paragraph>';
    expect(elementsOf(blank + paragraph('Action', 'Wind.'))[0]?.extras?.blanksBefore).toEqual([
      { type: 'Action' },
      { type: 'General', layout: { alignment: 'Center' } },
    ]);
  });

  test('overrides of a paragraph are numbers', () => {
    const attributes =
      ' LeftIndent="1.19" RightIndent="6.50" SpaceBefore="24" FirstIndent="-0.10" StartsNewPage="Yes" Spacing="2"';
    expect(elementsOf(paragraph('Action', 'Wind.', attributes))[0]?.extras?.layout).toEqual({
      leftInches: 1.19,
      rightInches: 6.5,
      spaceBeforeLines: 2,
      firstIndentInches: -0.1,
      startsNewPage: true,
      spacing: 2,
    });
  });

  test('most elements carry nothing', () => {
    const content = `${paragraph('Character', 'MARA') + paragraph('Dialogue', 'Hold on.')}<Paragraph Type="Action"><Text>A </Text><Text Style="Italic">far</Text><Text> lamp.</Text></Paragraph>`;
    expect(elementsOf(content).map(({ extras }) => extras)).toEqual([null, null, null]);
  });

  test('lines are exact where Fade In wrote the file', () => {
    const formatOf = (word: string) => {
      const layout = `<PageLayout BreakDialogueAndActionAtSentences="${word}"/>`;
      return read(file(paragraph('Action', 'Wind.'), layout)).screenplay.format;
    };
    expect(['True', 'False', 'Yes', 'No'].map((word) => formatOf(word).hasExactLines ?? false)).toEqual([
      true,
      true,
      false,
      false,
    ]);
    const action = { elementType: 'action', content: 'x'.repeat(61) } as const;
    const lines = (word: string) => {
      const element = { ...action, dual: null, originalType: null, extras: null };
      return paginate([element], formatOf(word)).paragraphs.lines[0];
    };
    expect([lines('True'), lines('Yes')]).toEqual([2, 1]);
  });

  test('the style sheet, paper and continueds of the file count', () => {
    const rest =
      '<ElementSettings Type="Dialogue"><FontSpec Style="Italic"/><ParagraphSpec LeftIndent="2.25" RightIndent="6.00" SpaceBefore="12" Spacing="2" Alignment="Left" FirstIndent="0.00"/></ElementSettings>' +
      '<PageLayout TopMargin="63" BottomMargin="60" HeaderMargin="30"><PageSize Height="11.69" Width="8.26"/></PageLayout>' +
      `<MoresAndContinueds><DialogueBreaks AutomaticCharacterContinueds="No" DialogueBottom="(more)" DialogueTop="(cont'd)"/></MoresAndContinueds>`;
    const { format } = read(file(paragraph('Scene Heading', 'INT. DECK', ' Number="12A"'), rest)).screenplay;
    expect(format).toMatchObject({
      paper: 'a4',
      topMarginPoints: 63,
      bottomMarginPoints: 60,
      headerMarginPoints: 30,
      moreText: '(more)',
      continuedText: "(cont'd)",
      continuesAutomatically: false,
      sceneNumbersShown: true,
    });
    expect(format.styles.Dialogue).toMatchObject({
      leftInches: 2.25,
      spaceBeforeLines: 1,
      spacing: 2,
      isItalic: true,
    });
    expect(format.styles.Action).toMatchObject({ leftInches: 1.5, rightInches: 7.5 });
  });

  test('a type in another case is set like its own', () => {
    const { styles } = read(file(paragraph('End Of Act', 'END OF ACT ONE'))).screenplay.format;
    expect(styles['End Of Act']).toEqual(styles['End of Act']);
  });
});

describe('dual dialogue', () => {
  const speech = (name: string) => paragraph('Character', name) + paragraph('Dialogue', 'Now.');
  const dual = (inner: string) => `<Paragraph><DualDialogue>${inner}</DualDialogue></Paragraph>`;

  test('the second cue opens the right column', () => {
    const columns = elementsOf(speech('NELL') + dual(speech('MARA') + speech('TOBIAS')) + speech('MARA'));
    expect(columns.map(({ dual }) => dual)).toEqual([
      null,
      null,
      'left',
      'left',
      'right',
      'right',
      null,
      null,
    ]);
  });

  test('a third speech stays at the right, and the receipt says so', () => {
    const { screenplay, receipt } = read(file(dual(speech('A') + speech('B') + speech('C'))));
    expect(screenplay.elements.map(({ dual }) => dual)).toEqual([
      'left',
      'left',
      'right',
      'right',
      'right',
      'right',
    ]);
    expect(receipt.uncertain).toEqual(['1 dual dialogue of more than two speeches']);
  });

  test('one inside another is read as one', () => {
    const columns = elementsOf(dual(speech('A') + dual(speech('B'))));
    expect(columns.map(({ dual }) => dual)).toEqual(['left', 'left', 'right', 'right']);
  });
});

describe('notes and parts that are only kept', () => {
  const inline =
    '<ScriptNote Name="Check" Author="Cora"><Paragraph><Text>Is it</Text></Paragraph><Paragraph><Text>dark?</Text></Paragraph></ScriptNote>';

  test('a note inside a paragraph stands at its element', () => {
    const content = `${paragraph('Action', 'Wind.')}<Paragraph Type="Action">${inline}<Text>Rain.</Text></Paragraph>`;
    expect(read(file(content)).notes).toEqual([
      { elementIndex: 1, text: 'Check\nIs it\ndark?', author: 'Cora' },
    ]);
  });

  test('a note with a range stands at the element in which it begins', () => {
    const notes =
      '<ScriptNotes><ScriptNote Range="7,9" WriterName="Cora"><Paragraph><Text>Why?</Text></Paragraph></ScriptNote><ScriptNote><Paragraph><Text>Nice.</Text></Paragraph></ScriptNote></ScriptNotes>';
    const content = paragraph('Action', 'Wind.') + paragraph('Action', 'Rain.');
    expect(read(file(content, notes)).notes).toEqual([
      { elementIndex: 1, text: 'Why?', author: 'Cora' },
      { elementIndex: null, text: 'Nice.', author: null },
    ]);
  });

  test('the receipt counts what is kept', () => {
    const omitted = `<Paragraph Type="Scene Heading" Number="3"><Text>OMITTED</Text><OmittedScene>${paragraph('Action', 'Cut')}</OmittedScene></Paragraph>`;
    const revised =
      '<Paragraph Type="Action"><Text RevisionID="2">New</Text><Text RevisionID="0"> old</Text></Paragraph>';
    const { receipt, screenplay } = read(file(omitted + revised));
    expect(screenplay.elements).toHaveLength(2);
    expect(receipt.kept).toEqual(['1 omitted scene', '1 revision mark']);
    expect(receipt.countsByType).toMatchObject({ scene_heading: 1, action: 1, dialogue: 0 });
  });
});

test('a paragraph of more runs than anybody writes keeps its styles and not its marks, and the receipt says so', () => {
  const runs = '<Text RevisionID="1" Style="Bold">a</Text><Text>b</Text>'.repeat(10_001);
  const { screenplay, receipt } = read(file(`<Paragraph Type="Action">${runs}</Paragraph>`));
  expect(screenplay.elements[0]?.content.startsWith('**a**b**a**b')).toBe(true);
  expect(
    screenplay.elements.map(({ extras }) => (extras?.fdx as { children?: unknown })?.children),
  ).not.toContainEqual(expect.anything());
  expect(receipt.shortened).toContain(
    '1 set of Final Draft’s marks on a paragraph of more than 20,000 runs or 1,000,000 characters could not be kept',
  );
});
