export const copiesOwnerKey = 'cold-open:copies-of';

/**
 * The owner of this browser's copies, readable without the database: a page checks first whether
 * copies of another user have to be removed (web/boot.ts). Null: there are none.
 */
export const copyOwner = {
  get(): string | null {
    try {
      return localStorage.getItem(copiesOwnerKey);
    } catch {
      return null; // storage is blocked, and with it the database
    }
  },
  set(userId: string | null): void {
    try {
      if (userId === null) localStorage.removeItem(copiesOwnerKey);
      else localStorage.setItem(copiesOwnerKey, userId);
    } catch {
      // as above
    }
  },
};
