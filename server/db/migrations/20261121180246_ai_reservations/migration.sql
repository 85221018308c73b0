CREATE TABLE "ai_requests" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ai_requests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" text NOT NULL,
	"project_id" integer,
	"request_id" text NOT NULL,
	"service" text NOT NULL,
	"feature" text NOT NULL,
	"model" text NOT NULL,
	"task" text NOT NULL,
	"state" text DEFAULT 'running' NOT NULL,
	"reserved" numeric(12,2) DEFAULT '0' NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"outcome" jsonb,
	"usage_id" integer UNIQUE,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ai_requests_user_id_request_id_key" UNIQUE("user_id","request_id"),
	CONSTRAINT "ai_requests_state_check" CHECK ("state" in ('running', 'done', 'failed')),
	CONSTRAINT "ai_requests_reserved_check" CHECK ("reserved" >= 0 and ("state" = 'running' or "reserved" = 0))
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "reserved_credits" numeric(12,2) DEFAULT '0' NOT NULL;--> statement-breakpoint
CREATE INDEX "ai_requests_running_idx" ON "ai_requests" ("expires_at") WHERE "state" = 'running';--> statement-breakpoint
CREATE INDEX "ai_requests_created_at_idx" ON "ai_requests" ("created_at");--> statement-breakpoint
CREATE INDEX "ai_requests_project_id_idx" ON "ai_requests" ("project_id");--> statement-breakpoint
CREATE UNIQUE INDEX "credit_transactions_usage_once_idx" ON "credit_transactions" ("related_ai_usage_id") WHERE "type" = 'usage';--> statement-breakpoint
ALTER TABLE "ai_requests" ADD CONSTRAINT "ai_requests_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "ai_requests" ADD CONSTRAINT "ai_requests_project_id_projects_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "ai_requests" ADD CONSTRAINT "ai_requests_usage_id_ai_usage_logs_id_fkey" FOREIGN KEY ("usage_id") REFERENCES "ai_usage_logs"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_reserved_credits_check" CHECK ("reserved_credits" between 0 and "credit_balance");