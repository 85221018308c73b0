import type { ElementTypeFacts } from './elementTypeFacts.ts';

export const parentheticalFacts: ElementTypeFacts = {
  label: 'Parenthetical',
  placeholder: '(...)',
  fdxName: 'Parenthetical',
  readingClass: 'parenthetical',
  part: 'speech',
  isUpperCased: false,
  keepsLeadingSpaces: false,
  isCompleted: false,
  hasMentions: true,
  audioKind: null,
  narratedBy: null,
  next: 'dialogue',
  finalDraftEnter: 'dialogue',
  finalDraftTab: 'dialogue',
};
