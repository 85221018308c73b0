import { z } from 'zod';
import { elementTypes } from '#screenplay/element.ts';
import type { Paper } from '#screenplay/format.ts';
import { type FramesPerPage, framesPerPage } from '#screenplay/layout/boardGrid.ts';
import { titlePageLimits as limits, maxNameLength, maxProjectNameLength } from '#screenplay/limits.ts';
import { textFields } from '#screenplay/setText.ts';
import { endpoint } from '../endpoint.ts';
import { ProjectParams } from '../projectId.ts';
import { roles } from '../roles.ts';
import { aspectRatio, date, digits, nameText, storableText, storedShape } from './fields.ts';

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

const papers = ['letter', 'a4'] as const satisfies readonly Paper[];

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

/** screenplay/setText.ts */
const RunningTextsSchema = z.object({
  header: RunningTextSchema,
  footer: RunningTextSchema,
  firstNumber: z.number(),
});

/** screenplay/format.ts */
export const ScriptFormatSchema = z.object({
  paper: z.enum(papers),
  topMarginPoints: z.number(),
  bottomMarginPoints: z.number(),
  headerMarginPoints: z.number(),
  styles: z.record(z.string(), ParagraphStyle),
  moreText: z.string(),
  continuedText: z.string(),
  continuesAutomatically: z.boolean(),
  sceneNumbersShown: z.boolean(),
  running: RunningTextsSchema.optional(),
  footerMarginPoints: z.number().optional(),
  outlineHidden: z.boolean().optional(),
  hasExactLines: z.boolean().optional(),
  titleSection: z
    .object({ paragraphs: z.array(SetParagraphSchema), running: RunningTextsSchema.nullable() })
    .optional(),
});

/** Instructions of the writer that begin every call to a model. */
export const Brief = z.object({
  premise: storableText(1500),
  tone: storableText(1500),
  /** Rules of the world. */
  rules: storableText(1500),
  /** Facts that must not change. */
  constants: storableText(1500),
});
export type Brief = z.input<typeof Brief>;

export const emptyBrief: Brief = { premise: '', tone: '', rules: '', constants: '' };

/**
 * Permission of AI in a project: none, reading and answering, or proposing changes too. The owner
 * decides.
 */
export const aiAccesses = ['off', 'read', 'suggest'] as const;
export type AiAccess = (typeof aiAccesses)[number];

/** Longer names are asked about by nobody. */
const cueKey = storableText(maxNameLength);

/** A decision about a doubtful speaker name (docs/decisions/0049). */
export const CueChoice = z.object({
  /** speakerKey of the cue. */
  key: cueKey,
  /**
   * `own`: the name is correct. `together`: it is a joint cue of all of these characters, each of
   * whom has other cues.
   */
  choice: z.enum(['own', 'together']),
  /** speakerKeys; empty for `own`. */
  people: z.array(cueKey).max(20),
});
export type CueChoice = z.input<typeof CueChoice>;

/** A project in a list. */
export const ProjectSummary = z.object({
  id: z.number(),
  userId: z.string(),
  /** The owner; the same as userId. */
  ownerId: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  logline: z.string().nullable(),
  synopsis: z.string().nullable(),
  conceptImageUrl: z.string().nullable(),
  conceptImagePrompt: z.string().nullable(),
  conceptImageAspectRatio: z.string(),
  sceneImagePromptTemplate: z.string().nullable(),
  characterAvatarPromptTemplate: z.string().nullable(),
  createdAt: date,
  updatedAt: date,
  /** The caller's role. */
  role: z.enum(roles),
});
export type ProjectSummary = z.input<typeof ProjectSummary>;

/** One project, with what its script is set by. */
export const Project = ProjectSummary.extend({
  /** Rises by one with every committed change. */
  revision: z.number(),
  titlePage: storedShape(TitlePageSchema),
  format: ScriptFormatSchema,
  brief: storedShape(Brief),
  aiAccess: z.enum(aiAccesses),
  cueChoices: z.array(storedShape(CueChoice)),
  /** Where the caller left the script (decision OQ-124); null: nowhere yet. */
  scriptPlace: z
    .object({
      elementId: z.number(),
      /** Offset in the plain text of the element; null for its end. */
      offset: z.number().nullable(),
    })
    .nullable(),
});
export type Project = z.input<typeof Project>;
export type ScriptPlace = NonNullable<Project['scriptPlace']>;

