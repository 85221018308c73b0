/** Error texts of sharing, also for fields that the web checks itself. */
export const sharingTexts = {
  emailRequired: 'Please enter an email address',
  emailInvalid: 'Please enter a valid email address',
  ownerByInvitation: 'Owner cannot be assigned by invitation.',
  ownerRoleFixed: 'Owner role cannot be changed.',
  ownProject: 'You already own this project.',
  hasAccess: 'This person already has access.',
  tooManyPeople: 'No more people can be invited to this project. Remove somebody from the list first.',
  tooManyInvitations: 'You have sent too many invitations. Please try again later.',
  tooManyToAddress: 'This address has been sent several invitations already. Please try again later.',
  invitationNotFound: 'Invitation Not Found',
  invitationOver: 'This invitation may have expired or has already been used.',
  otherAddress: 'This invitation was sent to a different email address.',
  onlyEditors: 'Only an editor who has accepted the invitation can become the owner.',
} as const;
