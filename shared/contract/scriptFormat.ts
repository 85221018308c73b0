import { z } from 'zod';
import type { Paper } from '#screenplay/format.ts';
import { titlePageLimits as limits } from '#screenplay/limits.ts';
import { insertionSchemes } from '#screenplay/production/insertionSchemes.ts';
import { revisionViews } from '#screenplay/revisions/revisionViews.ts';
import { textFields } from '#screenplay/setText.ts';
import { storableText } from './fields.ts';

export const TitlePageSchema = z.object({
  title: storableText(limits.title),
  credit: storableText(limits.credit),
  author: storableText(limits.author),
  source: storableText(limits.source),
  draftDate: storableText(limits.draftDate),
  contact: storableText(limits.contact),
  copyright: storableText(limits.copyright),
  notes: storableText(limits.notes),
  more: z
    .array(z.object({ key: storableText(limits.moreKey), value: storableText(limits.moreValue) }))
    .max(limits.maxMore),
});

export type TitlePageSchema = z.input<typeof TitlePageSchema>;

export const paperSizes = ['letter', 'a4'] as const satisfies readonly Paper[];

const RevisionSetSchema = z.object({
  id: z.number(),
  name: z.string(),
  color: z.string(),
  pageColor: z.string(),
  mark: z.string(),
  date: z.string().optional(),
  isFullDraft: z.boolean().optional(),
  marks: z.array(z.number()),
});

const revisionFields = {
  sets: z.array(RevisionSetSchema),
  active: z.number().nullable(),
  view: z.enum(revisionViews),
  markInches: z.number(),
  lastMark: z.number(),
  cleared: z.array(z.number()),
};

const RevisionsSchema = z.object({
  ...revisionFields,
  previous: z.object({ label: z.string(), revisions: z.object(revisionFields) }).optional(),
});

const ParagraphStyle = z.object({
  leftInches: z.number(),
  rightInches: z.number(),
  firstIndentInches: z.number(),
  spaceBeforeLines: z.number(),
  spacing: z.number(),
  alignment: z.enum(['Left', 'Center', 'Right', 'Full']),
  startsNewPage: z.boolean(),
  paginateAs: z.string(),
  isAllCaps: z.boolean(),
  isBold: z.boolean(),
  isItalic: z.boolean(),
  isUnderlined: z.boolean(),
  sizePoints: z.number().optional(),
});

const SetParagraphSchema = z.object({
  runs: z.array(
    z.object({
      text: z.string(),
      isBold: z.literal(true).optional(),
      isItalic: z.literal(true).optional(),
      isUnderlined: z.literal(true).optional(),
      isStruck: z.literal(true).optional(),
      isAllCaps: z.literal(true).optional(),
      field: z.enum(textFields).optional(),
    }),
  ),
  alignment: z.enum(['Left', 'Center', 'Right', 'Full']).optional(),
  leftInches: z.number(),
  rightInches: z.number(),
  firstIndentInches: z.number(),
  spaceBeforeLines: z.number(),
  spacing: z.number(),
  startsNewPage: z.literal(true).optional(),
  tabs: z.array(z.object({ inches: z.number(), type: z.enum(['Left', 'Center', 'Right']) })).optional(),
});

const RunningTextSchema = z.object({
  paragraphs: z.array(SetParagraphSchema),
  isVisible: z.boolean(),
  isOnFirstPage: z.boolean(),
});

/** RunningTexts of screenplay/setText.ts. */
const RunningTextsSchema = z.object({
  header: RunningTextSchema,
  footer: RunningTextSchema,
  firstNumber: z.number(),
});

/** ScriptFormat of screenplay/format.ts. */
export const ScriptFormatSchema = z.object({
  paper: z.enum(paperSizes),
  topMarginPoints: z.number(),
  bottomMarginPoints: z.number(),
  headerMarginPoints: z.number(),
  styles: z.record(z.string(), ParagraphStyle),
  moreText: z.string(),
  continuedText: z.string(),
  continuesAutomatically: z.boolean(),
  sceneNumbersShown: z.boolean(),
  sceneContinueds: z
    .object({
      bottomText: z.string(),
      topText: z.string(),
      isBottomShown: z.boolean(),
      isTopShown: z.boolean(),
      isNumbered: z.boolean(),
    })
    .optional(),
  sceneNumberPlaces: z
    .object({
      leftInches: z.number(),
      rightInches: z.number(),
      isLeftShown: z.boolean(),
      isRightShown: z.boolean(),
    })
    .optional(),
  running: RunningTextsSchema.optional(),
  footerMarginPoints: z.number().optional(),
  outlineHidden: z.boolean().optional(),
  hasTwoColumns: z.boolean().optional(),
  hasExactLines: z.boolean().optional(),
  titleSection: z
    .object({ paragraphs: z.array(SetParagraphSchema), running: RunningTextsSchema.nullable() })
    .optional(),
  pageLock: z.object({ id: z.number(), labels: z.array(z.string()) }).optional(),
  sceneLock: z
    .object({ issued: z.array(z.string()), scheme: z.enum(insertionSchemes), skipsIAndO: z.boolean() })
    .optional(),
  revisions: RevisionsSchema.optional(),
});