const projectName = nameText(maxProjectNameLength, 'Project name is required');

export const ProjectCreate = z.object({
  name: projectName,
  description: storableText(2000).nullish(),
});

const runningLine = storableText(300);

const RunningChange = z.object({
  left: runningLine,
  center: runningLine,
  right: runningLine,
  isVisible: z.boolean(),
  isOnFirstPage: z.boolean(),
});

export const ProjectPatch = z
  .object({
    name: projectName,
    description: storableText(2000).nullable(),
    logline: storableText(1000).nullable(),
    synopsis: storableText(20_000).nullable(),
    conceptImageAspectRatio: aspectRatio,
    sceneImagePromptTemplate: storableText(10_000).nullable(),
    characterAvatarPromptTemplate: storableText(10_000).nullable(),
    /** Null: a title page of nothing but the project's name. */
    titlePage: TitlePageSchema.nullable(),
    /** Paper size; lines break the same on both, pages do not. */
    paper: z.enum(papers),
    /** Whether headings show their numbers; the numbers are stored either way. */
    showSceneNumbers: z.boolean(),
    /** Header and footer of each page; fields such as {page} are filled in. */
    header: RunningChange,
    footer: RunningChange,
    /** Whether outline paragraphs and notes of a Final Draft file are shown and printed. */
    showOutline: z.boolean(),
    brief: Brief,
    /** Only by the owner. */
    aiAccess: z.enum(aiAccesses),
    /** All of them. */
    cueChoices: z.array(CueChoice).max(1000),
  })
  .partial()
  .refine((patch) => Object.keys(patch).length > 0, 'Nothing to change');

export const listProjects = endpoint({
  method: 'GET',
  path: '/api/projects',
  summary: 'Own projects and those shared with the caller, last edited first',
  reply: z.array(ProjectSummary),
});

export const getProject = endpoint({
  method: 'GET',
  path: '/api/projects/:id',
  summary: 'One project',
  params: ProjectParams,
  reply: Project,
});

export const createProject = endpoint({
  method: 'POST',
  path: '/api/projects',
  summary: 'A new, empty project',
  body: ProjectCreate,
  reply: Project,
  status: 201,
});

export const updateProject = endpoint({
  method: 'PATCH',
  path: '/api/projects/:id',
  summary: 'Change fields of a project',
  params: ProjectParams,
  body: ProjectPatch,
  reply: Project,
});

export const duplicateProject = endpoint({
  method: 'POST',
  path: '/api/projects/:id/duplicate',
  summary: "A copy of a project's script, plan, characters and pictures, which belongs to the caller",
  readsScript: true,
  params: ProjectParams,
  reply: Project,
  status: 201,
});

export const deleteProject = endpoint({
  method: 'DELETE',
  path: '/api/projects/:id',
  summary: 'Delete a project and all that belongs to it',
  params: ProjectParams,
  status: 204,
});

/** Receipt of an import (screenplay/screenplay.ts, ImportReceipt). */
export const ImportReceiptSchema = z.object({
  countsByType: z.record(z.enum(elementTypes), z.number()),
  kept: z.array(z.string()),
  uncertain: z.array(z.string()),
  shortened: z.array(z.string()),
});
export type ImportReceiptSchema = z.input<typeof ImportReceiptSchema>;

/** 10 MiB (docs/spec/projects.md). */
export const importLimitBytes = 10 * 1024 * 1024;
/** Limit of an archive, which contains pictures and sounds. */
export const archiveLimitBytes = 512 * 1024 * 1024;
/** Multipart field of the file. */
export const importField = 'scriptFile';

