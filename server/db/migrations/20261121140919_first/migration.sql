CREATE TABLE "ai_usage_logs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ai_usage_logs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" text,
	"project_id" integer,
	"service" text NOT NULL,
	"feature" text NOT NULL,
	"model" text NOT NULL,
	"input_tokens" integer DEFAULT 0 NOT NULL,
	"output_tokens" integer DEFAULT 0 NOT NULL,
	"total_tokens" integer DEFAULT 0 NOT NULL,
	"cost" numeric(12,4) DEFAULT '0' NOT NULL,
	"request_duration" integer,
	"success" boolean DEFAULT true NOT NULL,
	"error_message" text,
	"metadata" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "conversation_messages" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "conversation_messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"conversation_id" integer NOT NULL,
	"role" text NOT NULL,
	"content" text NOT NULL,
	"timestamp" timestamp with time zone DEFAULT now() NOT NULL,
	"context" jsonb,
	CONSTRAINT "conversation_messages_role_check" CHECK ("role" in ('user', 'assistant'))
);
--> statement-breakpoint
CREATE TABLE "conversations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "conversations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"project_id" integer NOT NULL,
	"user_id" text NOT NULL,
	"title" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "custom_voices" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "custom_voices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" text NOT NULL,
	"voice_id" text NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"gender" text,
	"accent" text,
	"age" text,
	"audio_url" text,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ai_pricing_history" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ai_pricing_history_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"pricing_id" integer NOT NULL,
	"action" text NOT NULL,
	"previous_values" jsonb NOT NULL,
	"changed_by" text,
	"reason" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ai_service_pricing" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ai_service_pricing_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"service" text NOT NULL,
	"model" text NOT NULL,
	"pricing_type" text NOT NULL,
	"input_cost_per_1k" numeric(12,4) DEFAULT '0' NOT NULL,
	"output_cost_per_1k" numeric(12,4) DEFAULT '0' NOT NULL,
	"fixed_cost_per_request" numeric(12,4) DEFAULT '0' NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"effective_from" timestamp with time zone DEFAULT now() NOT NULL,
	"effective_until" timestamp with time zone,
	CONSTRAINT "ai_service_pricing_type_check" CHECK ("pricing_type" in ('per_token', 'per_character', 'per_request')),
	CONSTRAINT "ai_service_pricing_costs_check" CHECK ("input_cost_per_1k" >= 0 and "output_cost_per_1k" >= 0 and "fixed_cost_per_request" >= 0)
);
--> statement-breakpoint
CREATE TABLE "credit_transactions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "credit_transactions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" text NOT NULL,
	"type" text NOT NULL,
	"amount" numeric(12,2) NOT NULL,
	"credits_after" numeric(12,2) NOT NULL,
	"description" text,
	"related_ai_usage_id" integer,
	"ai_service" text,
	"ai_feature" text,
	"cost_in_usd" numeric(12,4),
	"admin_user_id" text,
	"reason" text,
	"stripe_payment_intent_id" text,
	"metadata" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "credit_transactions_type_check" CHECK ("type" in ('purchase', 'subscription', 'usage', 'admin_grant', 'refund')),
	CONSTRAINT "credit_transactions_after_check" CHECK ("credits_after" >= 0)
);
--> statement-breakpoint
CREATE TABLE "payment_transactions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_transactions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" text NOT NULL,
	"stripe_payment_intent_id" text UNIQUE,
	"stripe_customer_id" text,
	"stripe_subscription_id" text,
	"payment_type" text NOT NULL,
	"amount" numeric(12,4) NOT NULL,
	"credits_granted" numeric(12,2) DEFAULT '0' NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"description" text,
	"metadata" jsonb,
	"processed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_transactions_type_check" CHECK ("payment_type" in ('subscription', 'credit_purchase')),
	CONSTRAINT "payment_transactions_status_check" CHECK ("status" in ('pending', 'succeeded', 'failed', 'canceled'))
);
--> statement-breakpoint
CREATE TABLE "beta_signups" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "beta_signups_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"email" text NOT NULL UNIQUE,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"role" text NOT NULL,
	"experience" text NOT NULL,
	"previous_work" text,
	"current_projects" text,
	"interests" jsonb DEFAULT '[]' NOT NULL,
	"reason" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"invite_token" text,
	"invited_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "beta_signups_role_check" CHECK ("role" in ('screenwriter', 'director', 'producer', 'student', 'other')),
	CONSTRAINT "beta_signups_experience_check" CHECK ("experience" in ('beginner', 'intermediate', 'advanced', 'professional')),
	CONSTRAINT "beta_signups_status_check" CHECK ("status" in ('pending', 'approved', 'rejected')),
	CONSTRAINT "beta_signups_email_check" CHECK ("email" = lower("email"))
);
--> statement-breakpoint
CREATE TABLE "login_tokens" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "login_tokens_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text DEFAULT 'mail' NOT NULL,
	"hash" text NOT NULL UNIQUE,
	"email" text NOT NULL,
	"code_hash" text,
	"invite" text,
	"return_to" text,
	"tries" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "login_tokens_kind_check" CHECK ("kind" in ('mail', 'first-start')),
	CONSTRAINT "login_tokens_email_check" CHECK ("email" = lower("email"))
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "outbox_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"to" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"html" text,
	"headers" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_error" text
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"sid" text PRIMARY KEY,
	"sess" jsonb NOT NULL,
	"expire" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "system_metrics" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "system_metrics_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"metric_type" text NOT NULL,
	"value" double precision NOT NULL,
	"unit" text,
	"metadata" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_activity_logs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "user_activity_logs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" text,
	"project_id" integer,
	"action" text NOT NULL,
	"details" jsonb,
	"ip_address" text,
	"user_agent" text,
	"session_duration" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_invitations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "user_invitations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"email" text NOT NULL UNIQUE,
	"invite_token" text NOT NULL UNIQUE,
	"invited_by" text,
	"status" text DEFAULT 'pending' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"accepted_at" timestamp with time zone,
	CONSTRAINT "user_invitations_status_check" CHECK ("status" in ('pending', 'accepted', 'expired')),
	CONSTRAINT "user_invitations_email_check" CHECK ("email" = lower("email"))
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text PRIMARY KEY DEFAULT gen_random_uuid(),
	"email" text NOT NULL UNIQUE,
	"first_name" text,
	"last_name" text,
	"profile_image_url" text,
	"credit_balance" numeric(12,2) DEFAULT '0' NOT NULL,
	"stripe_customer_id" text UNIQUE,
	"stripe_subscription_id" text,
	"subscription_status" text,
	"subscription_current_period_end" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_credit_balance_check" CHECK ("credit_balance" >= 0),
	CONSTRAINT "users_email_check" CHECK ("email" = lower("email"))
);
--> statement-breakpoint
CREATE TABLE "acts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "acts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"project_id" integer NOT NULL,
	"number" integer NOT NULL,
	"title" text NOT NULL,
	"subtitle" text,
	"start_page" integer DEFAULT 1 NOT NULL,
	"end_page" integer DEFAULT 30 NOT NULL,
	"color_theme" text DEFAULT 'blue' NOT NULL,
	"order_index" integer NOT NULL,
	CONSTRAINT "acts_color_theme_check" CHECK ("color_theme" in ('green', 'blue', 'purple', 'orange', 'red', 'yellow', 'indigo', 'pink', 'teal')),
	CONSTRAINT "acts_pages_check" CHECK ("start_page" >= 1 and "end_page" >= 1)
);
--> statement-breakpoint
CREATE TABLE "outlines" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "outlines_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"project_id" integer NOT NULL,
	"title" text NOT NULL,
	"content" text,
	"order_index" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sequences" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sequences_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"project_id" integer NOT NULL,
	"act_number" integer DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"color_theme" text DEFAULT 'blue' NOT NULL,
	"order_index" integer NOT NULL,
	CONSTRAINT "sequences_color_theme_check" CHECK ("color_theme" in ('green', 'blue', 'purple', 'orange', 'red', 'yellow', 'indigo', 'pink', 'teal'))
);
--> statement-breakpoint
CREATE TABLE "story_beats" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "story_beats_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"project_id" integer NOT NULL,
	"act_id" integer NOT NULL,
	"sequence_id" integer,
	"title" text NOT NULL,
	"description" text,
	"act_number" integer DEFAULT 1 NOT NULL,
	"beat_type" text,
	"page_number" integer,
	"order_index" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tension_points" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tension_points_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"project_id" integer NOT NULL,
	"story_beat_id" integer,
	"scene_id" integer,
	"script_element_id" integer,
	"page_number" integer,
	"tension_level" double precision NOT NULL,
	"position" double precision NOT NULL,
	"context" text,
	"analysis_type" text DEFAULT 'ai_generated' NOT NULL,
	CONSTRAINT "tension_points_level_check" CHECK ("tension_level" between 0 and 1),
	CONSTRAINT "tension_points_position_check" CHECK ("position" between 0 and 1)
);
--> statement-breakpoint
CREATE TABLE "files" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "files_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL UNIQUE,
	"project_id" integer,
	"user_id" text,
	"content_type" text NOT NULL,
	"size_bytes" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "project_changes" (
	"project_id" integer,
	"rev" integer,
	"entity" text NOT NULL,
	"ids" jsonb NOT NULL,
	"actor" text,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "project_changes_pkey" PRIMARY KEY("project_id","rev")
);
--> statement-breakpoint
CREATE TABLE "project_invitations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "project_invitations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"project_id" integer NOT NULL,
	"email" text NOT NULL,
	"role" text DEFAULT 'viewer' NOT NULL,
	"invite_token" text NOT NULL UNIQUE,
	"invited_by" text,
	"status" text DEFAULT 'pending' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"accepted_at" timestamp with time zone,
	CONSTRAINT "project_invitations_email_key" UNIQUE("project_id","email"),
	CONSTRAINT "project_invitations_role_check" CHECK ("role" in ('viewer', 'commenter', 'editor')),
	CONSTRAINT "project_invitations_status_check" CHECK ("status" in ('pending', 'accepted', 'expired')),
	CONSTRAINT "project_invitations_email_check" CHECK ("email" = lower("email"))
);
--> statement-breakpoint
CREATE TABLE "project_shares" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "project_shares_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"project_id" integer NOT NULL,
	"shared_with_user_id" text,
	"shared_with_email" text NOT NULL,
	"role" text DEFAULT 'viewer' NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"invite_token" text,
	"invited_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"accepted_at" timestamp with time zone,
	CONSTRAINT "project_shares_email_key" UNIQUE("project_id","shared_with_email"),
	CONSTRAINT "project_shares_user_key" UNIQUE("project_id","shared_with_user_id"),
	CONSTRAINT "project_shares_role_check" CHECK ("role" in ('viewer', 'commenter', 'editor')),
	CONSTRAINT "project_shares_status_check" CHECK ("status" in ('pending', 'accepted', 'expired')),
	CONSTRAINT "project_shares_email_check" CHECK ("shared_with_email" = lower("shared_with_email"))
);
--> statement-breakpoint
CREATE TABLE "projects" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "projects_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"logline" text,
	"synopsis" text,
	"concept_image_url" text,
	"concept_image_prompt" text,
	"concept_image_aspect_ratio" text DEFAULT '16:9' NOT NULL,
	"scene_image_prompt_template" text,
	"character_avatar_prompt_template" text,
	"revision" integer DEFAULT 0 NOT NULL,
	"title_page" jsonb,
	"paper" text DEFAULT 'letter' NOT NULL,
	"show_scene_numbers" boolean DEFAULT false NOT NULL,
	"format" jsonb,
	"source_extras" jsonb,
	"is_importing" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "projects_paper_check" CHECK ("paper" in ('letter', 'a4'))
);
--> statement-breakpoint
CREATE TABLE "characters" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "characters_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"project_id" integer NOT NULL,
	"name" text NOT NULL,
	"role" text,
	"age" integer,
	"description" text,
	"arc" text,
	"visual_aesthetic" text,
	"character_type" text DEFAULT 'supporting' NOT NULL,
	"voice_id" text,
	"voice_settings" jsonb DEFAULT '{"stability":0.5,"similarity_boost":0.5,"style":0,"use_speaker_boost":true}' NOT NULL,
	"avatar_url" text,
	"avatar_prompt" text,
	"display_order" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "characters_type_check" CHECK ("character_type" in ('protagonist', 'antagonist', 'supporting')),
	CONSTRAINT "characters_age_check" CHECK ("age" >= 0)
);
--> statement-breakpoint
CREATE TABLE "comments" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "comments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"project_id" integer NOT NULL,
	"user_id" text,
	"script_element_id" integer,
	"selected_text" text,
	"content" text NOT NULL,
	"is_resolved" boolean DEFAULT false NOT NULL,
	"parent_comment_id" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "scenes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "scenes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"project_id" integer NOT NULL,
	"sequence_id" integer,
	"scene_number" integer NOT NULL,
	"display_number" text,
	"heading" text NOT NULL,
	"location" text,
	"time_of_day" text,
	"page_number" integer,
	"notes" text,
	"act_number" integer DEFAULT 1 NOT NULL,
	"image_url" text,
	"image_prompt" text,
	"video_url" text,
	"video_prompt" text,
	"video_status" text
);
--> statement-breakpoint
CREATE TABLE "script_elements" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "script_elements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"project_id" integer NOT NULL,
	"scene_id" integer NOT NULL,
	"element_type" text NOT NULL,
	"content" text NOT NULL,
	"character_name" text,
	"parenthetical" text,
	"sound_effect_url" text,
	"sound_effect_text" text,
	"dialogue_audio_url" text,
	"audio_volume" double precision DEFAULT 0.5 NOT NULL,
	"audio_overlap_seconds" double precision DEFAULT 0 NOT NULL,
	"order_index" integer NOT NULL,
	"sequence_number" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"original_type" text,
	"dual" text,
	"extras" jsonb,
	CONSTRAINT "script_elements_type_check" CHECK ("element_type" in ('scene_heading', 'action', 'character', 'dialogue', 'parenthetical', 'transition')),
	CONSTRAINT "script_elements_dual_check" CHECK ("dual" in ('left', 'right'))
);
--> statement-breakpoint
CREATE TABLE "script_history" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "script_history_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"project_id" integer NOT NULL,
	"element_id" integer NOT NULL,
	"action" text NOT NULL,
	"changed_by" text DEFAULT 'user' NOT NULL,
	"user_id" text,
	"timestamp" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"previous_content" text,
	"new_content" text,
	"previous_element_type" text,
	"new_element_type" text,
	"previous_character_name" text,
	"new_character_name" text,
	"change_reason" text,
	CONSTRAINT "script_history_action_check" CHECK ("action" in ('create', 'update', 'delete')),
	CONSTRAINT "script_history_changed_by_check" CHECK ("changed_by" in ('user', 'ai')),
	CONSTRAINT "script_history_previous_type_check" CHECK ("previous_element_type" in ('scene_heading', 'action', 'character', 'dialogue', 'parenthetical', 'transition')),
	CONSTRAINT "script_history_new_type_check" CHECK ("new_element_type" in ('scene_heading', 'action', 'character', 'dialogue', 'parenthetical', 'transition'))
);
--> statement-breakpoint
CREATE INDEX "ai_usage_logs_created_at_idx" ON "ai_usage_logs" ("created_at","id");--> statement-breakpoint
CREATE INDEX "ai_usage_logs_user_id_idx" ON "ai_usage_logs" ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "ai_usage_logs_project_id_idx" ON "ai_usage_logs" ("project_id");--> statement-breakpoint
CREATE INDEX "conversation_messages_conversation_id_idx" ON "conversation_messages" ("conversation_id","timestamp","id");--> statement-breakpoint
CREATE INDEX "conversations_project_id_idx" ON "conversations" ("project_id","user_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "custom_voices_user_id_idx" ON "custom_voices" ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "ai_pricing_history_pricing_id_idx" ON "ai_pricing_history" ("pricing_id","created_at");--> statement-breakpoint
CREATE INDEX "ai_service_pricing_service_idx" ON "ai_service_pricing" ("service","model");--> statement-breakpoint
CREATE INDEX "credit_transactions_user_id_idx" ON "credit_transactions" ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "credit_transactions_usage_idx" ON "credit_transactions" ("related_ai_usage_id");--> statement-breakpoint
CREATE INDEX "credit_transactions_created_at_idx" ON "credit_transactions" ("created_at");--> statement-breakpoint
CREATE INDEX "payment_transactions_user_id_idx" ON "payment_transactions" ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "payment_transactions_subscription_idx" ON "payment_transactions" ("stripe_subscription_id");--> statement-breakpoint
CREATE INDEX "beta_signups_created_at_idx" ON "beta_signups" ("created_at");--> statement-breakpoint
CREATE INDEX "beta_signups_invite_token_idx" ON "beta_signups" ("invite_token");--> statement-breakpoint
CREATE INDEX "login_tokens_email_idx" ON "login_tokens" ("email","created_at");--> statement-breakpoint
CREATE INDEX "login_tokens_expires_at_idx" ON "login_tokens" ("expires_at");--> statement-breakpoint
CREATE INDEX "outbox_waiting_idx" ON "outbox" ("next_attempt_at") WHERE "sent_at" is null;--> statement-breakpoint
CREATE INDEX "outbox_to_idx" ON "outbox" ("to","created_at");--> statement-breakpoint
CREATE INDEX "sessions_expire_idx" ON "sessions" ("expire");--> statement-breakpoint
CREATE INDEX "sessions_user_id_idx" ON "sessions" (("sess" ->> 'userId'));--> statement-breakpoint
CREATE INDEX "system_metrics_type_idx" ON "system_metrics" ("metric_type","created_at");--> statement-breakpoint
CREATE INDEX "user_activity_logs_created_at_idx" ON "user_activity_logs" ("created_at","id");--> statement-breakpoint
CREATE INDEX "user_activity_logs_user_id_idx" ON "user_activity_logs" ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "user_activity_logs_project_id_idx" ON "user_activity_logs" ("project_id");--> statement-breakpoint
CREATE INDEX "user_invitations_created_at_idx" ON "user_invitations" ("created_at");--> statement-breakpoint
CREATE INDEX "acts_project_id_idx" ON "acts" ("project_id","order_index","id");--> statement-breakpoint
CREATE INDEX "outlines_project_id_idx" ON "outlines" ("project_id","order_index","id");--> statement-breakpoint
CREATE INDEX "sequences_project_id_idx" ON "sequences" ("project_id","act_number","order_index","id");--> statement-breakpoint
CREATE INDEX "story_beats_project_id_idx" ON "story_beats" ("project_id","act_number","order_index","id");--> statement-breakpoint
CREATE INDEX "story_beats_act_id_idx" ON "story_beats" ("act_id");--> statement-breakpoint
CREATE INDEX "story_beats_sequence_id_idx" ON "story_beats" ("sequence_id");--> statement-breakpoint
CREATE INDEX "tension_points_project_id_idx" ON "tension_points" ("project_id","position","id");--> statement-breakpoint
CREATE INDEX "tension_points_story_beat_id_idx" ON "tension_points" ("story_beat_id");--> statement-breakpoint
CREATE INDEX "tension_points_scene_id_idx" ON "tension_points" ("scene_id");--> statement-breakpoint
CREATE INDEX "tension_points_script_element_id_idx" ON "tension_points" ("script_element_id");--> statement-breakpoint
CREATE INDEX "files_project_id_idx" ON "files" ("project_id");--> statement-breakpoint
CREATE INDEX "files_user_id_idx" ON "files" ("user_id");--> statement-breakpoint
CREATE INDEX "files_orphan_idx" ON "files" ("created_at") WHERE "project_id" is null and "user_id" is null;--> statement-breakpoint
CREATE INDEX "project_changes_at_idx" ON "project_changes" ("at");--> statement-breakpoint
CREATE INDEX "project_invitations_pending_idx" ON "project_invitations" ("email") WHERE "status" = 'pending';--> statement-breakpoint
CREATE INDEX "project_shares_user_id_idx" ON "project_shares" ("shared_with_user_id","status");--> statement-breakpoint
CREATE INDEX "project_shares_invite_token_idx" ON "project_shares" ("invite_token");--> statement-breakpoint
CREATE INDEX "projects_user_id_idx" ON "projects" ("user_id","updated_at");--> statement-breakpoint
CREATE INDEX "characters_project_id_idx" ON "characters" ("project_id","display_order","id");--> statement-breakpoint
CREATE UNIQUE INDEX "characters_name_key" ON "characters" ("project_id",lower("name"));--> statement-breakpoint
CREATE INDEX "comments_project_id_idx" ON "comments" ("project_id","created_at","id");--> statement-breakpoint
CREATE INDEX "comments_script_element_id_idx" ON "comments" ("script_element_id");--> statement-breakpoint
CREATE INDEX "comments_parent_comment_id_idx" ON "comments" ("parent_comment_id");--> statement-breakpoint
CREATE INDEX "scenes_project_id_idx" ON "scenes" ("project_id","scene_number","id");--> statement-breakpoint
CREATE INDEX "scenes_sequence_id_idx" ON "scenes" ("sequence_id");--> statement-breakpoint
CREATE INDEX "script_elements_project_id_idx" ON "script_elements" ("project_id","order_index","id");--> statement-breakpoint
CREATE INDEX "script_elements_scene_id_idx" ON "script_elements" ("scene_id");--> statement-breakpoint
CREATE INDEX "script_history_project_id_idx" ON "script_history" ("project_id","timestamp","id");--> statement-breakpoint
CREATE INDEX "script_history_element_idx" ON "script_history" ("project_id","element_id","version");--> statement-breakpoint
ALTER TABLE "ai_usage_logs" ADD CONSTRAINT "ai_usage_logs_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "ai_usage_logs" ADD CONSTRAINT "ai_usage_logs_project_id_projects_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "conversation_messages" ADD CONSTRAINT "conversation_messages_conversation_id_conversations_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversations"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_project_id_projects_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "custom_voices" ADD CONSTRAINT "custom_voices_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "ai_pricing_history" ADD CONSTRAINT "ai_pricing_history_pricing_id_ai_service_pricing_id_fkey" FOREIGN KEY ("pricing_id") REFERENCES "ai_service_pricing"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "ai_pricing_history" ADD CONSTRAINT "ai_pricing_history_changed_by_users_id_fkey" FOREIGN KEY ("changed_by") REFERENCES "users"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "credit_transactions" ADD CONSTRAINT "credit_transactions_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE "credit_transactions" ADD CONSTRAINT "credit_transactions_related_ai_usage_id_ai_usage_logs_id_fkey" FOREIGN KEY ("related_ai_usage_id") REFERENCES "ai_usage_logs"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "credit_transactions" ADD CONSTRAINT "credit_transactions_admin_user_id_users_id_fkey" FOREIGN KEY ("admin_user_id") REFERENCES "users"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "payment_transactions" ADD CONSTRAINT "payment_transactions_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE "user_activity_logs" ADD CONSTRAINT "user_activity_logs_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "user_activity_logs" ADD CONSTRAINT "user_activity_logs_project_id_projects_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "user_invitations" ADD CONSTRAINT "user_invitations_invited_by_users_id_fkey" FOREIGN KEY ("invited_by") REFERENCES "users"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "acts" ADD CONSTRAINT "acts_project_id_projects_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "outlines" ADD CONSTRAINT "outlines_project_id_projects_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "sequences" ADD CONSTRAINT "sequences_project_id_projects_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "story_beats" ADD CONSTRAINT "story_beats_project_id_projects_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "story_beats" ADD CONSTRAINT "story_beats_act_id_acts_id_fkey" FOREIGN KEY ("act_id") REFERENCES "acts"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "story_beats" ADD CONSTRAINT "story_beats_sequence_id_sequences_id_fkey" FOREIGN KEY ("sequence_id") REFERENCES "sequences"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "tension_points" ADD CONSTRAINT "tension_points_project_id_projects_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "tension_points" ADD CONSTRAINT "tension_points_story_beat_id_story_beats_id_fkey" FOREIGN KEY ("story_beat_id") REFERENCES "story_beats"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "tension_points" ADD CONSTRAINT "tension_points_scene_id_scenes_id_fkey" FOREIGN KEY ("scene_id") REFERENCES "scenes"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "tension_points" ADD CONSTRAINT "tension_points_script_element_id_script_elements_id_fkey" FOREIGN KEY ("script_element_id") REFERENCES "script_elements"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_project_id_projects_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "project_changes" ADD CONSTRAINT "project_changes_project_id_projects_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "project_invitations" ADD CONSTRAINT "project_invitations_project_id_projects_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "project_invitations" ADD CONSTRAINT "project_invitations_invited_by_users_id_fkey" FOREIGN KEY ("invited_by") REFERENCES "users"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "project_shares" ADD CONSTRAINT "project_shares_project_id_projects_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "project_shares" ADD CONSTRAINT "project_shares_shared_with_user_id_users_id_fkey" FOREIGN KEY ("shared_with_user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "project_shares" ADD CONSTRAINT "project_shares_invited_by_users_id_fkey" FOREIGN KEY ("invited_by") REFERENCES "users"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "characters" ADD CONSTRAINT "characters_project_id_projects_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_project_id_projects_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_script_element_id_script_elements_id_fkey" FOREIGN KEY ("script_element_id") REFERENCES "script_elements"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_parent_comment_id_comments_id_fkey" FOREIGN KEY ("parent_comment_id") REFERENCES "comments"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "scenes" ADD CONSTRAINT "scenes_project_id_projects_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "scenes" ADD CONSTRAINT "scenes_sequence_id_sequences_id_fkey" FOREIGN KEY ("sequence_id") REFERENCES "sequences"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "script_elements" ADD CONSTRAINT "script_elements_project_id_projects_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "script_elements" ADD CONSTRAINT "script_elements_scene_id_scenes_id_fkey" FOREIGN KEY ("scene_id") REFERENCES "scenes"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "script_history" ADD CONSTRAINT "script_history_project_id_projects_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "script_history" ADD CONSTRAINT "script_history_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL;