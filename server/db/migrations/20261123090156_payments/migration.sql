CREATE TABLE "payment_events" (
	"id" text PRIMARY KEY,
	"type" text NOT NULL,
	"subject" jsonb NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	"processed_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_error" text
);
--> statement-breakpoint
CREATE TABLE "payment_reversals" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_reversals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"payment_id" integer NOT NULL,
	"reversal_id" text NOT NULL UNIQUE,
	"type" text NOT NULL,
	"amount" numeric(12,4) NOT NULL,
	"is_in_force" boolean NOT NULL,
	"is_final" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_reversals_type_check" CHECK ("type" in ('refund', 'dispute'))
);
--> statement-breakpoint
CREATE TABLE "reconciliations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reconciliations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"day" date NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	"payments" integer DEFAULT 0 NOT NULL,
	"differences" jsonb DEFAULT '[]' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "test_payments" (
	"id" text PRIMARY KEY,
	"user_id" text NOT NULL,
	"type" text NOT NULL,
	"data" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "test_payments_type_check" CHECK ("type" in ('payment', 'invoice', 'subscription'))
);
--> statement-breakpoint
ALTER TABLE "credit_transactions" ADD COLUMN "payment_id" integer;--> statement-breakpoint
ALTER TABLE "payment_transactions" ADD COLUMN "stripe_invoice_id" text;--> statement-breakpoint
ALTER TABLE "payment_transactions" ADD COLUMN "amount_returned" numeric(12,4) DEFAULT '0' NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_transactions" ADD COLUMN "credits_reclaimed" numeric(12,2) DEFAULT '0' NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_transactions" ADD COLUMN "credits_taken" numeric(12,2) DEFAULT '0' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "credits_owed" numeric(12,2) DEFAULT '0' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "subscription_read_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payment_transactions" ADD CONSTRAINT "payment_transactions_stripe_invoice_id_key" UNIQUE("stripe_invoice_id");--> statement-breakpoint
CREATE UNIQUE INDEX "credit_transactions_payment_once_idx" ON "credit_transactions" ("payment_id") WHERE "type" in ('purchase', 'subscription');--> statement-breakpoint
CREATE INDEX "credit_transactions_payment_idx" ON "credit_transactions" ("payment_id");--> statement-breakpoint
CREATE INDEX "credit_transactions_pages_idx" ON "credit_transactions" ("user_id","id");--> statement-breakpoint
CREATE INDEX "payment_events_waiting_idx" ON "payment_events" ("next_attempt_at") WHERE "processed_at" is null;--> statement-breakpoint
CREATE INDEX "payment_events_received_at_idx" ON "payment_events" ("received_at");--> statement-breakpoint
CREATE INDEX "payment_reversals_payment_id_idx" ON "payment_reversals" ("payment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "reconciliations_day_idx" ON "reconciliations" ("day");--> statement-breakpoint
CREATE INDEX "test_payments_user_id_idx" ON "test_payments" ("user_id","type");--> statement-breakpoint
ALTER TABLE "credit_transactions" ADD CONSTRAINT "credit_transactions_payment_id_payment_transactions_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payment_transactions"("id") ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE "payment_reversals" ADD CONSTRAINT "payment_reversals_payment_id_payment_transactions_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payment_transactions"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "test_payments" ADD CONSTRAINT "test_payments_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "payment_transactions" ADD CONSTRAINT "payment_transactions_reclaimed_check" CHECK (0 <= "credits_taken" and "credits_taken" <= "credits_reclaimed" and "credits_reclaimed" <= "credits_granted");--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_credits_owed_check" CHECK ("credits_owed" >= 0);