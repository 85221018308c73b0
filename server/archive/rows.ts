import { z } from 'zod';
import { colorThemes } from '#screenplay/colorThemes.ts';
import { elementTypes } from '#screenplay/element.ts';
import { maxCommentLength, maxContentLength, maxNameLength } from '#screenplay/limits.ts';
import { videoStatusForCopy } from '#screenplay/sceneVideoStatus.ts';
import { messageRoles } from '#server/db/schema/ai.ts';
import { historyActions, historyAuthors } from '#server/db/schema/history.ts';
import { dualColumns } from '#server/db/schema/script.ts';
import { MessageContext } from '#shared/contract/assistant.ts';
import { characterTypes, VoiceSettingsSchema } from '#shared/contract/characters.ts';
import { dictionaryWord } from '#shared/contract/dictionary.ts';
import { date, nameText, storableText, wholeNumber } from '#shared/contract/fields.ts';
import { TitlePageSchema } from '#shared/contract/scriptFormat.ts';
import { archivedFile, archivedPrompt, nullableText } from './archivedFields.ts';
import { issue, issuedBatch, issuedCopy } from './issueRows.ts';
import { ArchivedExtras } from './preservedParts.ts';

/*
 * Schemas of the archived rows with the limits of user input. Columns with new values in a restored
 * project are left out.
 */

const id = wholeNumber(1);
const reference = id.nullable();
const whole = z
  .int()
  .min(-(2 ** 31))
  .max(2 ** 31 - 1);
const share = z.number().min(0).max(1);
const actNumber = wholeNumber(1).max(999);
/** Maximum length of a name with both parts. */
export const maxAuthorLength = 200;
/** Author id. Only the user who restores is recognised. */
const person = nullableText(100);

const act = z.object({
  id,
  number: actNumber,
  title: storableText(200),
  subtitle: nullableText(300),
  startPage: id,
  endPage: id,
  colorTheme: z.enum(colorThemes),
  orderIndex: wholeNumber(0),
});

const sequence = z.object({
  id,
  actNumber,
  name: storableText(200),
  description: nullableText(10_000),
  colorTheme: z.enum(colorThemes),
  orderIndex: wholeNumber(0),
});

const storyBeat = z.object({
  id,
  actId: id,
  sequenceId: reference,
  title: storableText(300),
  description: nullableText(10_000),
  actNumber,
  beatType: nullableText(100),
  pageNumber: reference,
  orderIndex: wholeNumber(0),
});

const outline = z.object({
  id,
  title: storableText(300),
  content: nullableText(20_000),
  orderIndex: wholeNumber(0),
});

const character = z.object({
  id,
  name: nameText(maxNameLength, 'Character name is required'),
  role: nullableText(200),
  age: z.int().min(0).max(999).nullable(),
  description: nullableText(10_000),
  arc: nullableText(10_000),
  visualAesthetic: nullableText(10_000),
  characterType: z.enum(characterTypes),
  voiceId: nullableText(200),
  voiceSettings: VoiceSettingsSchema,
  avatarUrl: archivedFile,
  avatarPrompt: archivedPrompt,
  displayOrder: wholeNumber(0),
  createdAt: date,
});

const scene = z.object({
  id,
  sequenceId: reference,
  // Missing in older archives.
  beatId: reference.default(null),
  colorTheme: z.enum(colorThemes).nullable().default(null),
  sceneNumber: wholeNumber(0),
  displayNumber: nullableText(1000),
  // Copied from the heading element, so it can be as long.
  heading: storableText(maxContentLength),
  location: nullableText(maxContentLength),
  timeOfDay: nullableText(maxContentLength),
  pageNumber: reference,
  notes: nullableText(10_000),
  actNumber,
  imageUrl: archivedFile,
  imagePrompt: archivedPrompt,
  videoUrl: archivedFile,
  videoPrompt: archivedPrompt,
  videoStatus: nullableText(100).transform(videoStatusForCopy),
  // Missing in older archives.
  videoProblem: nullableText(1000).default(null),
});

const scriptElement = z.object({
  id,
  sceneId: id,
  elementType: z.enum(elementTypes),
  content: storableText(maxContentLength),
  // Missing in older archives.
  typedContent: nullableText(maxContentLength).default(null),
  characterName: nullableText(maxNameLength),
  parenthetical: nullableText(500),
  soundEffectUrl: archivedFile,
  soundEffectText: nullableText(10_000),
  soundEffectKey: nullableText(100).default(null),
  dialogueAudioUrl: archivedFile,
  dialogueAudioKey: nullableText(100).default(null),
  audioVolume: share,
  audioOverlapSeconds: z.number().min(0).max(5),
  orderIndex: whole,
  sequenceNumber: whole,
  version: id,
  originalType: nullableText(1000),
  dual: z.enum(dualColumns).nullable(),
  extras: ArchivedExtras.nullable(),
});

