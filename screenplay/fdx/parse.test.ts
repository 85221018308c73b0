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

describe('parseFdx: types', () => {
  test('maps the six types one to one, in any case', () => {
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

  test('reads every other type as action that keeps its name', () => {
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

  test('reads sung lines as dialogue under a cue and as action without one', () => {
    const song = paragraph('Singing', 'Row, row');
    expect(shown(song)).toEqual([['action', 'Singing', 'Row, row']]);
    expect(shown(paragraph('Character', 'MARA') + song)[1]).toEqual(['dialogue', 'Singing', 'Row, row']);
  });

  test('reads dialogue without a cue as action and reports it in the receipt', () => {
    const { screenplay, receipt } = read(file(paragraph('Action', 'Wind.') + paragraph('Dialogue', 'Who?')));
    expect(screenplay.elements[1]).toMatchObject({ elementType: 'action', originalType: 'Dialogue' });
    expect(receipt.uncertain).toEqual(['1 line of dialogue without a cue became action']);
  });

  test('continues a speech after lyrics and outline notes', () => {
    const lines = shown(
      paragraph('Character', 'MARA') +
        paragraph('Lyrics', 'La') +
        paragraph('Note', 'Check') +
        paragraph('Dialogue', 'So.'),
    );
    expect(lines[3]).toEqual(['dialogue', null, 'So.']);
  });
});

describe('parseFdx: text', () => {
  function contentOf(type: string, inner: string): string {
    const cue = type === 'Parenthetical' || type === 'Dialogue' ? paragraph('Character', 'MARA') : '';
    return elementsOf(`${cue}<Paragraph Type="${type}">${inner}</Paragraph>`).at(-1)?.content ?? '';
  }

  test('joins runs without a separator', () => {
    expect(
      contentOf('Action', '<Text>A manu</Text><Text AdornmentStyle="-1">skript</Text><Text>.</Text>'),
    ).toBe('A manuskript.');
  });

  test('converts bold, italic, underline and strikeout to marks, and no other styles', () => {
    expect(
      contentOf(
        'Action',
        '<Text>A </Text><Text Style="Bold+Italic">loud</Text><Text Style="Underline+Strikeout+Subscript"> noise</Text>',
      ),
    ).toBe('A ***loud*** _~~noise~~_');
  });

  test('converts the style of capitals to capitals', () => {
    expect(contentOf('Action', '<Text>The </Text><Text Style="AllCaps">lamp</Text>')).toBe('The LAMP');
  });

  test('escapes characters that could be marks', () => {
    expect(contentOf('Action', '<Text>2 * 3 a_b \\</Text>')).toBe('2 \\* 3 a\\_b \\\\');
  });

  test('trims the ends, converts NBSP to a space and keeps line breaks and inner spaces', () => {
    expect(contentOf('Action', '<Text>  One\u00a0two.  Three\nfour \u200b </Text>')).toBe(
      '  One two.  Three\nfour',
    );
    expect(contentOf('Scene Heading', '<Text>  INT. DECK </Text>')).toBe('INT. DECK');
  });

  test('keeps styles on their words when the front is trimmed or a bracket added', () => {
    expect(contentOf('Parenthetical', '<Text> very </Text><Text Style="Italic">low</Text>')).toBe(
      '(very *low*)',
    );
    expect(contentOf('Character', '<Text>  mara </Text><Text Style="Bold">(v.o.)</Text>')).toBe(
      'MARA **(V.O.)**',
    );
  });

  test('reads a long row of spaces in linear time', () => {
    const spaces = ' '.repeat(300_000);
    expect(contentOf('Action', `<Text>a${spaces}b</Text>`)).toHaveLength(300_002);
  });
});

describe('parseFdx: layout', () => {
  test('attaches blank paragraphs to the element after them', () => {
    const blank =
      '<Paragraph Type="Action"/><Paragraph Type="General" Alignment="Center"><Text> </Text></Paragraph>';
    expect(elementsOf(blank + paragraph('Action', 'Wind.'))[0]?.extras?.blanksBefore).toEqual([
      { type: 'Action' },
      { type: 'General', layout: { alignment: 'Center' } },
    ]);
  });

  test('reads the overrides of a paragraph as numbers', () => {
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

  test('stores no extras for most elements', () => {
    const content = `${paragraph('Character', 'MARA') + paragraph('Dialogue', 'Hold on.')}<Paragraph Type="Action"><Text>A </Text><Text Style="Italic">far</Text><Text> lamp.</Text></Paragraph>`;
    expect(elementsOf(content).map(({ extras }) => extras)).toEqual([null, null, null]);
  });

  test('uses exact lines for a file of Fade In', () => {
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

  test('reads the style sheet, paper and continueds of the file', () => {
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

  test('sets a type in another case like the same type', () => {
    const { styles } = read(file(paragraph('End Of Act', 'END OF ACT ONE'))).screenplay.format;
    expect(styles['End Of Act']).toEqual(styles['End of Act']);
  });
});

describe('parseFdx: dual dialogue', () => {
  const speech = (name: string) => paragraph('Character', name) + paragraph('Dialogue', 'Now.');
  const dual = (inner: string) => `<Paragraph><DualDialogue>${inner}</DualDialogue></Paragraph>`;

  test('starts the right column at the second cue', () => {
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

  test('puts a third speech in the right column and reports it in the receipt', () => {
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

  test('reads nested dual dialogues as one', () => {
    const columns = elementsOf(dual(speech('A') + dual(speech('B'))));
    expect(columns.map(({ dual }) => dual)).toEqual(['left', 'left', 'right', 'right']);
  });
});

describe('parseFdx: notes and preserved parts', () => {
  const inline =
    '<ScriptNote Name="Check" Author="Cora"><Paragraph><Text>Is it</Text></Paragraph><Paragraph><Text>dark?</Text></Paragraph></ScriptNote>';

  test('attaches a note inside a paragraph to its element', () => {
    const content = `${paragraph('Action', 'Wind.')}<Paragraph Type="Action">${inline}<Text>Rain.</Text></Paragraph>`;
    expect(read(file(content)).notes).toEqual([
      { elementIndex: 1, text: 'Check\nIs it\ndark?', author: 'Cora' },
    ]);
  });

  test('attaches a note with a range to the element in which it begins', () => {
    const notes =
      '<ScriptNotes><ScriptNote Range="7,9" WriterName="Cora"><Paragraph><Text>Why?</Text></Paragraph></ScriptNote><ScriptNote><Paragraph><Text>Nice.</Text></Paragraph></ScriptNote></ScriptNotes>';
    const content = paragraph('Action', 'Wind.') + paragraph('Action', 'Rain.');
    expect(read(file(content, notes)).notes).toEqual([
      { elementIndex: 1, text: 'Why?', author: 'Cora' },
      { elementIndex: null, text: 'Nice.', author: null },
    ]);
  });

  test('counts preserved content in the receipt', () => {
    const omitted = `<Paragraph Type="Scene Heading" Number="3"><Text>OMITTED</Text><OmittedScene>${paragraph('Action', 'Cut')}</OmittedScene></Paragraph>`;
    const revised =
      '<Paragraph Type="Action"><Text RevisionID="2">New</Text><Text RevisionID="0"> old</Text></Paragraph>';
    const { receipt, screenplay } = read(file(omitted + revised));
    expect(screenplay.elements).toHaveLength(2);
    expect(receipt.kept).toEqual(['1 omitted scene', '1 revision mark', '1 revision set in use']);
    expect(receipt.countsByType).toMatchObject({ scene_heading: 1, action: 1, dialogue: 0 });
  });
});

test('keeps styles but no marks for a paragraph with too many runs, and reports it in the receipt', () => {
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
