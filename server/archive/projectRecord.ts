import { z } from 'zod';
import { languageTags } from '#screenplay/language/scriptLanguage.ts';
import { maxProjectNameLength } from '#screenplay/limits.ts';
import { papers } from '#server/db/schema/projects.ts';
import { aspectRatio, nameText } from '#shared/contract/fields.ts';
import { aiAccesses, Brief, CueChoice } from '#shared/contract/projects.ts';
import { TitlePageSchema } from '#shared/contract/scriptFormat.ts';
import { archivedFile, archivedPrompt, nullableText } from './archivedFields.ts';
import { ArchivedFormat, ArchivedSource } from './preservedParts.ts';

/** Schema of the archived project, with the limits of user input. */
export const ProjectRecord = z.object({
  name: nameText(maxProjectNameLength, 'Project name is required'),
  description: nullableText(2000),
  logline: nullableText(1000),
  synopsis: nullableText(20_000),
  conceptImageUrl: archivedFile,
  conceptImagePrompt: archivedPrompt,
  conceptImageAspectRatio: aspectRatio,
  sceneImagePromptTemplate: nullableText(10_000),
  characterAvatarPromptTemplate: nullableText(10_000),
  brief: Brief.nullable(),
  aiAccess: z.enum(aiAccesses),
  cueChoices: z.array(CueChoice).max(1000).default([]),
  titlePage: TitlePageSchema.nullable(),
  paper: z.enum(papers),
  // Missing in older archives.
  language: z.enum(languageTags).nullable().default(null),
  showSceneNumbers: z.boolean(),
  format: ArchivedFormat.nullable(),
  sourceExtras: ArchivedSource.nullable(),
});
