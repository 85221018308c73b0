import type {
  ModelQuestion,
  PictureRequest,
  SoundRequest,
  SpeechRequest,
  VideoOrder,
  VoiceRequest,
} from './models.ts';

/** Input of any model call. */
export type ModelInput =
  | ModelQuestion
  | PictureRequest
  | VideoOrder
  | SpeechRequest
  | SoundRequest
  | VoiceRequest;

/**
 * Line in the log which shows that the scene's picture was sent too. The picture itself is in the
 * project.
 */
const firstFrameNote = '(With the scene’s picture as the first frame.)';

const headings = { user: 'Asked', assistant: 'Answered before' } as const;

/**
 * Return the text of a call for the disclosure log, which the project owner can read. It contains
 * all messages, the prompt of a picture or voice, and the text to be spoken or the sound
 * description. `system` is left out: it is the same for every project and contains no project text.
 * There is one entry per call. A retry sends the same text. A repair of a malformed answer adds
 * only that answer.
 */
export function disclosedText(asked: ModelInput): string {
  const text = wordsOf(asked);
  // Remove characters that Postgres rejects, so that every call is logged.
  return text.replaceAll('\0', '').toWellFormed();
}

function wordsOf(asked: ModelInput): string {
  if ('firstFrameUrl' in asked && asked.firstFrameUrl !== null) return `${asked.prompt}\n\n${firstFrameNote}`;
  if ('prompt' in asked) return asked.prompt;
  if ('text' in asked) return asked.text;
  return asked.messages.map(({ role, content }) => `${headings[role]}:\n${content}`).join('\n\n');
}
