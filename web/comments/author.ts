import type { Comment } from '#shared/contract/comments.ts';

/** Who wrote a comment: the name, else the address; "Another user" when the account is gone. */
export function commentAuthor({ user }: Pick<Comment, 'user'>): string {
  const name = [user?.firstName, user?.lastName].map((part) => part?.trim()).filter(Boolean);
  return name.join(' ') || user?.email || 'Another user';
}

/** As ui/Avatar draws it: initials on the person's colour. */
export function faceOf({ userId, user }: Pick<Comment, 'userId' | 'user'>) {
  const { firstName, lastName, email } = user ?? { firstName: null, lastName: null, email: '?' };
  return { id: userId ?? '', firstName, lastName, email, profileImageUrl: null };
}
