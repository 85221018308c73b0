export const copiesOwnerKey = 'cold-open:copies-of';

/**
 * Whose copies this browser keeps, read at once and without its database: a page finds out before anything else whether there
 * is something of somebody else to remove (web/boot.ts). Null: there are none.
 */
export const copyOwner = {
  get(): string | null {
    try {
      return localStorage.getItem(copiesOwnerKey);
    } catch {
      return null; // storage is refused, and with it the database
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
