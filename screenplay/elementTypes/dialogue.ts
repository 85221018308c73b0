import type { ElementTypeFacts } from './elementTypeFacts.ts';

export const dialogueFacts: ElementTypeFacts = {
  label: 'Dialogue',
  placeholder: 'New dialogue...',
  fdxName: 'Dialogue',
  readingClass: 'dialogue',
  part: 'speech',
  isUpperCased: false,
  keepsLeadingSpaces: true,
  isCompleted: false,
  hasMentions: true,
  audioKind: 'speech',
  narratedBy: null,
  // The preference "After dialogue" replaces these two (screenplay/flow.ts).
  next: 'action',
  finalDraftEnter: 'action',
  finalDraftTab: 'parenthetical',
};
