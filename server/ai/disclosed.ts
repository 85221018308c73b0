import type {
  FilmOrder,
  ModelQuestion,
  PictureRequest,
  SoundRequest,
  SpeechRequest,
  VoiceRequest,
} from './models.ts';

/** Whatever a model is asked for. */
export type ModelInput =
  | ModelQuestion
  | PictureRequest
  | FilmOrder
  | SpeechRequest
  | SoundRequest
  | VoiceRequest;

/** The owner sees that a picture left the server; the picture itself is in the project. */
const pictureGoesAlong = '(With the scene’s picture as the first frame.)';

const headings = { user: 'Asked', assistant: 'Answered before' } as const;

/**
 * What of a call the owner of the project can read afterwards: all that was said, of a picture or a voice its description, and what was to be spoken or heard. `system` is
 * left out: these are words of this server, the same for every project, and never hold any of the project. One text a
 * call: what is sent again because the vendor had too much to do is the same text, and what mends an answer of the
 * wrong shape adds only that answer.
 */
export function disclosedText(asked: ModelInput): string {
  const text = wordsOf(asked);
  // What the database cannot hold must not keep a call from being logged.
  return text.replaceAll('\0', '').toWellFormed();
}

function wordsOf(asked: ModelInput): string {
  if ('firstFrameUrl' in asked && asked.firstFrameUrl !== null)
    return `${asked.prompt}\n\n${pictureGoesAlong}`;
  if ('prompt' in asked) return asked.prompt;
  if ('text' in asked) return asked.text;
  return asked.messages.map(({ role, content }) => `${headings[role]}:\n${content}`).join('\n\n');
}
