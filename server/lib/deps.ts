import type { Logger } from 'pino';
import type { Db } from '#server/db/client.ts';
import type { Env } from '#server/env.ts';
import type { Counter } from './counter.ts';
import type { PartStatus } from './partStatus.ts';

export interface MailSender {
  /**
   * Send the mails that are due. Called after a mail was queued. Resolves when all were attempted.
   */
  send(): Promise<void>;
  /** Result of the last delivery. 'away': the mail server could not be reached. */
  status(): PartStatus;
  close(): Promise<void>;
}

/** Dependencies that main opens and passes to features. A feature names the parts it uses. */
export interface Deps {
  db: Db;
  env: Env;
  log: Logger;
  counter: Counter;
  mail: MailSender;
}
