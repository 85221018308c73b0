/** Form values of an outline item: missing content is empty. */
export interface OutlineWords {
  title: string;
  content: string;
}
