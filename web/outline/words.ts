/** Of one outline item, as a form has them: no content is an empty one. */
export interface OutlineWords {
  title: string;
  content: string;
}
