/** Phase of a save: none yet, running, everything stored, or failed. */
export type SavePhase = 'still' | 'saving' | 'saved' | 'failed';

export interface AutosaveState<Fields> {
  /** Fields as stored on the server. */
  saved: Fields;
  /** Typed fields that are not saved yet. */
  typed: Partial<Fields>;
  phase: SavePhase;
  /** Whether saving a typed field has failed; it stays true during a retry. */
  hasFailed: boolean;
  /** Messages of the server about fields. These are not sent again until they change. */
  problems: Readonly<Record<string, string>>;
}

/** Test of one field by its value. */
export type FieldTest<Fields> = (field: keyof Fields, value: Fields[keyof Fields]) => boolean;

/** Remove typed fields that pass the test. When none is left, a failure is over. */
export function withoutFields<Fields extends object>(
  state: AutosaveState<Fields>,
  isOver: FieldTest<Fields>,
): AutosaveState<Fields> {
  const before = fieldsIn(state.typed);
  const left = before.filter(([field, value]) => !isOver(field, value));
  if (left.length === before.length) return state;
  const typed = fieldsOf<Fields>(left);
  const problems = problemsWhere(state, (field) => field in typed);
  if (left.length > 0) return { ...state, typed, problems };
  const phase = state.phase === 'failed' ? 'still' : state.phase;
  return { ...state, typed, problems, hasFailed: false, phase };
}

/** Add typed fields. A changed field is no longer rejected. */
export function withWritten<Fields extends object>(
  state: AutosaveState<Fields>,
  change: Partial<Fields>,
): AutosaveState<Fields> {
  return {
    ...state,
    typed: { ...state.typed, ...change },
    phase: state.phase === 'saved' ? 'still' : state.phase,
    problems: problemsWhere(state, (field) => !(field in change)),
  };
}

/** Add the server's errors about sent fields that were not changed since. */
export function withProblems<Fields extends object>(
  state: AutosaveState<Fields>,
  found: Readonly<Record<string, string>>,
  isAsSent: FieldTest<Fields>,
): AutosaveState<Fields> {
  const stillValid = Object.entries(found).filter(([name]) => {
    const field = name as keyof Fields;
    return isAsSent(field, state.typed[field] as Fields[keyof Fields]);
  });
  const problems = { ...state.problems, ...Object.fromEntries(stillValid) };
  return { ...state, phase: 'failed', hasFailed: true, problems };
}

function problemsWhere<Fields>({ problems }: AutosaveState<Fields>, test: (field: string) => boolean) {
  return Object.fromEntries(Object.entries(problems).filter(([field]) => test(field)));
}

export function fieldsIn<Fields extends object>(
  fields: Partial<Fields>,
): [keyof Fields, Fields[keyof Fields]][] {
  return Object.entries(fields) as [keyof Fields, Fields[keyof Fields]][];
}

export function fieldsOf<Fields>(entries: [keyof Fields, Fields[keyof Fields]][]): Partial<Fields> {
  return Object.fromEntries(entries) as Partial<Fields>;
}
