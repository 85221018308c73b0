/** Status of an invitation to the product or a project, and of a share. */
export const invitationStatuses = ['pending', 'accepted', 'expired'] as const;
export type InvitationStatus = (typeof invitationStatuses)[number];
