/** Project roles, weakest first. */
export const roles = ['viewer', 'commenter', 'editor', 'owner'] as const;
export type Role = (typeof roles)[number];

/** What somebody can be invited as, and be made later. A project's owner has no share in it. */
export const shareRoles = ['viewer', 'commenter', 'editor'] as const satisfies readonly Role[];
export type ShareRole = (typeof shareRoles)[number];

/** What a role may be asked for at the door of a call (decision OQ-16). */
export type Ability = 'read' | 'comment' | 'write' | 'own';

const abilities: Record<Role, readonly Ability[]> = {
  viewer: ['read'],
  commenter: ['read', 'comment'],
  editor: ['read', 'comment', 'write'],
  owner: ['read', 'comment', 'write', 'own'],
};

export function may(role: Role, ability: Ability): boolean {
  return abilities[role].includes(ability);
}
