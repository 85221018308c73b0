CREATE TABLE "scheduled_jobs" (
	"name" text PRIMARY KEY,
	"next_run_at" timestamp with time zone DEFAULT now() NOT NULL,
	"leased_until" timestamp with time zone,
	"started_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"last_error" text,
	"failures" integer DEFAULT 0 NOT NULL,
	"run" integer DEFAULT 0 NOT NULL
);
