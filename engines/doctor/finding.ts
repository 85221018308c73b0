/**
 * One result of the doctor, in the shape of a suggestion (docs/spec/assistant.md, OQ-70 and OQ-71).
 */
export interface Finding {
  ruleId: string;
  /**
   * The habit that it is an instance of, such as “Camera talk: “we see””. Findings of one habit are
   * shown as one, with a count.
   */
  habit: string;
  /** Null for a finding about no line, such as a listed character who never occurs. */
  elementId: number | null;
  type: 'replace' | 'modify' | 'insert_before' | 'insert_after';
  /** One line on what was found. */
  description: string;
  /** Explanation for the writer of why it matters. */
  reasoning: string;
  /** 0 to 1: how often a professional would agree. */
  confidence: number;
  /** The exact words of the content that it is about; for "replace" the whole content. */
  originalContent: string;
  /** Null if the doctor has no rewrite that is certainly right. */
  suggestedContent: string | null;
}
