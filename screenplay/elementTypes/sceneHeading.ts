import type { ElementTypeFacts } from './elementTypeFacts.ts';

export const sceneHeadingFacts: ElementTypeFacts = {
  label: 'Scene Heading',
  placeholder: 'NEW SCENE',
  fdxName: 'Scene Heading',
  readingClass: 'heading',
  part: 'heading',
  isUpperCased: true,
  keepsLeadingSpaces: false,
  isCompleted: true,
  hasMentions: false,
  audioKind: null,
  narratedBy: 'headings',
  next: 'action',
  finalDraftEnter: 'action',
  finalDraftTab: 'action',
};
