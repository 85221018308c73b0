import { describe, expect, test } from 'vitest';
import { readFdx } from '#test/lockedFiles.ts';
import { revisionMarksOf, withPresentMarks } from '../revisions/revisedText.ts';
import { addRevision, clearRevision, mergeRevisions, type Revisions } from '../revisions/revisionSets.ts';
import type { Screenplay } from '../screenplay.ts';
import { writeFdx } from './write.ts';

/** A draft with a blue and a pink revision, an undefined one, and deleted text in two places. */
const file = `<FinalDraft DocumentType="Script" Template="No" Version="5"><Content><Paragraph Type="Action"><Text>The </Text><Text RevisionID="1">cold </Text><Text RevisionID="2">rain</Text><Text> stops.</Text></Paragraph><Paragraph Type="Character"><Text RevisionID="8">Mara</Text></Paragraph><Paragraph Type="Dialogue"><Text>At last.</Text></Paragraph></Content><Revisions ActiveSet="2" Location="7.50" RevisionMode="Yes" RevisionsShown="Active" ShowAllMarks="No"><Revision Color="#00000000FFFF" FullRevision="No" ID="1" Mark="*" Name="Blue" PageColor="#C6C6EDEDFEFE" Style=""/><Revision Color="#FFFF0000FFFF" FullRevision="No" ID="2" Mark=" " Name="Pink" PageColor="#FDFDCCCCD4D4" Style=""/><Revision Color="#FFFFFFFF0000" FullRevision="No" ID="3" Mark="*" Name="Yellow" PageColor="#FFFFFFFFFFFF" Style=""/></Revisions><DeletedText><DeletedTextLocation Offset="9" RevisionID="1"/><DeletedTextLocation Offset="27" RevisionID="2"/></DeletedText></FinalDraft>`;

const revisionsOf = ({ format }: Screenplay) => format.revisions as Revisions;

/** Return the script with another text in one element, as a revision with this mark writes it. */
function edited(script: Screenplay, index: number, content: string, mark: number): Screenplay {
  const elements = script.elements.map((element, at) => {
    if (at !== index) return element;
    const revised = withPresentMarks(element.extras?.revised, element.content, mark);
    return { ...element, content, extras: { ...element.extras, revised } };
  });
  return { ...script, elements };
}

/** Return the runs of the first paragraph: "3:cold ". */
const runsOf = (xml: string) =>
  [...(/<Paragraph.*?<\/Paragraph>/.exec(xml)?.[0] ?? '').matchAll(/<Text(.*?)>(.*?)<\/Text>/g)].map(
    ([, attributes, text]) => `${/RevisionID="(\d+)"/.exec(attributes ?? '')?.[1] ?? ''}:${text}`,
  );
const deletedOf = (xml: string) =>
  [...xml.matchAll(/DeletedTextLocation Offset="(\d+)" RevisionID="(\d+)"/g)].map(
    ([, at, id]) => `${at}:${id}`,
  );

describe('revisions of a file', () => {
  test('are read with their runs, and the sets in use', () => {
    const script = readFdx(file);
    expect(revisionsOf(script)).toMatchObject({
      sets: [
        { id: 1, name: 'Blue', color: '#0000ff', pageColor: '#c6edfe', mark: '*', marks: [1] },
        { id: 2, name: 'Pink', mark: '', marks: [2] },
      ],
      active: 2,
      view: 'active',
      markInches: 7.5,
      lastMark: 8,
    });
    expect(script.elements.map((element) => revisionMarksOf(element))).toEqual([
      {
        runs: [
          [4, 9, 1],
          [9, 13, 2],
        ],
        deletions: [[9, 1, 1]],
      },
      { runs: [[0, 4, 8]], deletions: [] },
      { runs: [], deletions: [[1, 2, 1]] },
    ]);
  });

  test('are written as they were while nothing changes', () => {
    expect(writeFdx(readFdx(writeFdx(readFdx(file))))).toBe(writeFdx(readFdx(file)));
    expect(runsOf(writeFdx(readFdx(file)))).toEqual([':The ', '1:cold ', '2:rain', ': stops.']);
  });

  test('follow the words, and new text has the id of the new revision', () => {
    const script = readFdx(file);
    const started = addRevision(
      revisionsOf(script),
      { name: 'Yellow', color: '#a08000', pageColor: '#fdfdb5', mark: '*' },
      true,
    );
    const now = edited(script, 0, 'The cold grey rain.', started.active ?? 0);
    const xml = writeFdx({ ...now, format: { ...now.format, revisions: started } });
    expect(runsOf(xml)).toEqual([':The ', '1:cold', '3: grey', '1: ', '2:rain', ':.']);
    expect(deletedOf(xml)).toEqual(['14:1', '26:2', '18:3']);
    expect(xml).toContain('ActiveSet="3"');
    expect(xml).toContain('Color="#A0A080800000" FullRevision="No" ID="3" Mark="*" Name="Yellow"');
  });

  test('are written without the marks of a cleared set, and with one id for merged sets', () => {
    const script = readFdx(file);
    const xmlWith = (revisions: Revisions) =>
      writeFdx({ ...script, format: { ...script.format, revisions } });
    const cleared = xmlWith(clearRevision(revisionsOf(script), 1));
    expect(runsOf(cleared)).toEqual([':The ', '0:cold ', '2:rain', ': stops.']);
    expect(deletedOf(cleared)).toEqual(['27:2']);
    const merged = xmlWith(mergeRevisions(revisionsOf(script), 2));
    expect(runsOf(merged)).toEqual([':The ', '2:cold ', '2:rain', ': stops.']);
    expect(merged).toContain('RevisionID="8">Mara');
  });

  test('are added to a file that has none', () => {
    const plain = readFdx(file.replace(/<Revisions.*<\/DeletedText>/, '').replace(/ RevisionID="\d"/g, ''));
    expect(plain.format.revisions).toBeUndefined();
    const fields = { name: 'Blue', color: '#0000ff', pageColor: '#c6edfe', mark: '*' };
    const revisions = addRevision(undefined, fields, true);
    const now = edited(plain, 0, 'The cold rain.', 1);
    const again = readFdx(writeFdx({ ...now, format: { ...now.format, revisions } }));
    expect(again.format.revisions?.sets).toEqual(revisions.sets);
    expect(revisionMarksOf(again.elements[0] as Screenplay['elements'][number]).deletions).toEqual([
      [13, 1, 1],
    ]);
  });
});
