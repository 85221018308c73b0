import type { Project } from '#shared/contract/projects.ts';
import { toast } from '#web/lib/toast.ts';
import { toastTexts } from '#web/lib/toastTexts.ts';
import type { ProjectChangeBody } from '#web/projects/projects.data.ts';
import { type IdeaField, type IdeaTexts, ideaChange, ideaFields, textsOf } from './texts.ts';

export interface DraftState {
  /** As the server has them. */
  saved: IdeaTexts;
  /** What has been typed and is not saved. */
  typed: Partial<IdeaTexts>;
  phase: 'still' | 'saving' | 'saved' | 'failed';
}

/**
 * Title, logline and synopsis of one project while they are written. It lasts as long as the page, so that what could
 * not be saved is still there when the writer comes back to the view; closing the tab warns meanwhile.
 */
export class IdeaDraft {
  #state: DraftState;
  readonly #send: (change: ProjectChangeBody) => Promise<Project>;
  readonly #listeners = new Set<() => void>();
  #saving: Promise<void> | null = null;
  #isWanted = false;
  readonly #warn = (event: BeforeUnloadEvent) => event.preventDefault();

  constructor(project: Project, send: (change: ProjectChangeBody) => Promise<Project>) {
    this.#state = { saved: textsOf(project), typed: {}, phase: 'still' };
    this.#send = send;
  }

  readonly state = (): DraftState => this.#state;

  readonly watch = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** What the fields show. */
  readonly texts = (): IdeaTexts => ({ ...this.#state.saved, ...this.#state.typed });

  /** The project as it is now; what is being typed stays. */
  readonly know = (project: Project): void => {
    const saved = textsOf(project);
    if (ideaFields.some((field) => saved[field] !== this.#state.saved[field])) this.#set({ saved });
  };

  readonly write = (field: IdeaField, text: string): void => {
    const { typed, phase } = this.#state;
    this.#set({ typed: { ...typed, [field]: text }, phase: phase === 'saved' ? 'still' : phase });
  };

  /** Saves what has changed, in the order of typing; a save on its way goes first. */
  readonly save = (): Promise<void> => {
    this.#isWanted = true;
    this.#saving ??= this.#sendAll().finally(() => {
      this.#saving = null;
    });
    return this.#saving;
  };

  async #sendAll(): Promise<void> {
    while (this.#isWanted) {
      this.#isWanted = false;
      const sent = this.#state.typed;
      const change = ideaChange(this.#state.saved, this.texts());
      this.#settle();
      if (change === null) continue;
      this.#set({ phase: 'saving' });
      try {
        this.know(await this.#send(change));
        this.#forget(sent);
        this.#set({ phase: this.#isUnsaved() ? 'still' : 'saved' });
        toast(toastTexts.changesSaved);
      } catch {
        this.#set({ phase: 'failed' });
        toast({
          ...toastTexts.saveFailed,
          action: { label: 'Try again', onClick: () => void this.save() },
        });
      }
    }
  }

  /** A blank title gives way to the saved one (decision OQ-34), and so does what says the same as is saved. */
  #settle(): void {
    const { saved, typed, phase } = this.#state;
    const kept = Object.entries(typed).filter(
      ([field, text]) =>
        !(field === 'name' && text.trim() === '') && text.trim() !== saved[field as IdeaField].trim(),
    );
    if (kept.length === Object.keys(typed).length) return;
    const isStill = kept.length === 0 && phase === 'failed';
    this.#set({ typed: Object.fromEntries(kept), phase: isStill ? 'still' : phase });
  }

  /** What was typed since stays. */
  #forget(sent: Partial<IdeaTexts>): void {
    const kept = Object.entries(this.#state.typed).filter(
      ([field, text]) => text !== sent[field as IdeaField],
    );
    this.#set({ typed: Object.fromEntries(kept) });
  }

  #isUnsaved(): boolean {
    const { saved, typed } = this.#state;
    return ideaFields.some(
      (field) => typed[field] !== undefined && typed[field].trim() !== saved[field].trim(),
    );
  }

  #set(change: Partial<DraftState>): void {
    this.#state = { ...this.#state, ...change };
    // Adding the same listener again does nothing.
    if (this.#isUnsaved()) window.addEventListener('beforeunload', this.#warn);
    else window.removeEventListener('beforeunload', this.#warn);
    for (const listener of this.#listeners) listener();
  }
}
