import type { z } from 'zod';
import type { FormBody } from './formBody.ts';
import type { FormProblems } from './formProblems.ts';

/** The submitted values. */
export interface SubmittedForm<Draft, Schema extends z.ZodObject> {
  draft: Draft;
  /** Values at the opening of the form. */
  opened: Draft;
  /** Body for the contract. */
  body: FormBody<Draft, Schema>;
  /** The fields that the user has changed. */
  changes: Partial<FormBody<Draft, Schema>>;
}

/** Validation of a form: the contract's schema and the exceptions from it. */
export interface FormRules<Draft extends object, Schema extends z.ZodObject> {
  /**
   * The contract's body schema. Its errors about fields outside of the form are left to the server.
   */
  schema?: Schema;
  /** Convert the draft before it is validated and sent. */
  meant?: (draft: Draft) => Draft;
  /**
   * Errors in addition to, or in place of, the contract's. Null: ignore the contract's error about
   * this field.
   */
  rules?: (draft: Draft) => { readonly [Field in keyof Draft]?: string | null | undefined };
}

/** Initial values of a form, and storage of its draft. */
export interface FormStart<Draft extends object> {
  /** The stored values; read once, when the form opens. */
  opened: Draft | (() => Draft);
  /** Storage of the draft until it is saved or discarded (web/lib/draftStorage.ts). */
  keeps?: { read: () => Partial<Draft> | null; write: (draft: Draft | null) => void };
}

/** Function that saves a form, and callbacks for its results. */
export interface FormSaving<Draft extends object, Schema extends z.ZodObject, Answer> {
  /** Send the form; null if there is nothing to send. Rejects if the server rejects. */
  save: (written: SubmittedForm<Draft, Schema>) => Promise<Answer> | null;
  /** Called only while the form is mounted. */
  onSaved?: (answer: Answer, written: SubmittedForm<Draft, Schema>) => void;
  /** Called when a submit finds these errors. */
  onWrong?: (problems: FormProblems<Draft>) => void;
  /** Called only while the form is mounted. */
  onRejected?: (error: unknown) => void;
  /** Return the errors of a server rejection by field. */
  rejectedFields?: (error: unknown) => Readonly<Record<string, string>>;
}