export const importTexts = {
  wrongName: 'Please select an FDX file.',
  wrongNameTitle: 'Invalid file type',
  tooLarge: 'File is larger than 10 MB.',
  archiveTooLarge: 'Archive is larger than 512 MB.',
  unreadable: 'The file could not be read as a Final Draft script.',
  unreadableFountain: 'The file could not be read as a Fountain script.',
  failedTitle: 'Import failed',
  failed: 'Failed to import file',
} as const;

/**
 * Return whether a file can be imported by name: .fdx and its templates, .fountain (decision
 * OQ-36), and our archives.
 */
export function isImportable(fileName: string): boolean {
  return /\.(fdxt?|fountain)$/i.test(fileName) || isArchiveName(fileName);
}

export function isArchiveName(fileName: string): boolean {
  return /\.zip$/i.test(fileName);
}

/** The largest file of that name that is taken, and what is said of a larger one. */
export function importLimitOf(fileName: string): { maxBytes: number; text: string } {
  return isArchiveName(fileName)
    ? { maxBytes: archiveLimitBytes, text: importTexts.archiveTooLarge }
    : { maxBytes: importLimitBytes, text: importTexts.tooLarge };
}

/** Multipart upload of one file in the field `scriptFile`; a plain route reads it. */
export const importScript = endpoint({
  method: 'POST',
  path: '/api/projects/import-file',
  summary:
    'A new project from a Final Draft or Fountain file (multipart field scriptFile, up to 10 MB), or from an archive',
  reply: z.object({
    project: Project,
    counts: z.object({ scenes: z.number(), elements: z.number(), characters: z.number() }),
    receipt: ImportReceiptSchema,
  }),
  status: 201,
});

export const exportPdf = endpoint({
  method: 'GET',
  path: '/api/projects/:id/export/pdf',
  summary: 'The script as a PDF file',
  readsScript: true,
  params: ProjectParams,
});

export const exportFdx = endpoint({
  method: 'GET',
  path: '/api/projects/:id/export/fdx',
  summary: 'The script as a Final Draft file',
  readsScript: true,
  params: ProjectParams,
});

export const exportFountain = endpoint({
  method: 'GET',
  path: '/api/projects/:id/export/fountain',
  summary: 'The script as a Fountain file',
  readsScript: true,
  params: ProjectParams,
});

/** Frames are as large as this number on a page allows; pages are portrait or landscape. */
export const exportStoryboard = endpoint({
  method: 'GET',
  path: '/api/projects/:id/export/storyboard',
  summary: 'The storyboard as a PDF file for the wall',
  readsScript: true,
  params: ProjectParams,
  query: z.object({
    perPage: digits(1)
      .refine(
        (count) => (framesPerPage as readonly number[]).includes(count),
        `Must be one of ${framesPerPage.join(', ')}`,
      )
      .optional(),
    notes: z.enum(['yes', 'no']).default('yes'),
    /** Without it, that of the script. */
    paper: z.enum(papers).optional(),
    /** `inline`: a browser shows it, to be printed; `attachment`: it is saved. */
    disposition: z.enum(['inline', 'attachment']).default('attachment'),
  }),
});

/** Frames on a page where nobody chose. */
export const defaultFramesPerPage: FramesPerPage = 6;

/** Restored by importScript. */
export const exportArchive = endpoint({
  method: 'GET',
  path: '/api/projects/:id/export/archive',
  summary: 'Everything of the project that the caller may see, as one zip file of JSON, pictures and sounds',
  readsScript: true,
  params: ProjectParams,
});

/** "My Film: Part 2", "pdf" → "My_Film__Part_2_script.pdf" (decision OQ-37). */
export function exportFileName(projectName: string, extension: 'pdf' | 'fdx' | 'fountain'): string {
  return `${fileStem(projectName)}_script.${extension}`;
}

export function storyboardFileName(projectName: string): string {
  return `${fileStem(projectName)}_storyboard.pdf`;
}

export function archiveFileName(projectName: string): string {
  return `${fileStem(projectName)}_archive.zip`;
}

function fileStem(projectName: string): string {
  return projectName.replace(/[^A-Za-z0-9]/g, '_');
}
