CREATE TABLE "server_keys" (
	"name" text PRIMARY KEY,
	"key" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "ai_requests" ADD COLUMN "fingerprint" text;--> statement-breakpoint
ALTER TABLE "login_tokens" ADD COLUMN "asker_hash" text;--> statement-breakpoint
ALTER TABLE "login_tokens" ADD COLUMN "other_tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "is_delivered" boolean DEFAULT true NOT NULL;