const tensionPoint = z.object({
  id,
  storyBeatId: reference,
  sceneId: reference,
  scriptElementId: reference,
  pageNumber: whole.nullable(),
  tensionLevel: share,
  position: share,
  context: nullableText(10_000),
  analysisType: storableText(100),
});

const comment = z
  .object({
    id,
    userId: person,
    importedAuthor: nullableText(maxAuthorLength).default(null),
    scriptElementId: reference,
    wasOnElement: z.boolean(),
    selectedText: nullableText(maxCommentLength),
    content: storableText(maxCommentLength),
    isResolved: z.boolean(),
    selectionStart: wholeNumber(0).nullable(),
    selectionEnd: wholeNumber(0).nullable(),
    parentCommentId: reference,
    createdAt: date,
  })
  .refine(
    ({ selectionStart: start, selectionEnd: end }) =>
      (start === null) === (end === null) && (start ?? 0) <= (end ?? 0),
    {
      path: ['selectionEnd'],
      message: 'Does not fit selectionStart',
    },
  );

/** Rows that a change removed, as stored before it. */
const kept = z
  .object({
    // Older rows have fewer columns.
    element: scriptElement.partial().required({ id: true, sceneId: true, elementType: true, content: true }),
    scene: scene.partial().required({ id: true, sceneNumber: true, heading: true }),
    commentIds: z.array(id).max(100_000),
  })
  .partial();

const historyEntry = z.object({
  id,
  elementId: id,
  action: z.enum(historyActions),
  changedBy: z.enum(historyAuthors),
  userId: person,
  timestamp: date,
  version: id,
  previousContent: nullableText(maxContentLength),
  newContent: nullableText(maxContentLength),
  previousElementType: z.enum(elementTypes).nullable(),
  newElementType: z.enum(elementTypes).nullable(),
  previousCharacterName: nullableText(maxNameLength),
  newCharacterName: nullableText(maxNameLength),
  previousParenthetical: nullableText(500),
  newParenthetical: nullableText(500),
  changeReason: nullableText(1000),
  afterElementId: reference,
  kept: kept.nullable(),
  stayId: nullableText(64).optional(),
});

const move = z.object({
  id,
  elementId: id,
  afterElementId: reference,
  historyId: wholeNumber(0),
  timestamp: date,
});

const version = z.object({
  id,
  name: storableText(200),
  historyId: wholeNumber(0),
  moveId: wholeNumber(0),
  /** Missing in archives of earlier versions. */
  titlePage: TitlePageSchema.nullable().default(null),
  userId: person,
  createdAt: date,
});

const word = z.object({ id, userId: person, word: dictionaryWord, createdAt: date });

const summary = z.object({
  sceneId: id,
  contentHash: storableText(200),
  summary: storableText(10_000),
  model: storableText(200),
  createdAt: date,
});

const conversation = z.object({
  id,
  userId: person,
  title: storableText(200),
  createdAt: date,
  updatedAt: date,
});

const message = z.object({
  id,
  conversationId: id,
  role: z.enum(messageRoles),
  content: storableText(200_000),
  timestamp: date,
  context: MessageContext.nullable(),
});

const disclosure = z.object({
  id,
  userId: person,
  service: storableText(200),
  model: storableText(200),
  destination: storableText(500),
  task: storableText(200),
  text: storableText(5_000_000),
  sentAt: date,
});

export const rowShapes = {
  acts: act,
  sequences: sequence,
  story_beats: storyBeat,
  outlines: outline,
  characters: character,
  scenes: scene,
  script_elements: scriptElement,
  tension_points: tensionPoint,
  comments: comment,
  script_history: historyEntry,
  script_moves: move,
  script_versions: version,
  script_issues: issue,
  issued_elements: issuedBatch,
  issued_copies: issuedCopy,
  dictionary_words: word,
  scene_summaries: summary,
  conversations: conversation,
  conversation_messages: message,
  ai_disclosures: disclosure,
} satisfies Record<string, z.ZodObject>;

/** Names of the archived tables, as in the database. */
export type ArchivedTable = keyof typeof rowShapes;
