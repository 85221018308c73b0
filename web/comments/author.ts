import type { Comment } from '#shared/contract/comments.ts';

/**
 * Return the author of a comment: name, otherwise address; "Another user" for a deleted account. An
 * imported comment has only a name.
 */
export function commentAuthor({ user, importedAuthor }: Pick<Comment, 'user' | 'importedAuthor'>): string {
  const name = [user?.firstName, user?.lastName].map((part) => part?.trim()).filter(Boolean);
  return name.join(' ') || user?.email || importedAuthor || 'Another user';
}

/** Return whether the comment was imported. The archive names its author, which is not verified. */
export function isImported({ user, importedAuthor }: Pick<Comment, 'user' | 'importedAuthor'>): boolean {
  return user === null && importedAuthor !== null;
}

/** Return the props of ui/Avatar for the author. */
export function faceOf({ userId, user }: Pick<Comment, 'userId' | 'user'>) {
  const { firstName, lastName, email } = user ?? { firstName: null, lastName: null, email: '?' };
  return { id: userId ?? '', firstName, lastName, email, profileImageUrl: null };
}
