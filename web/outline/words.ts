/** Of one outline item, as a form has them: no content is an empty one. */
export interface OutlineWords {
  title: string;
  content: string;
}

export function isSameOutlineWords(one: OutlineWords, other: OutlineWords): boolean {
  return one.title === other.title && one.content === other.content;
}
