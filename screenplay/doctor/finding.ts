/** What the doctor found, in the shape of a suggestion (docs/spec/assistant.md, decisions OQ-70 and OQ-71). */
export interface Finding {
  ruleId: string;
  /** What it is an instance of, in a few words: “Camera talk: “we see””. Findings of one habit are shown as one, with a count. */
  habit: string;
  /** Null for what concerns nobody's line, such as a listed character who never occurs. */
  elementId: number | null;
  type: 'replace' | 'modify' | 'insert_before' | 'insert_after';
  /** What was found, in one line. */
  description: string;
  /** Why it matters, for the writer. */
  reasoning: string;
  /** 0 to 1: how often a professional would agree. */
  confidence: number;
  /** The words it is about, as they stand in the content; for replace all of it. */
  originalContent: string;
  /** Null where the doctor has no rewrite that is certainly right. */
  suggestedContent: string | null;
}
