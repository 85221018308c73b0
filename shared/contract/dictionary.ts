import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { ProjectParams } from '../projectId.ts';
import { rowId, storableText } from './fields.ts';

/**
 * Where a word counts as spelled correctly: in all projects of the user (`person`), in a project
 * for all members (`project`), or in a project for the user alone (`script`).
 */
export const dictionaryScopes = ['person', 'project', 'script'] as const;
export type DictionaryScope = (typeof dictionaryScopes)[number];

export const maxWordLength = 60;
/** Maximum number of words of one scope. */
export const maxDictionaryWords = 5000;

/** A word that a dictionary can contain: letters, digits, hyphens and apostrophes. */
export const dictionaryWord = storableText(maxWordLength).regex(
  /^[\p{L}\p{M}\p{N}'’-]+$/u,
  'Must be one word',
);

export const DictionaryWord = z.object({
  id: z.number(),
  word: z.string(),
  scope: z.enum(dictionaryScopes),
});
export type DictionaryWord = z.input<typeof DictionaryWord>;

export const listDictionary = endpoint({
  method: 'GET',
  path: '/api/projects/:id/dictionary',
  summary: "Words of the caller's dictionary, the project's, and those that the caller ignores in it",
  params: ProjectParams,
  reply: z.array(DictionaryWord),
});

/** Scopes of the words that only their user has. */
export const ownScopes = ['person', 'script'] as const;

export const addProjectWord = endpoint({
  method: 'POST',
  path: '/api/projects/:id/dictionary',
  summary: "Add a word to the project's dictionary",
  params: ProjectParams,
  body: z.object({ word: dictionaryWord }),
  reply: DictionaryWord,
});

export const removeProjectWord = endpoint({
  method: 'DELETE',
  path: '/api/projects/:id/dictionary/:wordId',
  summary: "Remove a word from the project's dictionary",
  params: ProjectParams.extend({ wordId: rowId }),
  status: 204,
});

export const addOwnWord = endpoint({
  method: 'POST',
  path: '/api/projects/:id/own-words',
  summary: "Add a word to the caller's dictionary, or ignore it in this project for the caller",
  params: ProjectParams,
  body: z.object({ word: dictionaryWord, scope: z.enum(ownScopes) }),
  reply: DictionaryWord,
});

export const removeOwnWord = endpoint({
  method: 'DELETE',
  path: '/api/projects/:id/own-words/:wordId',
  summary: "Remove a word from the caller's dictionary, or ignore it no longer",
  params: ProjectParams.extend({ wordId: rowId }),
  status: 204,
});

/** Maximum number of words in one call. */
export const maxWordsInCall = 1000;

export const addOwnWords = endpoint({
  method: 'POST',
  path: '/api/auth/user/words',
  summary: "Add words to the caller's dictionary, as many as it can hold",
  body: z.object({ words: z.array(dictionaryWord).max(maxWordsInCall) }),
  reply: z.object({
    added: z.number(),
    /** Number of words for which the dictionary has no space. */
    leftOut: z.number(),
  }),
});
