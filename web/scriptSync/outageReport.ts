import { createStore } from '#web/lib/store.ts';
import type { MergeNotice, ReconnectReport } from './mergeNotices.ts';
import type { SendState } from './sendState.ts';

/** Collects merge notices of changes that had to wait, and reports them once all are sent. */
export class OutageReport {
  /**
   * Set while the server is unavailable, or changes of a closed tab are pending (`isClosedTab`):
   * the number of changes sent since then, and their merge notices.
   */
  #outage: { sent: number; notices: MergeNotice[]; isClosedTab: boolean } | null = null;
  /** Report after a reconnection, until the user closes it. */
  readonly report = createStore<ReconnectReport | null>(null);

  startForClosedTab(): void {
    this.#outage ??= { sent: 0, notices: [], isClosedTab: true };
  }

  get isOpen(): boolean {
    return this.#outage !== null;
  }

  noteSent(notices: readonly MergeNotice[]): void {
    if (!this.#outage) return;
    this.#outage.sent++;
    this.#outage.notices.push(...notices);
  }

  noteDecision(notice: MergeNotice): void {
    this.#outage?.notices.push(notice);
  }

  /** Follow the outbox: an outage begins while it waits, and ends when it is empty. */
  follow(state: SendState, pendingCount: number): void {
    if (state.status === 'waiting') {
      this.startForClosedTab();
      if (this.#outage) this.#outage.isClosedTab = false;
    }
    if (!this.#outage || pendingCount > 0) return;
    const { sent, notices, isClosedTab } = this.#outage;
    this.#outage = null;
    // The changes of a page that was reloaded in the middle of a word are no news.
    if (notices.length === 0 && (sent === 0 || isClosedTab)) return;
    // Notices that the user has not closed yet stay in the list.
    const before = this.report.get();
    this.report.set({
      sent: sent + (before?.sent ?? 0),
      notices: [...(before?.notices ?? []), ...notices],
    });
  }
}
