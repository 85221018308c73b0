/** Text shown to viewers in place of the input (decision OQ-16). */
export const needsComment = 'You need comment access to use the assistant.';
