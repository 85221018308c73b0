/** Text of the heading of an omitted scene. */
export const omittedText = 'OMITTED';
