import type { ElementTypeFacts } from './elementTypeFacts.ts';

export const actionFacts: ElementTypeFacts = {
  label: 'Action',
  placeholder: 'New action...',
  fdxName: 'Action',
  readingClass: 'action',
  part: 'text',
  isUpperCased: false,
  keepsLeadingSpaces: true,
  isCompleted: false,
  hasMentions: true,
  audioKind: 'effect',
  narratedBy: 'action',
  next: 'action',
  finalDraftEnter: 'action',
  finalDraftTab: 'character',
};
