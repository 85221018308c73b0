/** A fault that a script coordinator corrects before a script is distributed. */
export interface Problem {
  /** Rule that found it. */
  type: string;
  /** Index among the printed elements; null for the whole script. */
  element: number | null;
  /** Label of the page on which the element begins. */
  page: string | null;
  text: string;
}
