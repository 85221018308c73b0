import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import type { Db } from '#server/db/client.ts';
import type { Env } from '#server/env.ts';

export interface MailSender {
  /** Sends what is due now; called after a mail was queued. Resolves when the round is over. */
  send(): Promise<void>;
  close(): Promise<void>;
}

/** What main opens and features are handed; a feature names the parts it uses. */
export interface Deps {
  db: Db;
  env: Env;
  log: Logger;
  /** Null: this is the only node. */
  redis: Redis | null;
  mail: MailSender;
}
