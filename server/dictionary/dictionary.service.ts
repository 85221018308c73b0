import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { dictionaryWords } from '#server/db/schema/script.ts';
import { invalid, notFound } from '#server/lib/errors.ts';
import { changeProject } from '#server/lib/projectChange.ts';
import {
  type DictionaryScope,
  type DictionaryWord,
  maxDictionaryWords,
} from '#shared/contract/dictionary.ts';

/** A member of a project. */
interface Member {
  projectId: number;
  userId: string;
}

/** Owner columns of the words of one scope. */
function ownerOf(scope: DictionaryScope, { projectId, userId }: Member) {
  return {
    userId: scope === 'project' ? null : userId,
    projectId: scope === 'person' ? null : projectId,
  };
}

/** Build the condition for words of one scope. */
function isOfScope(scope: DictionaryScope, member: Member): SQL | undefined {
  const { userId, projectId } = ownerOf(scope, member);
  return and(
    userId === null ? isNull(dictionaryWords.userId) : eq(dictionaryWords.userId, userId),
    projectId === null ? isNull(dictionaryWords.projectId) : eq(dictionaryWords.projectId, projectId),
  );
}

function scopeOf({ userId, projectId }: typeof dictionaryWords.$inferSelect): DictionaryScope {
  if (userId === null) return 'project';
  return projectId === null ? 'person' : 'script';
}

/** Return the words that spelling accepts for a member of a project, by id. */
export async function wordsFor(db: Db, member: Member): Promise<DictionaryWord[]> {
  const found = await db
    .select()
    .from(dictionaryWords)
    .where(or(isOfScope('person', member), isOfScope('project', member), isOfScope('script', member)))
    .orderBy(dictionaryWords.id);
  return found.map((row) => ({ id: row.id, word: row.word, scope: scopeOf(row) }));
}

/** Add a word to the dictionary of a project, and announce it to the members. */
export function addWordOfProject(db: Db, member: Member, word: string): Promise<DictionaryWord> {
  return changeProject(db, member, async ({ tx, changed }) => {
    const stored = await storeWord(tx, member, word, 'project');
    changed('dictionary', [stored.id]);
    return stored;
  });
}

/** Add a word. A word that is there already is returned as it is. Throws invalid. */
export async function storeWord(
  db: Db,
  member: Member,
  word: string,
  scope: DictionaryScope,
): Promise<DictionaryWord> {
  if ((await db.$count(dictionaryWords, isOfScope(scope, member))) >= maxDictionaryWords)
    throw invalid('The dictionary is full. Remove words that you no longer need.');
  const [row] = await db
    .insert(dictionaryWords)
    .values({ ...ownerOf(scope, member), word: word.normalize('NFC') })
    .onConflictDoUpdate({
      target: [dictionaryWords.userId, dictionaryWords.projectId, dictionaryWords.word],
      set: { word: sql`excluded.word` },
    })
    .returning();
  if (!row) throw new Error('INSERT INTO dictionary_words returned no row');
  return { id: row.id, word: row.word, scope };
}

/**
 * Add words to the dictionary of a user, up to its limit. Words that are there already count
 * neither as added nor as left out.
 */
export function storeWordsOfUser(
  db: Db,
  userId: string,
  words: readonly string[],
): Promise<{ added: number; leftOut: number }> {
  const isOwn = and(eq(dictionaryWords.userId, userId), isNull(dictionaryWords.projectId));
  return db.transaction(async (tx) => {
    const stored = await tx.select({ word: dictionaryWords.word }).from(dictionaryWords).where(isOwn);
    const known = new Set(stored.map(({ word }) => word));
    const unknown = [...new Set(words.map((word) => word.normalize('NFC')))].filter(
      (word) => !known.has(word),
    );
    const fitting = unknown.slice(0, Math.max(0, maxDictionaryWords - known.size));
    if (fitting.length > 0)
      await tx
        .insert(dictionaryWords)
        .values(fitting.map((word) => ({ userId, word })))
        .onConflictDoNothing();
    return { added: fitting.length, leftOut: unknown.length - fitting.length };
  });
}

/** Remove a word from the dictionary of a project, and announce that. Throws notFound. */
export function removeWordOfProject(db: Db, member: Member, wordId: number): Promise<void> {
  return changeProject(db, member, async ({ tx, changed }) => {
    await deleteWord(tx, member, wordId, ['project']);
    changed('dictionary', [wordId]);
  });
}

/** Remove a word of one of the scopes. Throws notFound. */
export async function deleteWord(
  db: Db,
  member: Member,
  wordId: number,
  scopes: readonly DictionaryScope[],
): Promise<void> {
  const removed = await db
    .delete(dictionaryWords)
    .where(and(eq(dictionaryWords.id, wordId), or(...scopes.map((scope) => isOfScope(scope, member)))))
    .returning({ id: dictionaryWords.id });
  if (removed.length === 0) throw notFound('Word');
}
