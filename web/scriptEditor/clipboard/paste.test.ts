import { describe, expect, test } from 'vitest';
import { parseEmphasis, type StyledText, writeEmphasis } from '#screenplay/emphasis.ts';
import { pastedElements } from '#screenplay/pasted.ts';
import { textOfHtml } from './html.ts';
import { parsePastedInline } from './inline.ts';
import { parsePastedElements } from './pastedElements.ts';

describe('HTML becomes text with marks', () => {
  test.each([
    ['<p>One</p><p>Two</p>', 'One\n\nTwo'],
    ['One<br>two', 'One\ntwo'],
    ['  <p> a \n  b&nbsp;c </p>\n ', 'a b c'],
    ['<b>a</b> <i>b</i> <u>c</u> <strong>d</strong> <em>e</em>', '**a** *b* _c_ **d** *e*'],
    ['<p style="font-weight:700">all</p><p>none</p>', '**all**\n\nnone'],
    ['<a href="x" style="text-decoration:underline">link</a>', 'link'],
    ['2 * 3 * 4_5', '2 \\* 3 \\* 4\\_5'],
    ['<ul><li>One</li><li>Two</li></ul>', 'One\n\nTwo'],
    ['<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>', 'a b\n\nc'],
    ['<pre>a\n  b</pre>', 'a\n  b'],
    ['<span style="display: none">hidden</span>seen', 'seen'],
    ['style="x" stays', 'style="x" stays'],
    ['', ''],
  ])('%s', (html, text) => {
    expect(textOfHtml(html)).toBe(text);
  });

  test('ignores the <b> around everything in HTML of Google Docs', () => {
    const html =
      '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr">' +
      '<span style="font-size:12pt;font-weight:700;font-style:normal;">MARA</span></p><br /><p>' +
      '<span style="font-weight:400;font-style:italic;text-decoration:none;">Hold on.</span></p></b>';
    expect(textOfHtml(html)).toBe('**MARA**\n\n*Hold on.*');
  });

  test('reads HTML of Word', () => {
    const html =
      '<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p {color: red}</style></head><body>' +
      "<!--StartFragment--><p class=MsoNormal>Hold<span style='mso-spacerun:yes'>  </span><b>on</b>.<o:p></o:p></p>" +
      '<p class=MsoNormal><o:p>&nbsp;</o:p></p><p class=MsoNormal>Now.</p><!--EndFragment--></body></html>';
    expect(textOfHtml(html)).toBe('Hold **on**.\n\nNow.');
  });

  test('runs, loads and inserts nothing', () => {
    const html =
      '<script>globalThis.isRun = true</script><style>* {display: none}</style><title>no</title><!-- no -->' +
      '<img src="http://example.com/x" onerror="globalThis.isRun = true"><svg><text>no</text></svg><p>Seen</p>' +
      '<iframe srcdoc="no"></iframe><textarea>no</textarea>';
    expect(textOfHtml(html)).toBe('Seen');
    expect('isRun' in globalThis).toBe(false);
    expect(document.body.innerHTML).toBe('');
  });

  test('is read at any depth of nesting', () => {
    expect(textOfHtml(`${'<span>'.repeat(5000)}deep${'</span>'.repeat(5000)}`)).toBe('deep');
  });

  test('turns a screenplay into its elements', () => {
    const html = '<p>INT. DECK - NIGHT</p><p>Rain.</p><p>MARA</p><p>Hold <b>on</b>.</p>';
    expect(pastedElements(textOfHtml(html))).toEqual([
      { elementType: 'scene_heading', content: 'INT. DECK - NIGHT' },
      { elementType: 'action', content: 'Rain.' },
      { elementType: 'character', content: 'MARA' },
      { elementType: 'dialogue', content: 'Hold **on**.' },
    ]);
  });
});

describe('content that is pasted as elements', () => {
  const contentsOf = (text: string, html: string) =>
    parsePastedElements({ text, html })?.elements.map(({ content }) => content) ?? null;

  test('keeps the styles of HTML', () => {
    expect(contentsOf('One.\n\nTwo.', '<p>One.</p><p><b>Two.</b></p>')).toEqual(['One.', '**Two.**']);
  });

  test('is read from the text if the HTML has no styles, or lacks paragraphs of the text', () => {
    expect(contentsOf('INT. DECK\n\nMARA\nNo.', '<div>INT. DECK MARA No.</div>')).toEqual([
      'INT. DECK',
      'MARA',
      'No.',
    ]);
    expect(contentsOf('One.\n\nTwo.\n\nThree.', '<p><i>One.</i> Two.</p><p>Three.</p>')).toHaveLength(3);
  });

  test('is read from the text if its columns show more types than the paragraphs of the HTML', () => {
    const text = [
      '          INT. DECK - NIGHT',
      '',
      '          Rain.',
      '',
      '                                MARA',
      '                    Hold on.',
    ].join('\n');
    const html = text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => `<p><span style="font-weight:700">${line.trim()}</span></p>`)
      .join('<p>&nbsp;</p>');
    expect(parsePastedElements({ text, html })?.elements.map(({ elementType }) => elementType)).toEqual([
      'scene_heading',
      'action',
      'character',
      'dialogue',
    ]);
  });

  test('is read from the HTML if the text has only lines', () => {
    expect(contentsOf('One.\nTwo.', '<p>One.</p><p>Two.</p>')).toEqual(['One.', 'Two.']);
    expect(contentsOf('One.', '<b>One.</b>')).toBeNull();
  });
});

describe('content that is pasted into an element', () => {
  const nothing: StyledText = { text: '', spans: [] };
  const contentOf = (clipboard: { text: string; html: string }, around = nothing) =>
    writeEmphasis(parsePastedInline(clipboard, around));

  test('is read from the HTML, or from the text if the HTML is empty', () => {
    expect(contentOf({ text: 'a b', html: 'a <b>b</b>' })).toBe('a **b**');
    expect(contentOf({ text: 'a b', html: '<img src="x">' })).toBe('a b');
  });

  test('keeps the spaces around words that were copied with them', () => {
    expect(contentOf({ text: ' b ', html: '<meta charset="utf-8"><b> b </b>' })).toBe(' **b** ');
  });

  test('has the styles of Fountain marks', () => {
    expect(parsePastedInline({ text: 'a **b**', html: '' }, nothing)).toEqual(parseEmphasis('a **b**'));
  });

  test('takes the style of the text around it if it has none', () => {
    expect(contentOf({ text: 'b', html: '' }, parseEmphasis('**x**'))).toBe('**b**');
    expect(contentOf({ text: '*b*', html: '' }, parseEmphasis('**x**'))).toBe('*b*');
  });

  test('has no blank lines, tabs or characters that cannot be stored', () => {
    expect(contentOf({ text: '\na\n\n \nb\tc\0\r\n', html: '' })).toBe('a\nb    c');
  });
});
