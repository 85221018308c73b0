import type { Comment } from '#shared/contract/comments.ts';

/**
 * Return the author of a comment: name, otherwise address; "Another user" for a deleted account. An
 * imported comment has only a name.
 */
export function commentAuthor({ user, importedAuthor }: Pick<Comment, 'user' | 'importedAuthor'>): string {
  const name = [user?.firstName, user?.lastName].map((part) => part?.trim()).filter(Boolean);
  return name.join(' ') || user?.email || importedAuthor || 'Another user';
}

/** It came with an archive, which says who wrote it; that need not be so. */
export function isImported({ user, importedAuthor }: Pick<Comment, 'user' | 'importedAuthor'>): boolean {
  return user === null && importedAuthor !== null;
}

/** As ui/Avatar draws it: initials on the person's colour. */
export function faceOf({ userId, user }: Pick<Comment, 'userId' | 'user'>) {
  const { firstName, lastName, email } = user ?? { firstName: null, lastName: null, email: '?' };
  return { id: userId ?? '', firstName, lastName, email, profileImageUrl: null };
}
