import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import type { Db } from '#server/db/client.ts';
import type { Env } from '#server/env.ts';
import type { MailSender } from '#server/mail/outbox.ts';

/** What main opens and features are handed; a feature names the parts it uses. */
export interface Deps {
  db: Db;
  env: Env;
  log: Logger;
  /** Null: this is the only node. */
  redis: Redis | null;
  mail: MailSender;
}
