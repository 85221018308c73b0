/** What a viewer reads where others ask (decision OQ-16). */
export const needsComment = 'You need comment access to use the assistant.';
