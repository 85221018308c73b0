CREATE TABLE "spending_limits" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "spending_limits_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" text CONSTRAINT "spending_limits_user_id_key" UNIQUE,
	"project_id" integer CONSTRAINT "spending_limits_project_id_key" UNIQUE,
	"credits" numeric(12,2) NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "spending_limits_of_whom_check" CHECK (num_nonnulls("user_id", "project_id") = 1),
	CONSTRAINT "spending_limits_credits_check" CHECK ("credits" >= 0)
);
--> statement-breakpoint
CREATE TABLE "spending_months" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "spending_months_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" text,
	"project_id" integer,
	"month" date NOT NULL,
	"spent" numeric(12,2) DEFAULT '0' NOT NULL,
	"held" numeric(12,2) DEFAULT '0' NOT NULL,
	"alerted_at" timestamp with time zone,
	CONSTRAINT "spending_months_user_id_month_key" UNIQUE("user_id","month"),
	CONSTRAINT "spending_months_project_id_month_key" UNIQUE("project_id","month"),
	CONSTRAINT "spending_months_of_whom_check" CHECK (num_nonnulls("user_id", "project_id") = 1),
	CONSTRAINT "spending_months_amounts_check" CHECK ("spent" >= 0 and "held" >= 0)
);
--> statement-breakpoint
CREATE TABLE "ai_usage_sums" (
	"step" text,
	"at" timestamp with time zone,
	"service" text,
	"feature" text,
	"model" text,
	"requests" integer DEFAULT 0 NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"tokens" bigint DEFAULT 0 NOT NULL,
	"cost" numeric(18,4) DEFAULT '0' NOT NULL,
	CONSTRAINT "ai_usage_sums_pkey" PRIMARY KEY("step","at","service","feature","model")
);
--> statement-breakpoint
CREATE TABLE "credit_days" (
	"day" date,
	"type" text,
	"transactions" integer DEFAULT 0 NOT NULL,
	"amount" numeric(18,4) DEFAULT '0' NOT NULL,
	CONSTRAINT "credit_days_pkey" PRIMARY KEY("day","type")
);
--> statement-breakpoint
CREATE TABLE "user_ai_usage" (
	"user_id" text PRIMARY KEY,
	"requests" integer DEFAULT 0 NOT NULL,
	"cost" numeric(18,4) DEFAULT '0' NOT NULL,
	"last_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "ai_usage_logs_feature_idx" ON "ai_usage_logs" ("feature","created_at","id");--> statement-breakpoint
CREATE INDEX "ai_usage_logs_failed_idx" ON "ai_usage_logs" ("created_at","id") WHERE not "success";--> statement-breakpoint
CREATE INDEX "user_ai_usage_cost_idx" ON "user_ai_usage" ("cost","user_id");--> statement-breakpoint
ALTER TABLE "spending_limits" ADD CONSTRAINT "spending_limits_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "spending_limits" ADD CONSTRAINT "spending_limits_project_id_projects_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "spending_months" ADD CONSTRAINT "spending_months_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "spending_months" ADD CONSTRAINT "spending_months_project_id_projects_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "user_ai_usage" ADD CONSTRAINT "user_ai_usage_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
-- Sums are added to by the statement that writes the rows, and in their order, so that two writers never wait in a circle.
CREATE FUNCTION "roll_up_ai_usage"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO ai_usage_sums AS h (step, at, service, feature, model, requests, failures, tokens, cost)
		SELECT step, date_trunc(step, created_at, 'UTC'), service, feature, model,
			count(*), count(*) FILTER (WHERE NOT success), sum(total_tokens), sum(cost)
		FROM added, unnest(ARRAY['hour', 'day']) step GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
	ON CONFLICT (step, at, service, feature, model) DO UPDATE SET
		requests = h.requests + excluded.requests, failures = h.failures + excluded.failures,
		tokens = h.tokens + excluded.tokens, cost = h.cost + excluded.cost;
	INSERT INTO user_ai_usage AS u (user_id, requests, cost, last_at)
		SELECT user_id, count(*), sum(cost), max(created_at) FROM added WHERE user_id IS NOT NULL GROUP BY 1 ORDER BY 1
	ON CONFLICT (user_id) DO UPDATE SET
		requests = u.requests + excluded.requests, cost = u.cost + excluded.cost,
		last_at = greatest(u.last_at, excluded.last_at);
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "roll_up_ai_usage" AFTER INSERT ON "ai_usage_logs"
	REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION roll_up_ai_usage();
--> statement-breakpoint
CREATE FUNCTION "roll_up_credits"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO credit_days AS d (day, type, transactions, amount)
		SELECT (created_at AT TIME ZONE 'UTC')::date, type, count(*), sum(amount)
		FROM added GROUP BY 1, 2 ORDER BY 1, 2
	ON CONFLICT (day, type) DO UPDATE SET
		transactions = d.transactions + excluded.transactions, amount = d.amount + excluded.amount;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "roll_up_credits" AFTER INSERT ON "credit_transactions"
	REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION roll_up_credits();
--> statement-breakpoint
-- What was written before.
INSERT INTO "ai_usage_sums" (step, at, service, feature, model, requests, failures, tokens, cost)
	SELECT step, date_trunc(step, created_at, 'UTC'), service, feature, model,
		count(*), count(*) FILTER (WHERE NOT success), sum(total_tokens), sum(cost)
	FROM ai_usage_logs, unnest(ARRAY['hour', 'day']) step GROUP BY 1, 2, 3, 4, 5;
--> statement-breakpoint
INSERT INTO "user_ai_usage" (user_id, requests, cost, last_at)
	SELECT user_id, count(*), sum(cost), max(created_at) FROM ai_usage_logs WHERE user_id IS NOT NULL GROUP BY 1;
--> statement-breakpoint
INSERT INTO "credit_days" (day, type, transactions, amount)
	SELECT (created_at AT TIME ZONE 'UTC')::date, type, count(*), sum(amount) FROM credit_transactions GROUP BY 1, 2;
--> statement-breakpoint
INSERT INTO "spending_months" (user_id, month, spent)
	SELECT user_id, date_trunc('month', created_at, 'UTC')::date, -sum(amount) FROM credit_transactions
	WHERE type = 'usage' AND created_at >= date_trunc('month', now(), 'UTC') GROUP BY 1, 2;
--> statement-breakpoint
INSERT INTO "spending_months" (project_id, month, spent)
	SELECT l.project_id, date_trunc('month', t.created_at, 'UTC')::date, -sum(t.amount)
	FROM credit_transactions t JOIN ai_usage_logs l ON l.id = t.related_ai_usage_id
	WHERE t.type = 'usage' AND l.project_id IS NOT NULL AND t.created_at >= date_trunc('month', now(), 'UTC') GROUP BY 1, 2;
