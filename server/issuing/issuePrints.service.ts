import { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import type { IssuePart } from '#screenplay/issuing/issuePrint.ts';
import { wholeScript } from '#screenplay/printing/printChoice.ts';
import { issuedCopies } from '#server/db/schema/issues.ts';
import { type Exports, printIssuedScript } from '#server/exporting/exporting.service.ts';
import { notFound } from '#server/lib/errors.ts';
import { ZipWriter } from '#server/lib/zipWriter.ts';
import { type CopyRow, copiesOf, elementsOfIssue, type IssueRow, issueById } from './issues.queries.ts';

/** Print that is requested of an issue. */
export interface IssuePrintInput {
  part: IssuePart;
  isColored: boolean;
  /** Copy whose recipient is printed across each page. */
  copy?: Pick<CopyRow, 'name' | 'code'>;
  /** Whether the memo lists the recipients. */
  showsRecipients: boolean;
}

/** Describe an issue: "Blue, November 29, 2026". */
export function issueName({
  number,
  revision,
  createdAt,
}: Pick<IssueRow, 'number' | 'revision' | 'createdAt'>) {
  const date = revision?.date ? new Date(`${revision.date}T12:00:00Z`) : createdAt;
  const day = date.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
  return `${revision?.name ?? `Issue ${number}`}, ${day}`;
}

const partNames: Record<IssuePart, string> = {
  revised: 'revised pages',
  script: 'whole script',
  memo: 'memo of the changes',
};

/** Print one part of an issue. Throws notFound. */
export async function printOfIssue(
  exports: Exports,
  userId: string,
  issueId: number,
  input: IssuePrintInput,
): Promise<{ issue: IssueRow; bytes: Uint8Array<ArrayBuffer> }> {
  const { db } = exports;
  const issue = await issueById(db, issueId);
  if (!issue) throw notFound('Issue');
  const copies = input.showsRecipients ? await copiesOf(db, eq(issuedCopies.issueId, issueId)) : [];
  const recipients = copies.map(({ name, part }) => `${name} (${partNames[part]})`);
  const bytes = await printIssuedScript(exports, { userId, size: sizeOf(issue) }, async () =>
    orderOf(issue, await elementsOfIssue(db, issueId), recipients, input),
  );
  return { issue, bytes };
}

/** Characters of a page, to choose the thread before the text is read. */
const charactersPerPage = 3000;

function sizeOf({ pages }: IssueRow): number {
  return pages.length * charactersPerPage;
}

type OrderToPrint = Awaited<ReturnType<Parameters<typeof printIssuedScript>[2]>>;

function orderOf(
  issue: IssueRow,
  elements: readonly string[],
  recipients: readonly string[],
  { part, isColored, copy }: IssuePrintInput,
): OrderToPrint {
  const { title, note, memo, revision, titlePage, format, language, createdAt } = issue;
  const name = issueName(issue);
  return {
    ...{ title, elements, script: { titlePage, format, source: null }, language },
    modifiedAt: createdAt,
    choice: { ...wholeScript, recipient: copy?.name ?? '', code: copy?.code ?? '' },
    issue: {
      ...{ part, memo: { title, issue: name, note, memo, recipients } },
      header: revision ? name : '',
      paperColor: isColored ? (revision?.pageColor ?? null) : null,
    },
  };
}

/** Copies of an issue as a zip file that is made while it is sent. */
export interface CopiesFile {
  issue: IssueRow;
  file: Readable;
  expectedBytes: number;
}

/**
 * Return the copies of all people in a zip file. Each copy is made after the one before was sent.
 * So memory holds one, and nothing is made for a client that has disconnected. Throws notFound.
 */
export async function copiesFile(
  exports: Exports,
  userId: string,
  issueId: number,
  isColored: boolean,
): Promise<CopiesFile> {
  const copies = await copiesOf(exports.db, eq(issuedCopies.issueId, issueId));
  const print = (copy: CopyRow) =>
    printOfIssue(exports, userId, issueId, { part: copy.part, isColored, copy, showsRecipients: false });
  const [first] = copies;
  if (!first) throw notFound('Copy');
  const zip = new ZipWriter();
  // The first copy tells the size of the others of its part.
  const { issue, bytes } = await print(first);
  const names = copyFileNames(copies);
  for (const [index, copy] of copies.entries()) {
    const open = async () => Readable.from([copy === first ? bytes : (await print(copy)).bytes]);
    // A PDF is compressed already.
    zip.addStream(names[index] as string, open, { compress: false });
  }
  return { issue, file: zip.end(), expectedBytes: bytes.length * copies.length };
}

/** Return a unique file name for each copy: "Eddie_Marsh_K7Q2-M4XD-1.pdf". */
export function copyFileNames(copies: readonly Pick<CopyRow, 'name' | 'code'>[]): string[] {
  const counts = new Map<string, number>();
  return copies.map(({ name, code }) => {
    const stem = `${name.replace(/[^\p{L}\p{N}]+/gu, '_').slice(0, 80)}_${code}`;
    const count = (counts.get(stem.toLowerCase()) ?? 0) + 1;
    counts.set(stem.toLowerCase(), count);
    return count === 1 ? `${stem}.pdf` : `${stem}_${count}.pdf`;
  });
}
