import { z } from 'zod';
import { elementTypes } from '#screenplay/element.ts';
import { issueParts } from '#screenplay/issuing/issuePrint.ts';
import { languageTags } from '#screenplay/language/scriptLanguage.ts';
import { maxContentLength, maxProjectNameLength } from '#screenplay/limits.ts';
import { dualColumns } from '#server/db/schema/script.ts';
import { date, nameText, storableText, wholeNumber } from '#shared/contract/fields.ts';
import { ChangeMemoSchema, IssuedRevisionSchema, maxRecipientName } from '#shared/contract/issues.ts';
import { TitlePageSchema } from '#shared/contract/scriptFormat.ts';
import { nullableText } from './archivedFields.ts';
import { ArchivedExtras, ArchivedFormat } from './preservedParts.ts';

/* Schemas of the archived rows of issued drafts (docs/decisions/0116), as in rows.ts. */

const id = wholeNumber(1);

export const issue = z.object({
  id,
  number: id,
  title: nameText(maxProjectNameLength, 'Project name is required'),
  versionId: id.nullable(),
  revision: IssuedRevisionSchema.nullable(),
  note: storableText(2000),
  titlePage: TitlePageSchema,
  format: ArchivedFormat,
  language: z.enum(languageTags).nullable(),
  memo: ChangeMemoSchema,
  pages: z.array(z.object({ label: z.string(), digest: z.string() })),
  scenes: z.array(
    z.object({ number: z.string(), heading: z.string(), digest: z.string(), isOmitted: z.boolean() }),
  ),
  userId: nullableText(100),
  createdAt: date,
});

const issuedElement = z.object({
  elementType: z.enum(elementTypes),
  content: storableText(maxContentLength),
  dual: z.enum(dualColumns).nullable(),
  originalType: nullableText(1000),
  sceneNumber: nullableText(1000),
  extras: ArchivedExtras.nullable(),
});

export const issuedBatch = z.object({
  id,
  issueId: id,
  position: wholeNumber(0),
  elements: z.array(issuedElement),
});

export const issuedCopy = z.object({
  id,
  issueId: id,
  name: storableText(maxRecipientName),
  email: nullableText(254),
  code: storableText(40),
  part: z.enum(issueParts),
  createdAt: date,
});
