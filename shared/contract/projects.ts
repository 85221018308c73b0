import { z } from 'zod';
import { type ExportFormat, exportFormatNames } from '#screenplay/exportFormats.ts';
import { languageTags } from '#screenplay/language/scriptLanguage.ts';
import { type FramesPerPage, framesPerPage } from '#screenplay/layout/boardGrid.ts';
import { maxNameLength, maxProjectNameLength } from '#screenplay/limits.ts';
import { marginNumbers, newPageChoices, otherTexts } from '#screenplay/printing/printChoice.ts';
import { sceneNumberSides } from '#screenplay/sceneNumbers.ts';
import { endpoint } from '../endpoint.ts';
import { ProjectParams } from '../projectId.ts';
import { roles } from '../roles.ts';
import { aspectRatio, date, digits, nameText, storableText, storedShape } from './fields.ts';
import { paperSizes, ScriptFormatSchema, TitlePageSchema } from './scriptFormat.ts';

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

/** Key of a cue. Longer names are never doubtful. */
const cueKey = storableText(maxNameLength);

/** Decision of the writer about a doubtful speaker name (docs/decisions/0049). */
export const CueChoice = z.object({
  /** speakerKey of the cue. */
  key: cueKey,
  /**
   * `own`: the name is correct. `together`: it is a joint cue of all of these characters, each of
   * whom has other cues.
   */
  choice: z.enum(['own', 'together']),
  /** speakerKeys of the characters. Empty for `own`. */
  people: z.array(cueKey).max(20),
});
export type CueChoice = z.input<typeof CueChoice>;

/** A project in a list. */
export const ProjectSummary = z.object({
  id: z.number(),
  userId: z.string(),
  /** Id of the owner, equal to userId. */
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

/** One project, with the settings of its script. */
export const Project = ProjectSummary.extend({
  /** Incremented with every committed change. */
  revision: z.number(),
  titlePage: storedShape(TitlePageSchema),
  format: ScriptFormatSchema,
  brief: storedShape(Brief),
  aiAccess: z.enum(aiAccesses),
  /** Null: detected from the text. */
  language: z.enum(languageTags).nullable(),
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

const nameOfProject = nameText(maxProjectNameLength, 'Project name is required');

export const ProjectCreate = z.object({
  name: nameOfProject,
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
    name: nameOfProject,
    description: storableText(2000).nullable(),
    logline: storableText(1000).nullable(),
    synopsis: storableText(20_000).nullable(),
    conceptImageAspectRatio: aspectRatio,
    sceneImagePromptTemplate: storableText(10_000).nullable(),
    characterAvatarPromptTemplate: storableText(10_000).nullable(),
    /** Null: the title page shows only the project's name. */
    titlePage: TitlePageSchema.nullable(),
    /** Paper size. Lines break alike on both sizes, pages do not. */
    paper: z.enum(paperSizes),
    /**
     * Language of typing rules, spelling, completions, (MORE) and (CONT'D). Null: it is detected
     * from the text.
     */
    language: z.enum(languageTags).nullable(),
    /** Whether headings show their numbers, which are always stored. */
    showSceneNumbers: z.boolean(),
    /** On which side of a heading its number is printed. */
    sceneNumberSides: z.enum(sceneNumberSides),
    /** Whether (CONTINUED) and CONTINUED: are printed where a page ends inside a scene. */
    showSceneContinueds: z.boolean(),
    /** Header and footer of each page. Fields such as {page} are replaced. */
    header: RunningChange,
    footer: RunningChange,
    /** Whether outline paragraphs and notes of a Final Draft file are shown and printed. */
    showOutline: z.boolean(),
    /** Whether action is printed at the left and speeches at the right, as in India. */
    hasTwoColumns: z.boolean(),
    brief: Brief,
    /** Only the owner may change it. */
    aiAccess: z.enum(aiAccesses),
    /** All decisions; replaces the stored ones. */
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
  summary: 'Delete a project with all its content',
  params: ProjectParams,
  status: 204,
});

export const exportScript = endpoint({
  method: 'GET',
  path: '/api/projects/:id/export/:format',
  summary: 'The script as a file',
  readsScript: true,
  params: ProjectParams.extend({ format: z.enum(exportFormatNames) }),
});

/** Header of an export with what the file does not hold: JSON, percent-encoded. */
export const lossesHeader = 'x-export-losses';

/** Frames have the largest size at which `perPage` fit, on portrait or landscape pages. */
export const exportStoryboard = endpoint({
  method: 'GET',
  path: '/api/projects/:id/export/storyboard',
  summary: 'The storyboard as a PDF file',
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
    /** Default: the paper size of the script. */
    paper: z.enum(paperSizes).optional(),
    /** `inline`: the browser shows the file. `attachment`: the browser saves it. */
    disposition: z.enum(['inline', 'attachment']).default('attachment'),
  }),
});

/** Maximum length of a name on a copy, and of a list of scene numbers. */
const maxPrintText = 200;
const printText = z
  .string()
  .trim()
  .max(maxPrintText, `Must be at most ${maxPrintText} characters`)
  .default('');

/** Sides are the pages of chosen scenes. A copy for a recipient has a watermark and a code. */
export const exportPrint = endpoint({
  method: 'GET',
  path: '/api/projects/:id/export/print',
  summary: 'The script, or sides of it, as a PDF file with marks for one person',
  readsScript: true,
  params: ProjectParams,
  query: z.object({
    /** Numbers of scenes, such as "5, 7-9, 12A". */
    scenes: printText,
    /** Only scenes in which this character speaks or is named. */
    character: printText,
    otherText: z.enum(otherTexts).default('crossed'),
    /** The character whose lines are marked. */
    marked: printText,
    newPages: z.enum(newPageChoices).default('none'),
    /** Numbers of speeches or lines in the margin, from 1 on each page. */
    numbers: z.enum(marginNumbers).default('none'),
    /** Name across each page. */
    recipient: printText,
  }),
});

/** Return a file name: "My Film", "TOBIAS" → "My_Film_TOBIAS.pdf". */
export function printFileName(projectName: string, part: string): string {
  return `${fileStem([projectName, part].filter(Boolean).join(' '))}.pdf`;
}

/** Default number of frames per page. */
export const defaultFramesPerPage: FramesPerPage = 6;

/** The archive can be restored with importScript. */
export const exportArchive = endpoint({
  method: 'GET',
  path: '/api/projects/:id/export/archive',
  summary: 'The content of the project that the caller may see, as one zip file of JSON, pictures and sounds',
  readsScript: true,
  params: ProjectParams,
});

/** Return a file name: "My Film: Part 2", "pdf" → "My_Film__Part_2_script.pdf" (decision OQ-37). */
export function exportFileName(projectName: string, extension: ExportFormat): string {
  return `${fileStem(projectName)}_script.${extension}`;
}

export function storyboardFileName(projectName: string): string {
  return `${fileStem(projectName)}_storyboard.pdf`;
}

export function archiveFileName(projectName: string): string {
  return `${fileStem(projectName)}_archive.zip`;
}

/** Return the name of a project with the characters that all systems permit in file names. */
export function fileStem(projectName: string): string {
  return projectName.replace(/[^A-Za-z0-9]/g, '_');
}
