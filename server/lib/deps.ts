import type { Logger } from 'pino';
import type { Db } from '#server/db/client.ts';
import type { Env } from '#server/env.ts';
import type { Counter } from './counter.ts';
import type { PartStatus } from './partStatus.ts';

export interface MailSender {
  /** Sends what is due now; called after a mail was queued. Resolves when the round is over. */
  send(): Promise<void>;
  /** How the last delivery went: away when the mail server itself could not be reached. */
  status(): PartStatus;
  close(): Promise<void>;
}

/** What main opens and features are handed; a feature names the parts it uses. */
export interface Deps {
  db: Db;
  env: Env;
  log: Logger;
  counter: Counter;
  mail: MailSender;
}
