import type { ModelQuestion, PictureRequest } from './models.ts';

const headings = { user: 'Asked', assistant: 'Answered before' } as const;

/**
 * What of a call the owner of the project can read afterwards: all that was said, and of a picture its prompt. `system` is
 * left out: these are words of this server, the same for every project, and never hold any of the project. One text a
 * call: what is sent again because the vendor had too much to do is the same text, and what mends an answer of the
 * wrong shape adds only that answer.
 */
export function disclosedWords(asked: ModelQuestion | PictureRequest): string {
  const text =
    'prompt' in asked
      ? asked.prompt
      : asked.messages.map(({ role, content }) => `${headings[role]}:\n${content}`).join('\n\n');
  // What the database cannot hold must not keep a call from being logged.
  return text.replaceAll('\0', '').toWellFormed();
}
