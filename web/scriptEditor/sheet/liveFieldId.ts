/** The id of the active line's field in the document; one line is edited at a time. */
export const liveFieldId = 'line-being-written';
