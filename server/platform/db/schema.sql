CREATE TABLE "accounts" (
  "id" integer primary key autoincrement,
  "name" text not null,
  "slug" text not null unique,
  "logo" text,
  "metadata" text,
  "time_zone" text default 'UTC' not null,
  "created_at" text not null,
  "requires_two_factor" integer default 0 not null,
  "base_account_id" integer,
  "base_environment" text,
  "country" text default '' not null
);

CREATE TABLE "staff" (
  "id" integer primary key autoincrement,
  "name" text not null,
  "email" text not null unique,
  "email_verified" boolean default false not null,
  "image" text,
  "two_factor_enabled" boolean default false,
  "created_at" text not null,
  "updated_at" text not null,
  "format_region" text
);

CREATE TABLE "staff_sessions" (
  "id" integer primary key autoincrement,
  "user_id" bigint not null references "staff" ("id") on delete cascade,
  "token" text not null unique,
  "expires_at" text not null,
  "created_at" text not null,
  "updated_at" text not null,
  "ip_address" text,
  "user_agent" text,
  "active_account_id" bigint,
  "last_seen_at" text
);

CREATE INDEX "staff_sessions_user" on "staff_sessions" ("user_id");

CREATE TABLE "staff_identities" (
  "id" integer primary key autoincrement,
  "user_id" bigint not null references "staff" ("id") on delete cascade,
  "account_id" text not null,
  "provider_id" text not null,
  "access_token" text,
  "refresh_token" text,
  "id_token" text,
  "access_token_expires_at" text,
  "refresh_token_expires_at" text,
  "scope" text,
  "password" text,
  "created_at" text not null,
  "updated_at" text not null
);

CREATE INDEX "staff_identities_user" on "staff_identities" ("user_id");

CREATE TABLE "staff_verifications" (
  "id" integer primary key autoincrement,
  "identifier" text not null,
  "value" text not null,
  "expires_at" text not null,
  "created_at" text not null,
  "updated_at" text not null
);

CREATE TABLE "memberships" (
  "id" integer primary key autoincrement,
  "account_id" bigint not null references "accounts" ("id"),
  "user_id" bigint not null references "staff" ("id") on delete cascade,
  "role" text not null,
  "created_at" text not null,
  "last_seen_at" text,
  constraint "memberships_once" unique ("user_id", "account_id")
);

CREATE TABLE "sign_in_failures" (
  "id" integer primary key autoincrement,
  "subject" text not null,
  "at" text not null
);

CREATE INDEX "sign_in_failures_subject" on "sign_in_failures" ("subject", "at");

CREATE TABLE "credentials" (
  "id" integer primary key autoincrement,
  "account_id" bigint not null references "accounts" ("id"),
  "kind" text not null,
  "hash" text not null unique,
  "prefix" text not null,
  "last_four" text not null,
  "abilities" text not null,
  "rate_limit" integer not null,
  "expires_at" text,
  "revoked_at" text,
  "created_at" text not null,
  "last_used_at" text,
  "name" text,
  "creator_id" bigint,
  "creator_name" text,
  "last_used_from" text,
  "version" integer default 1 not null
);

CREATE TABLE "settings" (
  "name" text primary key,
  "value" text not null
);

CREATE TABLE "customers" (
  "id" integer primary key autoincrement,
  "account_id" bigint not null references "accounts" ("id"),
  "name" text not null,
  "last_name" text not null,
  "phone" text not null,
  "email" text not null,
  "photo_file_id" bigint,
  "processor_linked" integer default 0 not null,
  "company_name" text,
  "company_phone" text,
  "company_email" text,
  "company_website" text,
  "address_1" text,
  "address_2" text,
  "country" text,
  "city" text,
  "state" text,
  "zip_code" text,
  "fax" text,
  "permissions" integer not null,
  "name_key" text not null,
  "last_name_key" text not null,
  "email_key" text not null,
  "company_name_key" text not null,
  "search_text" text not null,
  "created_at" text not null,
  "updated_at" text not null,
  "version" integer default 1 not null,
  "archived_at" text,
  "invoice_template_id" integer,
  "billing" text,
  "assigned_to" bigint
);

CREATE INDEX "customers_account" on "customers" ("account_id", "id");

CREATE INDEX "customers_name_key" on "customers" ("account_id", "name_key", "id");

CREATE INDEX "customers_last_name_key" on "customers" ("account_id", "last_name_key", "id");

CREATE INDEX "customers_email_key" on "customers" ("account_id", "email_key", "id");

CREATE INDEX "customers_company_name_key" on "customers" ("account_id", "company_name_key", "id");

CREATE TABLE "custom_fields" (
  "id" integer primary key autoincrement,
  "account_id" bigint not null references "accounts" ("id"),
  "user_id" bigint not null,
  "location" integer not null,
  "type" integer not null,
  "name" text not null,
  "key" text not null,
  "description" text,
  "placeholder" text,
  "fields" text not null,
  "field_group" text not null,
  "required" integer not null,
  "position" integer not null,
  "created_at" text not null,
  "updated_at" text not null,
  "retired_at" text,
  "retired_options" text default '[]' not null,
  "version" integer default 1 not null,
  constraint "custom_fields_key" unique ("account_id", "key")
);

CREATE TABLE "custom_field_values" (
  "id" integer primary key autoincrement,
  "account_id" bigint not null references "accounts" ("id"),
  "owner_id" bigint not null,
  "customer_id" bigint not null references "customers" ("id") on delete cascade,
  "custom_field_id" bigint not null references "custom_fields" ("id"),
  "value" text,
  "created_at" text not null,
  "updated_at" text not null,
  constraint "custom_field_values_once" unique ("customer_id", "custom_field_id")
);

CREATE TABLE "files" (
  "id" integer primary key autoincrement,
  "account_id" bigint not null references "accounts" ("id"),
  "customer_id" bigint not null references "customers" ("id") on delete cascade,
  "custom_field_value_id" bigint references "custom_field_values" ("id") on delete cascade,
  "token" text not null unique,
  "name" text not null,
  "media_type" text not null,
  "inline" integer not null,
  "bytes" integer not null,
  "created_at" text not null
);

CREATE INDEX "files_customer" on "files" ("customer_id");

CREATE INDEX "files_value" on "files" ("custom_field_value_id");

CREATE TABLE "notes" (
  "id" integer primary key autoincrement,
  "account_id" bigint not null references "accounts" ("id"),
  "customer_id" bigint references "customers" ("id") on delete set null,
  "description" text not null,
  "note" text,
  "event" text not null,
  "subject_id" bigint not null,
  "subject_type" text not null,
  "subject_title" text not null,
  "caused_by" text not null,
  "created_at" text not null,
  "author_id" bigint references "staff" ("id") on delete set null,
  "is_pinned" integer default 0 not null,
  "follow_up_on" text,
  "edited_at" text,
  "deleted_at" text,
  "version" integer default 1 not null
);

CREATE INDEX "notes_customer" on "notes" ("customer_id", "id");

CREATE TABLE "activity_log" (
  "id" integer primary key autoincrement,
  "account_id" bigint not null references "accounts" ("id"),
  "customer_id" bigint references "customers" ("id") on delete set null,
  "description" text not null,
  "note" text,
  "event" text not null,
  "subject_id" bigint not null,
  "subject_type" text not null,
  "subject_title" text not null,
  "caused_by" text not null,
  "created_at" text not null,
  "actor_id" bigint,
  "changes" text
);

CREATE INDEX "activity_log_customer" on "activity_log" ("customer_id", "id");

CREATE TABLE "contacts" (
  "id" integer primary key autoincrement,
  "account_id" bigint not null references "accounts" ("id"),
  "customer_id" bigint references "customers" ("id") on delete cascade,
  "name" text not null,
  "last_name" text not null,
  "email" text not null,
  "phone" text not null,
  "company_name" text,
  "created_at" text not null,
  "updated_at" text not null,
  "name_key" text not null default '',
  "last_name_key" text not null default '',
  "email_key" text not null default '',
  "company_name_key" text not null default '',
  "search_text" text not null default '',
  traits integer not null default 0,
  version integer not null default 1
);

CREATE INDEX "contacts_account" on "contacts" ("account_id", "id");

CREATE INDEX "contacts_customer" on "contacts" ("customer_id");

CREATE TABLE "event_log" (
  "id" integer primary key autoincrement,
  "account_id" bigint not null references "accounts" ("id"),
  "event_id" text not null unique,
  "type" text not null,
  "body" text not null,
  "created_at" text not null
);

CREATE TABLE "idempotency_keys" (
  "id" integer primary key autoincrement,
  "account_id" bigint not null references "accounts" ("id"),
  "endpoint" text not null,
  "key" text not null,
  "fingerprint" text not null,
  "status" integer not null,
  "body" text not null,
  "created_at" text not null,
  "expires_at" text not null,
  constraint "idempotency_keys_once" unique ("account_id", "endpoint", "key")
);

CREATE INDEX "idempotency_keys_expiry" on "idempotency_keys" ("expires_at");

CREATE TABLE "webhooks" (
  "id" integer primary key autoincrement,
  "account_id" bigint not null references "accounts" ("id"),
  "url" text not null,
  "events" text not null,
  "config" text,
  "status" text not null,
  "failure_count" integer default 0 not null,
  "failing_since" text,
  "last_delivery_at" text,
  "disabled_at" text,
  "secret_sealed" text not null,
  "secret_fingerprint" text not null,
  "previous_secret_sealed" text,
  "previous_secret_until" text,
  "created_at" text not null,
  "updated_at" text not null,
  "recent_failures" text,
  "headers_sealed" text,
  "name" text,
  "recent_attempts" text
);

CREATE INDEX "webhooks_account" on "webhooks" ("account_id", "id");

CREATE TABLE "deliveries" (
  "id" integer primary key autoincrement,
  "account_id" bigint not null references "accounts" ("id"),
  "webhook_id" bigint not null references "webhooks" ("id") on delete cascade,
  "event" text not null,
  "event_id" text not null,
  "is_test" integer default 0 not null,
  "status" text not null,
  "attempts" integer default 0 not null,
  "due_at" text,
  "leased_until" text,
  "response_status" integer,
  "response_body" text,
  "error" text,
  "duration_ms" integer,
  "created_at" text not null,
  "delivered_at" text,
  "event_log_id" bigint references "event_log" ("id"),
  "leased_by" integer,
  "scheduled_at" text
);

CREATE INDEX "deliveries_webhook" on "deliveries" ("webhook_id", "id");

CREATE INDEX "deliveries_due" on "deliveries" ("webhook_id", "due_at", "id") where "due_at" is not null;

CREATE INDEX "deliveries_due_tests" on "deliveries" ("due_at") where due_at is not null and is_test = 1;

CREATE INDEX "deliveries_failed" on "deliveries" ("webhook_id", "id") where status = 'failed';

CREATE TABLE "delivery_attempts" (
  "id" integer primary key autoincrement,
  "account_id" bigint not null references "accounts" ("id"),
  "delivery_id" bigint not null references "deliveries" ("id") on delete cascade,
  "number" integer not null,
  "started_at" text not null,
  "duration_ms" integer not null,
  "request_headers" text not null,
  "response_status" integer,
  "response_headers" text,
  "response_body" text,
  "error" text
);

CREATE INDEX "delivery_attempts_delivery" on "delivery_attempts" ("delivery_id", "number");

CREATE TABLE "service_kinds" (
  "id" integer primary key autoincrement,
  "account_id" bigint not null references "accounts" ("id"),
  "type" text not null,
  "category" text not null,
  "is_active" integer not null,
  "tags" text not null,
  "services" integer not null,
  constraint "service_kinds_once" unique ("account_id", "type", "category", "is_active", "tags")
);

CREATE TABLE "service_kind_tags" (
  "id" integer primary key autoincrement,
  "account_id" bigint not null references "accounts" ("id"),
  "kind_id" bigint not null references "service_kinds" ("id") on delete cascade,
  "tag" text not null,
  constraint "service_kind_tags_once" unique ("account_id", "tag", "kind_id")
);

CREATE INDEX "service_kind_tags_kind" on "service_kind_tags" ("kind_id");

CREATE TABLE "services" (
  "id" integer primary key autoincrement,
  "account_id" bigint not null references "accounts" ("id"),
  "kind_id" bigint not null references "service_kinds" ("id"),
  "name" text not null,
  "description" text not null,
  "price" integer not null,
  "currency" text not null,
  "billing_type" text not null,
  "tax_rate" integer not null,
  "unit" text not null,
  "custom_fields" text not null,
  "search_text" text not null,
  "created_at" text not null,
  "updated_at" text not null,
  name_key text not null default '',
  price_key double precision not null default 0,
  "version" integer default 1 not null
);

CREATE INDEX "services_account" on "services" ("account_id", "id", "kind_id");

CREATE INDEX "services_kind" on "services" ("account_id", "kind_id", "id");

CREATE VIRTUAL TABLE "services_search" using fts5(search_text, content='',
      tokenize='trigram case_sensitive 1', columnsize=0);

CREATE VIRTUAL TABLE "services_short" using fts5(grams, content='',
      tokenize='ascii', detail=none, columnsize=0);

CREATE TRIGGER services_search_insert after insert on services begin 
      insert into services_search(rowid, search_text) values (new.account_id << 40 | new.id, new.search_text);
      insert into services_short(rowid, grams) values (new.account_id << 40 | new.id, short_grams(new.search_text)); end;

CREATE TRIGGER services_search_delete after delete on services begin 
      insert into services_search(services_search, rowid, search_text)
        values ('delete', old.account_id << 40 | old.id, old.search_text);
      insert into services_short(services_short, rowid, grams)
        values ('delete', old.account_id << 40 | old.id, short_grams(old.search_text)); end;

CREATE TRIGGER services_search_update after update of search_text on services begin 
      insert into services_search(services_search, rowid, search_text)
        values ('delete', old.account_id << 40 | old.id, old.search_text);
      insert into services_short(services_short, rowid, grams)
        values ('delete', old.account_id << 40 | old.id, short_grams(old.search_text)); 
      insert into services_search(rowid, search_text) values (new.account_id << 40 | new.id, new.search_text);
      insert into services_short(rowid, grams) values (new.account_id << 40 | new.id, short_grams(new.search_text)); end;

CREATE TABLE "invoices" (
  "id" integer primary key autoincrement,
  "account_id" bigint not null references "accounts" ("id"),
  "invoice_number" text not null,
  "customer_id" bigint not null,
  "customer_name" text not null,
  "customer_email" text not null,
  "status" text not null,
  "currency" text not null,
  "total_amount" integer not null,
  "due_date" text not null,
  "total_key" double precision not null,
  "invoice_number_key" text not null,
  "customer_name_key" text not null,
  "search_text" text not null,
  "created_at" text not null,
  "updated_at" text not null,
  "version" integer default 1 not null,
  "payment_days" integer,
  "notes" text default '' not null,
  "settled_amount" integer default 0 not null,
  "paid_event" integer default 0 not null,
  "credited_amount" integer default 0 not null,
  "company_id" bigint references "company_versions" ("id"),
  "look" text,
  "issued_on" text,
  "billed_to" text,
  "delivered_from" text,
  "delivered_to" text,
  "exemption" text,
  "reference" text default '' not null,
  "exemption_reason" text default '' not null,
  "viewed_at" text
);

CREATE INDEX "invoices_account" on "invoices" ("account_id", "id");

CREATE INDEX "invoices_due_date" on "invoices" ("account_id", "due_date", "id");

CREATE INDEX "invoices_created_at" on "invoices" ("account_id", "created_at", "id");

CREATE INDEX "invoices_total_key" on "invoices" ("account_id", "total_key", "id");

CREATE INDEX "invoices_invoice_number_key" on "invoices" ("account_id", "invoice_number_key", "id");

CREATE INDEX "invoices_customer_name_key" on "invoices" ("account_id", "customer_name_key", "id");

CREATE INDEX "invoices_customer" on "invoices" ("account_id", "customer_id", "id");

CREATE INDEX "invoices_status" on "invoices" ("account_id", "status", "id");

CREATE INDEX "invoices_status_due" on "invoices" ("account_id", "status", "due_date", "id");

CREATE INDEX "invoices_receivable" on "invoices" ("account_id", "status", "currency", "due_date", "customer_id", "total_amount", "id");

CREATE VIRTUAL TABLE "invoices_search" using fts5(search_text, content='',
      tokenize='trigram case_sensitive 1', columnsize=0);

CREATE VIRTUAL TABLE "invoices_short" using fts5(grams, content='',
      tokenize='ascii', detail=none, columnsize=0);

CREATE TRIGGER invoices_search_insert after insert on invoices begin 
      insert into invoices_search(rowid, search_text) values (new.account_id << 40 | new.id, new.search_text);
      insert into invoices_short(rowid, grams) values (new.account_id << 40 | new.id, short_grams(new.search_text)); end;

CREATE TRIGGER invoices_search_delete after delete on invoices begin 
      insert into invoices_search(invoices_search, rowid, search_text)
        values ('delete', old.account_id << 40 | old.id, old.search_text);
      insert into invoices_short(invoices_short, rowid, grams)
        values ('delete', old.account_id << 40 | old.id, short_grams(old.search_text)); end;

CREATE TRIGGER invoices_search_update after update of search_text on invoices begin 
      insert into invoices_search(invoices_search, rowid, search_text)
        values ('delete', old.account_id << 40 | old.id, old.search_text);
      insert into invoices_short(invoices_short, rowid, grams)
        values ('delete', old.account_id << 40 | old.id, short_grams(old.search_text)); 
      insert into invoices_search(rowid, search_text) values (new.account_id << 40 | new.id, new.search_text);
      insert into invoices_short(rowid, grams) values (new.account_id << 40 | new.id, short_grams(new.search_text)); end;

CREATE TABLE "invoice_line_items" (
  "id" integer primary key autoincrement,
  "account_id" bigint not null references "accounts" ("id"),
  "invoice_id" bigint not null references "invoices" ("id") on delete cascade,
  "description" text not null,
  "quantity" integer not null,
  "unit_price" integer not null,
  "total" integer not null,
  "kind" text default 'item' not null,
  "discount" integer default 0 not null,
  "tax_rate" integer
);

CREATE INDEX "invoice_line_items_invoice" on "invoice_line_items" ("invoice_id", "id");

CREATE TABLE "staff_devices" (
  "id" integer primary key autoincrement,
  "user_id" bigint not null references "staff" ("id") on delete cascade,
  "token_hash" text not null,
  "created_at" text not null,
  "last_used_at" text not null,
  "trusted_until" text,
  "user_agent" text,
  constraint "staff_devices_once" unique ("user_id", "token_hash")
);

CREATE INDEX "staff_devices_used" on "staff_devices" ("last_used_at");

CREATE INDEX "credentials_account" on "credentials" ("account_id");

CREATE INDEX "memberships_account" on "memberships" ("account_id");

CREATE INDEX "staff_sessions_expires" on "staff_sessions" ("expires_at");

CREATE INDEX "activity_log_account" on "activity_log" ("account_id", "id");

CREATE INDEX "custom_field_values_custom_field" on "custom_field_values" ("custom_field_id");

CREATE TABLE "deliverers" (
  "id" integer primary key,
  "joined_at" text not null
);

CREATE VIRTUAL TABLE "customers_search" using fts5(search_text, content='',
      tokenize='trigram case_sensitive 1', columnsize=0);

CREATE VIRTUAL TABLE "customers_short" using fts5(grams, content='',
      tokenize='ascii', detail=none, columnsize=0);

CREATE TRIGGER customers_search_insert after insert on customers begin 
      insert into customers_search(rowid, search_text) values (new.account_id << 40 | new.id, new.search_text);
      insert into customers_short(rowid, grams) values (new.account_id << 40 | new.id, short_grams(new.search_text)); end;

CREATE TRIGGER customers_search_delete after delete on customers begin 
      insert into customers_search(customers_search, rowid, search_text)
        values ('delete', old.account_id << 40 | old.id, old.search_text);
      insert into customers_short(customers_short, rowid, grams)
        values ('delete', old.account_id << 40 | old.id, short_grams(old.search_text)); end;

CREATE TRIGGER customers_search_update after update of search_text on customers begin 
      insert into customers_search(customers_search, rowid, search_text)
        values ('delete', old.account_id << 40 | old.id, old.search_text);
      insert into customers_short(customers_short, rowid, grams)
        values ('delete', old.account_id << 40 | old.id, short_grams(old.search_text)); 
      insert into customers_search(rowid, search_text) values (new.account_id << 40 | new.id, new.search_text);
      insert into customers_short(rowid, grams) values (new.account_id << 40 | new.id, short_grams(new.search_text)); end;

CREATE TABLE "row_counts" (
  "id" integer primary key autoincrement,
  "account_id" bigint not null references "accounts" ("id"),
  "table_name" text not null,
  "total" bigint not null,
  "changes" bigint not null
);

CREATE INDEX "row_counts_account" on "row_counts" ("account_id", "table_name");

CREATE TRIGGER customers_count_insert after insert on customers begin 
    insert into row_counts (account_id, table_name, total, changes)
      select new.account_id, 'customers', 0, 0 where not exists (
        select 1 from row_counts where account_id = new.account_id and table_name = 'customers');
    update row_counts set total = total + 1, changes = changes + 1
      where account_id = new.account_id and table_name = 'customers'; end;

CREATE TRIGGER customers_count_delete after delete on customers begin 
    insert into row_counts (account_id, table_name, total, changes)
      select old.account_id, 'customers', 0, 0 where not exists (
        select 1 from row_counts where account_id = old.account_id and table_name = 'customers');
    update row_counts set total = total + -1, changes = changes + 1
      where account_id = old.account_id and table_name = 'customers'; end;

CREATE TRIGGER customers_count_update after update on customers begin 
    insert into row_counts (account_id, table_name, total, changes)
      select new.account_id, 'customers', 0, 0 where not exists (
        select 1 from row_counts where account_id = new.account_id and table_name = 'customers');
    update row_counts set total = total + 0, changes = changes + 1
      where account_id = new.account_id and table_name = 'customers'; end;

CREATE TRIGGER contacts_count_insert after insert on contacts begin 
    insert into row_counts (account_id, table_name, total, changes)
      select new.account_id, 'contacts', 0, 0 where not exists (
        select 1 from row_counts where account_id = new.account_id and table_name = 'contacts');
    update row_counts set total = total + 1, changes = changes + 1
      where account_id = new.account_id and table_name = 'contacts'; end;

CREATE TRIGGER contacts_count_delete after delete on contacts begin 
    insert into row_counts (account_id, table_name, total, changes)
      select old.account_id, 'contacts', 0, 0 where not exists (
        select 1 from row_counts where account_id = old.account_id and table_name = 'contacts');
    update row_counts set total = total + -1, changes = changes + 1
      where account_id = old.account_id and table_name = 'contacts'; end;

CREATE TRIGGER contacts_count_update after update on contacts begin 
    insert into row_counts (account_id, table_name, total, changes)
      select new.account_id, 'contacts', 0, 0 where not exists (
        select 1 from row_counts where account_id = new.account_id and table_name = 'contacts');
    update row_counts set total = total + 0, changes = changes + 1
      where account_id = new.account_id and table_name = 'contacts'; end;

CREATE TRIGGER custom_fields_count_insert after insert on custom_fields begin 
    insert into row_counts (account_id, table_name, total, changes)
      select new.account_id, 'custom_fields', 0, 0 where not exists (
        select 1 from row_counts where account_id = new.account_id and table_name = 'custom_fields');
    update row_counts set total = total + 1, changes = changes + 1
      where account_id = new.account_id and table_name = 'custom_fields'; end;

CREATE TRIGGER custom_fields_count_delete after delete on custom_fields begin 
    insert into row_counts (account_id, table_name, total, changes)
      select old.account_id, 'custom_fields', 0, 0 where not exists (
        select 1 from row_counts where account_id = old.account_id and table_name = 'custom_fields');
    update row_counts set total = total + -1, changes = changes + 1
      where account_id = old.account_id and table_name = 'custom_fields'; end;

CREATE TRIGGER custom_fields_count_update after update on custom_fields begin 
    insert into row_counts (account_id, table_name, total, changes)
      select new.account_id, 'custom_fields', 0, 0 where not exists (
        select 1 from row_counts where account_id = new.account_id and table_name = 'custom_fields');
    update row_counts set total = total + 0, changes = changes + 1
      where account_id = new.account_id and table_name = 'custom_fields'; end;

CREATE TABLE tallies (account_id bigint not null references accounts (id), name text not null, bucket text not null,
      status text not null, currency text not null, entries bigint not null, amount integer not null,
      changes bigint not null, primary key (account_id, name, bucket, status, currency)) without rowid;

CREATE TRIGGER services_tallies_insert after insert on services begin
insert into tallies (account_id, name, bucket, status, currency, entries, amount, changes) select *, 1 from (select new.account_id as account_id, 'services' as name, '' as bucket,
    '' as status, '' as currency, 1 as entries, 0 as amount
     where 1 = 1) where 1 = 1 on conflict (account_id, name, bucket, status, currency) do update
  set entries = tallies.entries + excluded.entries, amount = tallies.amount + excluded.amount, changes = tallies.changes + 1;
insert into tallies (account_id, name, bucket, status, currency, entries, amount, changes) select *, 1 from (select new.account_id as account_id, 'services:block' as name, cast(10000000000 + new.id / 4096 as text) as bucket,
    '' as status, '' as currency, 1 as entries, 0 as amount
     where 1 = 1) where 1 = 1 on conflict (account_id, name, bucket, status, currency) do update
  set entries = tallies.entries + excluded.entries, amount = tallies.amount + excluded.amount, changes = tallies.changes + 1;
end;

CREATE TRIGGER services_tallies_delete after delete on services begin
insert into tallies (account_id, name, bucket, status, currency, entries, amount, changes) select *, 1 from (select old.account_id as account_id, 'services' as name, '' as bucket,
    '' as status, '' as currency, -1 as entries, 0 as amount
     where 1 = 1) where 1 = 1 on conflict (account_id, name, bucket, status, currency) do update
  set entries = tallies.entries + excluded.entries, amount = tallies.amount + excluded.amount, changes = tallies.changes + 1;
insert into tallies (account_id, name, bucket, status, currency, entries, amount, changes) select *, 1 from (select old.account_id as account_id, 'services:block' as name, cast(10000000000 + old.id / 4096 as text) as bucket,
    '' as status, '' as currency, -1 as entries, 0 as amount
     where 1 = 1) where 1 = 1 on conflict (account_id, name, bucket, status, currency) do update
  set entries = tallies.entries + excluded.entries, amount = tallies.amount + excluded.amount, changes = tallies.changes + 1;
end;

CREATE TRIGGER services_tallies_update after update on services begin
insert into tallies (account_id, name, bucket, status, currency, entries, amount, changes) select *, 1 from (select old.account_id as account_id, 'services' as name, '' as bucket,
    '' as status, '' as currency, -1 as entries, 0 as amount
     where 1 = 1) where 1 = 1 on conflict (account_id, name, bucket, status, currency) do update
  set entries = tallies.entries + excluded.entries, amount = tallies.amount + excluded.amount, changes = tallies.changes + 1;
insert into tallies (account_id, name, bucket, status, currency, entries, amount, changes) select *, 1 from (select old.account_id as account_id, 'services:block' as name, cast(10000000000 + old.id / 4096 as text) as bucket,
    '' as status, '' as currency, -1 as entries, 0 as amount
     where 1 = 1) where 1 = 1 on conflict (account_id, name, bucket, status, currency) do update
  set entries = tallies.entries + excluded.entries, amount = tallies.amount + excluded.amount, changes = tallies.changes + 1;
insert into tallies (account_id, name, bucket, status, currency, entries, amount, changes) select *, 1 from (select new.account_id as account_id, 'services' as name, '' as bucket,
    '' as status, '' as currency, 1 as entries, 0 as amount
     where 1 = 1) where 1 = 1 on conflict (account_id, name, bucket, status, currency) do update
  set entries = tallies.entries + excluded.entries, amount = tallies.amount + excluded.amount, changes = tallies.changes + 1;
insert into tallies (account_id, name, bucket, status, currency, entries, amount, changes) select *, 1 from (select new.account_id as account_id, 'services:block' as name, cast(10000000000 + new.id / 4096 as text) as bucket,
    '' as status, '' as currency, 1 as entries, 0 as amount
     where 1 = 1) where 1 = 1 on conflict (account_id, name, bucket, status, currency) do update
  set entries = tallies.entries + excluded.entries, amount = tallies.amount + excluded.amount, changes = tallies.changes + 1;
end;

CREATE INDEX "invoices_drafts" on "invoices" ("account_id", "updated_at", "id") where status = 'draft';

CREATE INDEX "activity_log_of_customer" on "activity_log" ("account_id", "customer_id", "id");

CREATE INDEX "deliveries_event_log" on "deliveries" ("event_log_id");

CREATE TABLE "webhook_hours" (
  "id" integer primary key autoincrement,
  "account_id" bigint not null references "accounts" ("id"),
  "webhook_id" bigint not null references "webhooks" ("id") on delete cascade,
  "hour" text not null,
  "delivered" integer not null,
  "failed" integer not null,
  constraint "webhook_hours_once" unique ("webhook_id", "hour")
);

CREATE INDEX "webhook_hours_hour" on "webhook_hours" ("hour");

CREATE INDEX "customers_processor_linked" on "customers" ("account_id", "processor_linked", "id");

CREATE INDEX "customers_country" on "customers" ("account_id", "country", "id");

CREATE INDEX "customers_created_at" on "customers" ("account_id", "created_at", "id");

CREATE INDEX customers_may_invoice on customers (account_id, id) where (permissions & 15) <> 0;

CREATE INDEX customers_may_contract on customers (account_id, id) where (permissions & 240) <> 0;

CREATE INDEX customers_may_proposal on customers (account_id, id) where (permissions & 3840) <> 0;

CREATE INDEX customers_may_meeting on customers (account_id, id) where (permissions & 61440) <> 0;

CREATE INDEX custom_field_values_value on custom_field_values (custom_field_id, substr(value, 1, 64), customer_id);

CREATE INDEX "invoices_overdue" on "invoices" ("account_id", "customer_id") where status = 'overdue';

CREATE INDEX "services_name_key" on "services" ("account_id", "name_key", "id");

CREATE INDEX "services_price_key" on "services" ("account_id", "price_key", "id");

CREATE INDEX "services_updated_at" on "services" ("account_id", "updated_at", "id");

CREATE INDEX "invoices_currency_due" on "invoices" ("account_id", "currency", "status", "due_date", "id");

CREATE INDEX "notes_of_customer" on "notes" ("account_id", "customer_id", "id");

CREATE INDEX "notes_follow_up" on "notes" ("account_id", "follow_up_on", "id") where follow_up_on is not null and deleted_at is null;

CREATE TABLE "customer_deletions" (
  "id" integer primary key autoincrement,
  "account_id" bigint not null references "accounts" ("id"),
  "state" text not null,
  "total" integer not null,
  "deleted" integer not null,
  "missing" integer not null,
  "caused_by" text not null,
  "created_at" text not null,
  "updated_at" text not null,
  "finished_at" text,
  "actor_id" bigint,
  "failed" integer default 0 not null
);

CREATE INDEX "customer_deletions_running" on "customer_deletions" ("account_id", "id") where state = 'running';

CREATE TABLE "customer_deletion_batches" (
  "id" integer primary key autoincrement,
  "account_id" bigint not null references "accounts" ("id"),
  "deletion_id" bigint not null references "customer_deletions" ("id") on delete cascade,
  "customers" text not null
);

CREATE INDEX "customer_deletion_batches_of_deletion" on "customer_deletion_batches" ("deletion_id", "id");

CREATE INDEX "contacts_by_name_key" on "contacts" ("account_id", "name_key", "id");

CREATE INDEX "contacts_by_last_name_key" on "contacts" ("account_id", "last_name_key", "id");

CREATE INDEX "contacts_by_email_key" on "contacts" ("account_id", "email_key", "id");

CREATE INDEX "contacts_by_company_name_key" on "contacts" ("account_id", "company_name_key", "id");

CREATE INDEX "contacts_by_updated_at" on "contacts" ("account_id", "updated_at", "id");

CREATE INDEX "contacts_by_traits" on "contacts" ("account_id", "traits", "id");

CREATE INDEX "contacts_by_customer_id" on "contacts" ("account_id", "customer_id", "id");

CREATE VIRTUAL TABLE "contacts_search" using fts5(search_text, content='',
      tokenize='trigram case_sensitive 1', columnsize=0);

CREATE VIRTUAL TABLE "contacts_short" using fts5(grams, content='',
      tokenize='ascii', detail=none, columnsize=0);

CREATE TRIGGER contacts_search_insert after insert on contacts begin 
      insert into contacts_search(rowid, search_text) values (new.account_id << 40 | new.id, new.search_text);
      insert into contacts_short(rowid, grams) values (new.account_id << 40 | new.id, short_grams(new.search_text)); end;

CREATE TRIGGER contacts_search_delete after delete on contacts begin 
      insert into contacts_search(contacts_search, rowid, search_text)
        values ('delete', old.account_id << 40 | old.id, old.search_text);
      insert into contacts_short(contacts_short, rowid, grams)
        values ('delete', old.account_id << 40 | old.id, short_grams(old.search_text)); end;

CREATE TRIGGER contacts_search_update after update of search_text on contacts begin 
      insert into contacts_search(contacts_search, rowid, search_text)
        values ('delete', old.account_id << 40 | old.id, old.search_text);
      insert into contacts_short(contacts_short, rowid, grams)
        values ('delete', old.account_id << 40 | old.id, short_grams(old.search_text)); 
      insert into contacts_search(rowid, search_text) values (new.account_id << 40 | new.id, new.search_text);
      insert into contacts_short(rowid, grams) values (new.account_id << 40 | new.id, short_grams(new.search_text)); end;

CREATE TABLE "invoice_numbers" (
  "id" integer primary key autoincrement,
  "account_id" bigint not null references "accounts" ("id"),
  "year" integer not null,
  "last_number" integer not null,
  constraint "invoice_numbers_once" unique ("account_id", "year")
);

CREATE TABLE "invoice_pdfs" (
  "id" integer primary key autoincrement,
  "account_id" bigint not null references "accounts" ("id"),
  "invoice_id" bigint not null references "invoices" ("id"),
  "token" text not null unique,
  "sha256" text not null,
  "created_at" text not null,
  constraint "invoice_pdfs_once" unique ("invoice_id")
);

CREATE TABLE "invoice_payments" (
  "id" integer primary key autoincrement,
  "account_id" bigint not null references "accounts" ("id"),
  "invoice_id" bigint not null references "invoices" ("id") on delete cascade,
  "amount" integer not null,
  "currency" text not null,
  "paid_on" text not null,
  "method" text,
  "reference" text not null,
  "recorded_by" text,
  "created_at" text not null,
  "kind" text default 'payment' not null,
  "bank_payment_id" bigint references "bank_payments" ("id")
);

CREATE INDEX "invoice_payments_invoice" on "invoice_payments" ("invoice_id", "paid_on", "id");

CREATE INDEX "invoice_payments_paid_on" on "invoice_payments" ("account_id", "paid_on", "invoice_id");

CREATE TABLE "deleted_customers" (
  "id" integer primary key,
  "account_id" bigint not null references "accounts" ("id"),
  "name" text not null,
  "last_name" text not null,
  "email" text not null,
  "company_name" text,
  "search_text" text not null,
  "contents" text not null,
  "deleted_at" text not null,
  "deleted_by" text not null
);

CREATE INDEX "deleted_customers_account" on "deleted_customers" ("account_id", "deleted_at", "id");

CREATE INDEX "deleted_customers_deleted_at" on "deleted_customers" ("deleted_at", "id");

CREATE TABLE "deleted_files" (
  "id" integer primary key autoincrement,
  "account_id" bigint not null references "accounts" ("id"),
  "customer_id" integer not null references "deleted_customers" ("id") on delete cascade,
  "token" text not null unique
);

CREATE INDEX "deleted_files_customer" on "deleted_files" ("customer_id");

CREATE TABLE "invoice_emails" (
  "id" integer primary key autoincrement,
  "account_id" bigint not null references "accounts" ("id"),
  "invoice_id" bigint not null references "invoices" ("id"),
  "kind" text not null,
  "status" text not null,
  "recipients" text not null,
  "reply_to" text,
  "subject" text not null,
  "message" text not null,
  "message_id" text not null unique,
  "caused_by" text not null,
  "actor_id" bigint,
  "created_at" text not null,
  "attempts" integer default 0 not null,
  "next_attempt_at" text,
  "sent_at" text,
  "problem" text,
  "credit_note_id" bigint references "credit_notes" ("id")
);

CREATE INDEX "invoice_emails_by_invoice" on "invoice_emails" ("account_id", "invoice_id", "id");

CREATE INDEX invoice_emails_due on invoice_emails (next_attempt_at) where next_attempt_at is not null;

CREATE TABLE "credit_notes" (
  "id" integer primary key autoincrement,
  "account_id" bigint not null references "accounts" ("id"),
  "invoice_id" bigint not null references "invoices" ("id"),
  "credit_number" text not null,
  "reason" text not null,
  "total_amount" integer not null,
  "created_at" text not null,
  "issued_by" text not null,
  "company_id" bigint references "company_versions" ("id"),
  "issued_on" text default '' not null,
  "look" text,
  constraint "credit_notes_number" unique ("account_id", "credit_number")
);

CREATE INDEX "credit_notes_by_invoice" on "credit_notes" ("account_id", "invoice_id", "id");

CREATE TABLE "credit_note_lines" (
  "id" integer primary key autoincrement,
  "account_id" bigint not null references "accounts" ("id"),
  "credit_note_id" bigint not null references "credit_notes" ("id"),
  "invoice_line_id" bigint not null,
  "description" text not null,
  "quantity" integer not null,
  "unit_price" integer not null,
  "total" integer not null,
  "kind" text not null,
  "discount" integer not null,
  "tax_rate" integer
);

CREATE INDEX "credit_note_lines_by_note" on "credit_note_lines" ("account_id", "credit_note_id", "id");

CREATE TABLE "credit_note_numbers" (
  "id" integer primary key autoincrement,
  "account_id" bigint not null references "accounts" ("id"),
  "year" integer not null,
  "last_number" integer not null,
  constraint "credit_note_numbers_once" unique ("account_id", "year")
);

CREATE TABLE "credit_note_pdfs" (
  "id" integer primary key autoincrement,
  "account_id" bigint not null references "accounts" ("id"),
  "credit_note_id" bigint not null references "credit_notes" ("id"),
  "token" text not null unique,
  "sha256" text not null,
  "created_at" text not null,
  constraint "credit_note_pdfs_once" unique ("credit_note_id")
);

CREATE INDEX "customers_active_id" on "customers" ("account_id", "id") where archived_at is null;

CREATE INDEX "customers_active_name_key" on "customers" ("account_id", "name_key", "id") where archived_at is null;

CREATE INDEX "customers_active_last_name_key" on "customers" ("account_id", "last_name_key", "id") where archived_at is null;

CREATE INDEX "customers_active_email_key" on "customers" ("account_id", "email_key", "id") where archived_at is null;

CREATE INDEX "customers_active_company_name_key" on "customers" ("account_id", "company_name_key", "id") where archived_at is null;

CREATE INDEX "customers_archived" on "customers" ("account_id", "id") where archived_at is not null;

CREATE TRIGGER customers_tallies_insert after insert on customers begin
insert into tallies (account_id, name, bucket, status, currency, entries, amount, changes) select *, 1 from (select new.account_id as account_id, 'customers:archived' as name, '' as bucket,
    '' as status, '' as currency, 1 as entries, 0 as amount
     where new.archived_at is not null) where 1 = 1 on conflict (account_id, name, bucket, status, currency) do update
  set entries = tallies.entries + excluded.entries, amount = tallies.amount + excluded.amount, changes = tallies.changes + 1;
end;

CREATE TRIGGER customers_tallies_delete after delete on customers begin
insert into tallies (account_id, name, bucket, status, currency, entries, amount, changes) select *, 1 from (select old.account_id as account_id, 'customers:archived' as name, '' as bucket,
    '' as status, '' as currency, -1 as entries, 0 as amount
     where old.archived_at is not null) where 1 = 1 on conflict (account_id, name, bucket, status, currency) do update
  set entries = tallies.entries + excluded.entries, amount = tallies.amount + excluded.amount, changes = tallies.changes + 1;
end;

CREATE TRIGGER customers_tallies_update after update on customers begin
insert into tallies (account_id, name, bucket, status, currency, entries, amount, changes) select *, 1 from (select old.account_id as account_id, 'customers:archived' as name, '' as bucket,
    '' as status, '' as currency, -1 as entries, 0 as amount
     where old.archived_at is not null) where 1 = 1 on conflict (account_id, name, bucket, status, currency) do update
  set entries = tallies.entries + excluded.entries, amount = tallies.amount + excluded.amount, changes = tallies.changes + 1;
insert into tallies (account_id, name, bucket, status, currency, entries, amount, changes) select *, 1 from (select new.account_id as account_id, 'customers:archived' as name, '' as bucket,
    '' as status, '' as currency, 1 as entries, 0 as amount
     where new.archived_at is not null) where 1 = 1 on conflict (account_id, name, bucket, status, currency) do update
  set entries = tallies.entries + excluded.entries, amount = tallies.amount + excluded.amount, changes = tallies.changes + 1;
end;

CREATE TABLE "customer_changes" (
  "id" integer primary key autoincrement,
  "account_id" bigint not null references "accounts" ("id"),
  "state" text not null,
  "change" text not null,
  "total" integer not null,
  "changed" integer not null,
  "unchanged" integer not null,
  "missing" integer not null,
  "caused_by" text not null,
  "actor_id" bigint,
  "created_at" text not null,
  "updated_at" text not null,
  "finished_at" text,
  "failed" integer default 0 not null
);

CREATE INDEX "customer_changes_running" on "customer_changes" ("account_id", "id") where state = 'running';

CREATE INDEX "customer_changes_finished" on "customer_changes" ("finished_at");

CREATE TABLE "customer_change_batches" (
  "id" integer primary key autoincrement,
  "account_id" bigint not null references "accounts" ("id"),
  "change_id" bigint not null references "customer_changes" ("id") on delete cascade,
  "customers" text not null,
  "changed" text
);

CREATE INDEX "customer_change_batches_of_change" on "customer_change_batches" ("change_id", "id");

CREATE TABLE "imports" (
  "id" integer primary key autoincrement,
  "account_id" bigint not null references "accounts" ("id"),
  "kind" text not null,
  "state" text not null,
  "file_name" text not null,
  "header" text not null,
  "samples" text not null,
  "rows" integer not null,
  "columns" text not null,
  "is_remembered" integer not null,
  "existing" text not null,
  "checks" integer not null,
  "worker" text,
  "checked_through" bigint not null,
  "plan_created" integer not null,
  "plan_updated" integer not null,
  "plan_skipped" integer not null,
  "plan_failed" integer not null,
  "created" integer not null,
  "updated" integer not null,
  "skipped" integer not null,
  "failed" integer not null,
  "caused_by" text not null,
  "actor_id" bigint,
  "created_at" text not null,
  "updated_at" text not null,
  "finished_at" text,
  "same_values" text default '{}' not null,
  "fixes" text default '{}' not null
);

CREATE INDEX "imports_of_account" on "imports" ("account_id", "kind", "id");

CREATE INDEX "imports_at_work" on "imports" ("id") where state in ('checking', 'running');

CREATE INDEX "imports_by_age" on "imports" ("updated_at");

CREATE TABLE "import_batches" (
  "id" integer primary key autoincrement,
  "account_id" bigint not null references "accounts" ("id"),
  "import_id" bigint not null references "imports" ("id") on delete cascade,
  "rows" text not null
);

CREATE INDEX "import_batches_of_import" on "import_batches" ("import_id", "id");

CREATE TABLE "import_results" (
  "id" integer primary key autoincrement,
  "account_id" bigint not null references "accounts" ("id"),
  "import_id" bigint not null references "imports" ("id") on delete cascade,
  "row" integer not null,
  "outcome" text not null,
  "record_id" bigint,
  "label" text not null,
  "problems" text not null,
  "cells" text
);

CREATE UNIQUE INDEX "import_results_of_import" on "import_results" ("import_id", "row");

CREATE INDEX "import_results_by_outcome" on "import_results" ("import_id", "outcome", "row");

CREATE TABLE "import_mappings" (
  "id" integer primary key autoincrement,
  "account_id" bigint not null references "accounts" ("id"),
  "kind" text not null,
  "header_key" text not null,
  "columns" text not null,
  "same_values" text default '{}' not null
);

CREATE UNIQUE INDEX "import_mappings_of_header" on "import_mappings" ("account_id", "kind", "header_key");

CREATE TABLE "invoice_schedules" (
  "id" integer primary key autoincrement,
  "account_id" bigint not null references "accounts" ("id"),
  "customer_id" integer not null,
  "customer_name" text not null,
  "customer_email" text not null,
  "status" text not null,
  "pause_reason" text,
  "frequency" text not null,
  "starts_on" text not null,
  "ends_on" text,
  "max_count" integer,
  "next_on" text,
  "currency" text not null,
  "total_amount" integer not null,
  "payment_days" integer not null,
  "notes" text not null,
  "lines" text not null,
  "created_at" text not null,
  "updated_at" text not null,
  "version" integer default 1 not null,
  "customer_name_key" text not null default ''
);

CREATE INDEX "invoice_schedules_by_customer" on "invoice_schedules" ("account_id", "customer_id", "id");

CREATE INDEX "invoice_schedules_newest" on "invoice_schedules" ("account_id", "id");

CREATE INDEX invoice_schedules_due on invoice_schedules (account_id, next_on, id) where next_on is not null;

CREATE TABLE "invoice_schedule_runs" (
  "id" integer primary key autoincrement,
  "account_id" bigint not null references "accounts" ("id"),
  "schedule_id" bigint not null references "invoice_schedules" ("id") on delete cascade,
  "period_on" text not null,
  "invoice_id" integer not null,
  "created_at" text not null,
  constraint "invoice_schedule_runs_once" unique ("account_id", "schedule_id", "period_on")
);

CREATE INDEX "invoice_schedule_runs_by_invoice" on "invoice_schedule_runs" ("account_id", "invoice_id");

CREATE TABLE "customer_merges" (
  "id" integer primary key,
  "account_id" bigint not null references "accounts" ("id"),
  "survivor_id" bigint not null,
  "created_at" text not null
);

CREATE INDEX "customer_merges_survivor" on "customer_merges" ("account_id", "survivor_id");

CREATE TABLE "custom_field_renames" (
  "id" integer primary key autoincrement,
  "account_id" bigint not null references "accounts" ("id"),
  "custom_field_id" bigint not null references "custom_fields" ("id"),
  "old_name" text not null,
  "new_name" text not null,
  "state" text not null,
  "total" integer not null,
  "changed" integer not null,
  "caused_by" text not null,
  "actor_id" bigint,
  "created_at" text not null,
  "updated_at" text not null,
  "finished_at" text,
  "failed" text default '[]' not null
);

CREATE INDEX "custom_field_renames_of_field" on "custom_field_renames" ("account_id", "custom_field_id", "id");

CREATE INDEX "custom_field_renames_running" on "custom_field_renames" ("account_id", "id") where state = 'running';

CREATE INDEX "activity_log_of_service" on "activity_log" ("account_id", "subject_id", "id") where subject_type = 'service';

CREATE TABLE "company_logos" (
  "id" integer primary key autoincrement,
  "account_id" bigint not null references "accounts" ("id"),
  "token" text not null unique,
  "bytes" integer not null,
  "width" integer not null,
  "height" integer not null,
  "created_at" text not null
);

CREATE TABLE "company_versions" (
  "id" integer primary key autoincrement,
  "account_id" bigint not null references "accounts" ("id"),
  "version" integer not null,
  "name" text not null,
  "address" text not null,
  "tax_number" text not null,
  "bank_details" text not null,
  "invoice_footer" text not null,
  "payment_days" integer not null,
  "currency" text not null,
  "tax_rate" integer not null,
  "number_pattern" text not null,
  "time_zone" text not null,
  "fiscal_year_start" integer not null,
  "logo_id" bigint references "company_logos" ("id"),
  "created_at" text not null,
  "street" text default '' not null,
  "postal_code" text default '' not null,
  "city" text default '' not null,
  "state" text default '' not null,
  "country" text default '' not null,
  "contact_name" text default '' not null,
  "phone" text default '' not null,
  "email" text default '' not null,
  "payment_link" text default '' not null
);

CREATE INDEX "company_versions_of_account" on "company_versions" ("account_id", "id");

CREATE TABLE "invitations" (
  "id" integer primary key autoincrement,
  "account_id" bigint not null references "accounts" ("id"),
  "email" text not null,
  "role" text not null,
  "token_hash" text not null unique,
  "status" text not null,
  "is_emailed" integer default 0 not null,
  "inviter_id" bigint not null references "staff" ("id") on delete cascade,
  "invited_by" text not null,
  "created_at" text not null,
  "expires_at" text not null
);

CREATE INDEX "invitations_pending" on "invitations" ("account_id", "status", "id");

CREATE TABLE "credential_days" (
  "id" integer primary key autoincrement,
  "account_id" bigint not null references "accounts" ("id"),
  "credential_id" bigint not null references "credentials" ("id"),
  "day" text not null,
  "requests" integer not null,
  "rejected" integer not null,
  "rate_limited" integer not null,
  constraint "credential_days_once" unique ("account_id", "credential_id", "day")
);

CREATE TABLE "audit_log" (
  "id" integer primary key autoincrement,
  "account_id" bigint not null references "accounts" ("id"),
  "at" text not null,
  "actor_kind" text not null,
  "actor_id" bigint,
  "actor_name" text not null,
  "action" text not null,
  "action_group" text not null,
  "target_kind" text,
  "target_id" bigint,
  "target_name" text,
  "address" text,
  "request_id" text,
  "changes" text
);

CREATE INDEX "audit_log_newest" on "audit_log" ("account_id", "at", "id");

CREATE INDEX "audit_log_by_group" on "audit_log" ("account_id", "action_group", "at", "id");

CREATE INDEX "audit_log_by_actor" on "audit_log" ("account_id", "actor_kind", "actor_id", "at", "id");

CREATE INDEX "audit_log_by_target" on "audit_log" ("account_id", "target_kind", "target_id", "at", "id");

CREATE TABLE "audit_settings" (
  "id" integer primary key autoincrement,
  "account_id" bigint not null unique references "accounts" ("id"),
  "keep_days" integer
);

CREATE TRIGGER audit_log_never_changes before update on audit_log
    begin select raise(abort, 'entries of the audit log are never changed, and deleted only after their retention'); end;

CREATE TRIGGER audit_log_keeps before delete on audit_log
    when not exists (
      select 1 from accounts left join audit_settings on audit_settings.account_id = accounts.id
      where accounts.id = old.account_id
        and old.at < strftime('%Y-%m-%dT%H:%M:%f000Z', 'now', '-' ||
          case when audit_settings.id is null then 365 else audit_settings.keep_days end || ' days'))
    begin select raise(abort, 'entries of the audit log are never changed, and deleted only after their retention'); end;

CREATE TABLE "password_resets" (
  "id" integer primary key autoincrement,
  "user_id" bigint not null references "staff" ("id") on delete cascade,
  "token_hash" text not null unique,
  "status" text not null,
  "expires_at" text not null
);

CREATE INDEX "password_resets_person" on "password_resets" ("user_id");

CREATE TABLE "notifications" (
  "id" integer primary key autoincrement,
  "account_id" bigint not null references "accounts" ("id"),
  "member_id" bigint not null references "memberships" ("id") on delete cascade,
  "kind" text not null,
  "occasion" text not null,
  "webhook_id" bigint references "webhooks" ("id") on delete cascade,
  "digest" text,
  "is_shown" integer not null,
  "read_at" text,
  "created_at" text not null,
  "message_id" text not null unique,
  "attempts" integer default 0 not null,
  "next_attempt_at" text,
  "customer_act" text,
  constraint "notifications_once" unique ("account_id", "member_id", "occasion")
);

CREATE INDEX "notifications_listed" on "notifications" ("account_id", "member_id", "id");

CREATE INDEX notifications_unread on notifications (account_id, member_id)
    where read_at is null and is_shown = 1;

CREATE INDEX notifications_due on notifications (next_attempt_at) where next_attempt_at is not null;

CREATE TABLE "notification_settings" (
  "id" integer primary key autoincrement,
  "account_id" bigint not null references "accounts" ("id"),
  "member_id" bigint not null references "memberships" ("id") on delete cascade,
  "channels" text not null,
  "digest_every" text not null,
  "digest_weekday" integer not null,
  "digest_hour" integer not null,
  "customers" text default 'all' not null,
  constraint "notification_settings_once" unique ("account_id", "member_id")
);

CREATE TABLE "staff_two_factors" (
  "id" integer primary key autoincrement,
  "user_id" bigint not null unique references "staff" ("id") on delete cascade,
  "secret" text not null,
  "backup_codes" text not null,
  "verified" boolean not null,
  "last_step" bigint,
  "created_at" text not null
);

CREATE INDEX "staff_verifications_identifier" on "staff_verifications" ("identifier");

CREATE TABLE "saved_views" (
  "id" integer primary key autoincrement,
  "account_id" bigint not null references "accounts" ("id"),
  "creator_id" bigint not null,
  "list" text not null,
  "name" text not null,
  "folded_name" text not null,
  "search" text not null,
  "columns" text,
  "is_shared" integer not null,
  "version" integer default 1 not null,
  "created_at" text not null,
  "updated_at" text not null,
  constraint "saved_views_name" unique ("account_id", "creator_id", "list", "folded_name")
);

CREATE TABLE "saved_view_marks" (
  "id" integer primary key autoincrement,
  "account_id" bigint not null references "accounts" ("id"),
  "view_id" bigint not null references "saved_views" ("id") on delete cascade,
  "user_id" bigint not null,
  "is_pinned" integer not null,
  "is_default" integer not null,
  constraint "saved_view_marks_once" unique ("view_id", "user_id")
);

CREATE TABLE "staff_photos" (
  "id" integer primary key autoincrement,
  "user_id" bigint not null unique references "staff" ("id") on delete cascade,
  "token" text not null unique,
  "bytes" integer not null,
  "created_at" text not null
);

CREATE TABLE "documents" (
  "id" integer primary key autoincrement,
  "account_id" bigint not null references "accounts" ("id"),
  "kind" text not null,
  "number" text not null,
  "status" text not null,
  "title" text not null,
  "customer_id" integer not null,
  "customer_name" text not null,
  "customer_email" text not null,
  "currency" text not null,
  "total_amount" integer not null,
  "sections" text not null,
  "lines" text not null,
  "starts_on" text,
  "ends_on" text,
  "editions" integer default 0 not null,
  "sent_at" text,
  "proposal_id" integer,
  "search_text" text not null,
  "created_at" text not null,
  "updated_at" text not null,
  "version" integer default 1 not null,
  "customer_name_key" text not null default '',
  "signers" text default '[]' not null,
  "signed" integer default 0 not null
);

CREATE INDEX "documents_newest" on "documents" ("account_id", "kind", "id");

CREATE INDEX "documents_by_customer" on "documents" ("account_id", "customer_id", "kind", "id");

CREATE INDEX documents_due on documents (account_id, ends_on, id)
    where status in ('sent', 'viewed', 'signed');

CREATE TABLE "document_conversions" (
  "id" integer primary key autoincrement,
  "account_id" bigint not null references "accounts" ("id"),
  "document_id" bigint not null references "documents" ("id") on delete cascade,
  "target" text not null,
  "ordinal" integer not null,
  "target_id" integer not null,
  "created_at" text not null,
  constraint "document_conversions_once" unique ("account_id", "document_id", "target", "ordinal")
);

CREATE TABLE "document_versions" (
  "id" integer primary key autoincrement,
  "account_id" bigint not null references "accounts" ("id"),
  "document_id" bigint not null references "documents" ("id"),
  "edition" integer not null,
  "content" text not null,
  "sha256" text not null,
  "company_id" bigint references "company_versions" ("id"),
  "sent_at" text not null,
  "sent_by" text not null,
  "viewed_at" text,
  "answer" text,
  currency_digits integer,
  "answer_sha256" text,
  "countersignature" text,
  "countersignature_sha256" text,
  "look" text,
  "signatures" text default '[]' not null,
  constraint "document_versions_once" unique ("account_id", "document_id", "edition")
);

CREATE TABLE "document_pdfs" (
  "id" integer primary key autoincrement,
  "account_id" bigint not null references "accounts" ("id"),
  "version_id" bigint not null references "document_versions" ("id"),
  "stage" text not null,
  "token" text not null unique,
  "sha256" text not null,
  "created_at" text not null,
  constraint "document_pdfs_once" unique ("account_id", "version_id", "stage")
);

CREATE TABLE "document_emails" (
  "id" integer primary key autoincrement,
  "account_id" bigint not null references "accounts" ("id"),
  "document_id" bigint not null references "documents" ("id"),
  "edition" integer not null,
  "status" text not null,
  "recipients" text not null,
  "reply_to" text,
  "subject" text not null,
  "message" text not null,
  "message_id" text not null unique,
  "caused_by" text not null,
  "actor_id" bigint,
  "created_at" text not null,
  "attempts" integer default 0 not null,
  "next_attempt_at" text,
  "sent_at" text,
  "problem" text,
  "kind" text default 'document' not null
);

CREATE INDEX "document_emails_by_document" on "document_emails" ("account_id", "document_id", "id");

CREATE INDEX document_emails_due on document_emails (next_attempt_at) where next_attempt_at is not null;

CREATE TABLE "proposal_numbers" (
  "id" integer primary key autoincrement,
  "account_id" bigint not null references "accounts" ("id"),
  "year" integer not null,
  "last_number" integer not null,
  constraint "proposal_numbers_once" unique ("account_id", "year")
);

CREATE TABLE "contract_numbers" (
  "id" integer primary key autoincrement,
  "account_id" bigint not null references "accounts" ("id"),
  "year" integer not null,
  "last_number" integer not null,
  constraint "contract_numbers_once" unique ("account_id", "year")
);

CREATE TABLE "connections" (
  "id" integer primary key autoincrement,
  "account_id" bigint not null unique references "accounts" ("id") on delete cascade,
  "environment" text not null check (environment in ('production', 'development')),
  "base_url" text not null,
  "token_sealed" text not null,
  "token_last_four" text not null,
  "key_sealed" text not null,
  "key_last_four" text not null,
  "source" text not null check (source in ('command', 'variables', 'dashboard')),
  "version" integer not null,
  "last_ok_at" text,
  "last_error_at" text,
  "last_error" text,
  "created_at" text not null,
  "updated_at" text not null
);

CREATE TABLE "portal_links" (
  "id" integer primary key autoincrement,
  "account_id" bigint not null references "accounts" ("id"),
  "customer_id" bigint not null references "customers" ("id") on delete cascade,
  "token_hash" text not null unique,
  "status" text not null,
  "expires_at" text not null,
  "delivery" text,
  "delivered_to" text
);

CREATE TABLE "portal_sessions" (
  "id" integer primary key autoincrement,
  "account_id" bigint not null references "accounts" ("id"),
  "customer_id" bigint not null references "customers" ("id") on delete cascade,
  "token_hash" text not null unique,
  "created_at" text not null,
  "expires_at" text not null,
  "staff_session_id" bigint,
  "staff_role" text,
  "viewed_by" text,
  "link" text,
  "document_link_id" bigint,
  "confirmed_at" text,
  "code_hash" text,
  "code_sent_at" text,
  "code_tries" integer
);

CREATE INDEX "portal_links_account" on "portal_links" ("account_id", "customer_id");

CREATE INDEX "portal_links_customer" on "portal_links" ("customer_id");

CREATE INDEX "portal_sessions_account" on "portal_sessions" ("account_id", "customer_id");

CREATE INDEX "portal_sessions_customer" on "portal_sessions" ("customer_id");

CREATE TABLE "plans" (
  "id" integer primary key autoincrement,
  "account_id" bigint not null references "accounts" ("id"),
  "name" text not null,
  "frequency" text not null,
  "currency" text not null,
  "net_amount" integer not null,
  "total_amount" integer not null,
  "trial_days" integer not null,
  "payment_days" integer not null,
  "notes" text not null,
  "lines" text not null,
  "archived_at" text,
  "created_at" text not null,
  "updated_at" text not null,
  "version" integer default 1 not null,
  "name_key" text not null default ''
);

CREATE INDEX "plans_newest" on "plans" ("account_id", "id");

CREATE TABLE "subscriptions" (
  "id" integer primary key autoincrement,
  "account_id" bigint not null references "accounts" ("id"),
  "plan_id" integer not null references "plans" ("id"),
  "schedule_id" integer not null references "invoice_schedules" ("id") on delete cascade,
  "plan_name" text not null,
  "plan_lines" text not null,
  "quantity" integer not null,
  "price" integer,
  "net_amount" integer not null,
  "starts_on" text not null,
  "planned_end" text,
  "canceled_at" text,
  "sends" integer not null,
  "adjustments" text not null,
  "created_at" text not null,
  "plan_name_key" text not null default '',
  "closing" text,
  "resumed_on" text,
  constraint "subscriptions_by_schedule" unique ("account_id", "schedule_id")
);

CREATE INDEX "subscriptions_by_plan" on "subscriptions" ("account_id", "plan_id", "id");

CREATE INDEX "subscriptions_newest" on "subscriptions" ("account_id", "id");

CREATE TABLE "document_files" (
  "id" integer primary key autoincrement,
  "account_id" bigint not null references "accounts" ("id"),
  "document_id" bigint not null references "documents" ("id"),
  "token" text not null,
  "name" text not null,
  "media_type" text not null,
  "inline" integer not null,
  "bytes" integer not null,
  "sha256" text not null,
  "first_edition" integer,
  "is_removed" integer default 0 not null,
  "created_at" text not null
);

CREATE INDEX "document_files_by_document" on "document_files" ("account_id", "document_id", "id");

CREATE INDEX "document_files_token" on "document_files" ("token");

CREATE TABLE "templates" (
  "id" integer primary key autoincrement,
  "account_id" bigint not null references "accounts" ("id"),
  "kind" text not null,
  "name" text not null,
  "is_default" integer not null,
  "subject" text not null,
  "message" text not null,
  "sections" text not null,
  "created_at" text not null,
  "updated_at" text not null,
  "version" integer default 1 not null,
  "send_after_days" integer,
  "line_items" text,
  "currency" text,
  "valid_days" integer,
  "language" text
);

CREATE INDEX "templates_by_kind" on "templates" ("account_id", "kind", "id");

CREATE TABLE "meetings" (
  "id" integer primary key autoincrement,
  "account_id" bigint not null references "accounts" ("id"),
  "uid" text not null unique,
  "status" text not null,
  "title" text not null,
  "customer_id" integer,
  "customer_name" text,
  "starts_at" text not null,
  "ends_at" text not null,
  "time_zone" text not null,
  "place" text not null,
  "link" text not null,
  "notes" text not null,
  "attendees" text not null,
  "attendee_count" integer not null,
  "invited" text not null,
  "organizer_name" text,
  "organizer_email" text,
  "made_by_customer" integer not null,
  "created_by" text not null,
  "search_text" text not null,
  "canceled_at" text,
  "created_at" text not null,
  "updated_at" text not null,
  "version" integer default 1 not null
);

CREATE INDEX "meetings_by_end" on "meetings" ("account_id", "status", "ends_at", "id");

CREATE INDEX "meetings_by_start" on "meetings" ("account_id", "starts_at", "id");

CREATE INDEX "meetings_by_customer" on "meetings" ("account_id", "customer_id", "starts_at", "id");

CREATE TABLE "meeting_emails" (
  "id" integer primary key autoincrement,
  "account_id" bigint not null references "accounts" ("id"),
  "meeting_id" bigint not null references "meetings" ("id"),
  "method" text not null,
  "calendar" text not null,
  "status" text not null,
  "recipients" text not null,
  "reply_to" text,
  "subject" text not null,
  "message" text not null,
  "message_id" text not null unique,
  "caused_by" text not null,
  "actor_id" bigint,
  "created_at" text not null,
  "attempts" integer default 0 not null,
  "next_attempt_at" text,
  "sent_at" text,
  "problem" text
);

CREATE INDEX "meeting_emails_by_meeting" on "meeting_emails" ("account_id", "meeting_id", "id");

CREATE INDEX meeting_emails_due on meeting_emails (next_attempt_at) where next_attempt_at is not null;

CREATE TABLE "invoice_templates" (
  "id" integer primary key autoincrement,
  "account_id" bigint not null references "accounts" ("id"),
  "name" text not null,
  "is_default" integer not null,
  "look" text not null,
  "created_at" text not null,
  "updated_at" text not null,
  "version" integer default 1 not null
);

CREATE INDEX "invoice_templates_by_name" on "invoice_templates" ("account_id", "name", "id");

CREATE TABLE currency_digits (currency text primary key, digits integer not null);

CREATE INDEX invoices_refundable on invoices (account_id, settled_amount, id)
    where settled_amount > total_amount and settled_amount > 0;

CREATE TRIGGER invoices_tallies_insert after insert on invoices begin
insert into tallies (account_id, name, bucket, status, currency, entries, amount, changes) select *, 1 from (select new.account_id as account_id, 'invoices' as name, '' as bucket,
    '' as status, '' as currency, 1 as entries, 0 as amount
     where 1 = 1) where 1 = 1 on conflict (account_id, name, bucket, status, currency) do update
  set entries = tallies.entries + excluded.entries, amount = tallies.amount + excluded.amount, changes = tallies.changes + 1;
insert into tallies (account_id, name, bucket, status, currency, entries, amount, changes) select *, 1 from (select new.account_id as account_id, 'invoices:block' as name, cast(10000000000 + new.id / 4096 as text) as bucket,
    '' as status, '' as currency, 1 as entries, 0 as amount
     where 1 = 1) where 1 = 1 on conflict (account_id, name, bucket, status, currency) do update
  set entries = tallies.entries + excluded.entries, amount = tallies.amount + excluded.amount, changes = tallies.changes + 1;
insert into tallies (account_id, name, bucket, status, currency, entries, amount, changes) select *, 1 from (select new.account_id as account_id, 'status' as name, '' as bucket,
    new.status as status, new.currency as currency, 1 as entries, 1 * new.total_amount as amount
     where 1 = 1) where 1 = 1 on conflict (account_id, name, bucket, status, currency) do update
  set entries = tallies.entries + excluded.entries, amount = tallies.amount + excluded.amount, changes = tallies.changes + 1;
insert into tallies (account_id, name, bucket, status, currency, entries, amount, changes) select *, 1 from (select new.account_id as account_id, 'customer' as name, cast(new.customer_id as text) as bucket,
    new.status as status, new.currency as currency, 1 as entries, 1 * new.total_amount as amount
     where 1 = 1) where 1 = 1 on conflict (account_id, name, bucket, status, currency) do update
  set entries = tallies.entries + excluded.entries, amount = tallies.amount + excluded.amount, changes = tallies.changes + 1;
insert into tallies (account_id, name, bucket, status, currency, entries, amount, changes) select *, 1 from (select new.account_id as account_id, 'due:7' as name, substr(new.due_date, 1, 7) as bucket,
    new.status as status, new.currency as currency, 1 as entries, 1 * new.total_amount as amount
     where 1 = 1) where 1 = 1 on conflict (account_id, name, bucket, status, currency) do update
  set entries = tallies.entries + excluded.entries, amount = tallies.amount + excluded.amount, changes = tallies.changes + 1;
insert into tallies (account_id, name, bucket, status, currency, entries, amount, changes) select *, 1 from (select new.account_id as account_id, 'due:10' as name, substr(new.due_date, 1, 10) as bucket,
    new.status as status, new.currency as currency, 1 as entries, 1 * new.total_amount as amount
     where 1 = 1) where 1 = 1 on conflict (account_id, name, bucket, status, currency) do update
  set entries = tallies.entries + excluded.entries, amount = tallies.amount + excluded.amount, changes = tallies.changes + 1;
insert into tallies (account_id, name, bucket, status, currency, entries, amount, changes) select *, 1 from (select new.account_id as account_id, 'draft:7' as name, substr(new.updated_at, 1, 7) as bucket,
    '' as status, '' as currency, 1 as entries, 0 as amount
     where new.status = 'draft') where 1 = 1 on conflict (account_id, name, bucket, status, currency) do update
  set entries = tallies.entries + excluded.entries, amount = tallies.amount + excluded.amount, changes = tallies.changes + 1;
insert into tallies (account_id, name, bucket, status, currency, entries, amount, changes) select *, 1 from (select new.account_id as account_id, 'draft:10' as name, substr(new.updated_at, 1, 10) as bucket,
    '' as status, '' as currency, 1 as entries, 0 as amount
     where new.status = 'draft') where 1 = 1 on conflict (account_id, name, bucket, status, currency) do update
  set entries = tallies.entries + excluded.entries, amount = tallies.amount + excluded.amount, changes = tallies.changes + 1;
insert into tallies (account_id, name, bucket, status, currency, entries, amount, changes) select *, 1 from (select new.account_id as account_id, 'draft:13' as name, substr(new.updated_at, 1, 13) as bucket,
    '' as status, '' as currency, 1 as entries, 0 as amount
     where new.status = 'draft') where 1 = 1 on conflict (account_id, name, bucket, status, currency) do update
  set entries = tallies.entries + excluded.entries, amount = tallies.amount + excluded.amount, changes = tallies.changes + 1;
insert into tallies (account_id, name, bucket, status, currency, entries, amount, changes) select *, 1 from (select new.account_id as account_id, 'settled-status' as name, '' as bucket,
    new.status as status, new.currency as currency, 1 as entries, 1 * new.settled_amount as amount
     where new.status in ('sent', 'overdue') and new.settled_amount <> 0) where 1 = 1 on conflict (account_id, name, bucket, status, currency) do update
  set entries = tallies.entries + excluded.entries, amount = tallies.amount + excluded.amount, changes = tallies.changes + 1;
insert into tallies (account_id, name, bucket, status, currency, entries, amount, changes) select *, 1 from (select new.account_id as account_id, 'settled-customer' as name, cast(new.customer_id as text) as bucket,
    new.status as status, new.currency as currency, 1 as entries, 1 * new.settled_amount as amount
     where new.status in ('sent', 'overdue') and new.settled_amount <> 0) where 1 = 1 on conflict (account_id, name, bucket, status, currency) do update
  set entries = tallies.entries + excluded.entries, amount = tallies.amount + excluded.amount, changes = tallies.changes + 1;
insert into tallies (account_id, name, bucket, status, currency, entries, amount, changes) select *, 1 from (select new.account_id as account_id, 'settled-due:7' as name, substr(new.due_date, 1, 7) as bucket,
    new.status as status, new.currency as currency, 1 as entries, 1 * new.settled_amount as amount
     where new.status in ('sent', 'overdue') and new.settled_amount <> 0) where 1 = 1 on conflict (account_id, name, bucket, status, currency) do update
  set entries = tallies.entries + excluded.entries, amount = tallies.amount + excluded.amount, changes = tallies.changes + 1;
insert into tallies (account_id, name, bucket, status, currency, entries, amount, changes) select *, 1 from (select new.account_id as account_id, 'settled-due:10' as name, substr(new.due_date, 1, 10) as bucket,
    new.status as status, new.currency as currency, 1 as entries, 1 * new.settled_amount as amount
     where new.status in ('sent', 'overdue') and new.settled_amount <> 0) where 1 = 1 on conflict (account_id, name, bucket, status, currency) do update
  set entries = tallies.entries + excluded.entries, amount = tallies.amount + excluded.amount, changes = tallies.changes + 1;
insert into tallies (account_id, name, bucket, status, currency, entries, amount, changes) select *, 1 from (select new.account_id as account_id, 'refund-status' as name, '' as bucket,
    new.status as status, new.currency as currency, 1 as entries, 1 * (new.settled_amount - new.total_amount) as amount
     where new.settled_amount > new.total_amount and new.settled_amount > 0) where 1 = 1 on conflict (account_id, name, bucket, status, currency) do update
  set entries = tallies.entries + excluded.entries, amount = tallies.amount + excluded.amount, changes = tallies.changes + 1;
insert into tallies (account_id, name, bucket, status, currency, entries, amount, changes) select *, 1 from (select new.account_id as account_id, 'refund-customer' as name, cast(new.customer_id as text) as bucket,
    new.status as status, new.currency as currency, 1 as entries, 1 * (new.settled_amount - new.total_amount) as amount
     where new.settled_amount > new.total_amount and new.settled_amount > 0) where 1 = 1 on conflict (account_id, name, bucket, status, currency) do update
  set entries = tallies.entries + excluded.entries, amount = tallies.amount + excluded.amount, changes = tallies.changes + 1;
insert into tallies (account_id, name, bucket, status, currency, entries, amount, changes) select *, 1 from (select new.account_id as account_id, 'refund-due:7' as name, substr(new.due_date, 1, 7) as bucket,
    new.status as status, new.currency as currency, 1 as entries, 1 * (new.settled_amount - new.total_amount) as amount
     where new.settled_amount > new.total_amount and new.settled_amount > 0) where 1 = 1 on conflict (account_id, name, bucket, status, currency) do update
  set entries = tallies.entries + excluded.entries, amount = tallies.amount + excluded.amount, changes = tallies.changes + 1;
insert into tallies (account_id, name, bucket, status, currency, entries, amount, changes) select *, 1 from (select new.account_id as account_id, 'refund-due:10' as name, substr(new.due_date, 1, 10) as bucket,
    new.status as status, new.currency as currency, 1 as entries, 1 * (new.settled_amount - new.total_amount) as amount
     where new.settled_amount > new.total_amount and new.settled_amount > 0) where 1 = 1 on conflict (account_id, name, bucket, status, currency) do update
  set entries = tallies.entries + excluded.entries, amount = tallies.amount + excluded.amount, changes = tallies.changes + 1;
end;

CREATE TRIGGER invoices_tallies_delete after delete on invoices begin
insert into tallies (account_id, name, bucket, status, currency, entries, amount, changes) select *, 1 from (select old.account_id as account_id, 'invoices' as name, '' as bucket,
    '' as status, '' as currency, -1 as entries, 0 as amount
     where 1 = 1) where 1 = 1 on conflict (account_id, name, bucket, status, currency) do update
  set entries = tallies.entries + excluded.entries, amount = tallies.amount + excluded.amount, changes = tallies.changes + 1;
insert into tallies (account_id, name, bucket, status, currency, entries, amount, changes) select *, 1 from (select old.account_id as account_id, 'invoices:block' as name, cast(10000000000 + old.id / 4096 as text) as bucket,
    '' as status, '' as currency, -1 as entries, 0 as amount
     where 1 = 1) where 1 = 1 on conflict (account_id, name, bucket, status, currency) do update
  set entries = tallies.entries + excluded.entries, amount = tallies.amount + excluded.amount, changes = tallies.changes + 1;
insert into tallies (account_id, name, bucket, status, currency, entries, amount, changes) select *, 1 from (select old.account_id as account_id, 'status' as name, '' as bucket,
    old.status as status, old.currency as currency, -1 as entries, -1 * old.total_amount as amount
     where 1 = 1) where 1 = 1 on conflict (account_id, name, bucket, status, currency) do update
  set entries = tallies.entries + excluded.entries, amount = tallies.amount + excluded.amount, changes = tallies.changes + 1;
insert into tallies (account_id, name, bucket, status, currency, entries, amount, changes) select *, 1 from (select old.account_id as account_id, 'customer' as name, cast(old.customer_id as text) as bucket,
    old.status as status, old.currency as currency, -1 as entries, -1 * old.total_amount as amount
     where 1 = 1) where 1 = 1 on conflict (account_id, name, bucket, status, currency) do update
  set entries = tallies.entries + excluded.entries, amount = tallies.amount + excluded.amount, changes = tallies.changes + 1;
insert into tallies (account_id, name, bucket, status, currency, entries, amount, changes) select *, 1 from (select old.account_id as account_id, 'due:7' as name, substr(old.due_date, 1, 7) as bucket,
    old.status as status, old.currency as currency, -1 as entries, -1 * old.total_amount as amount
     where 1 = 1) where 1 = 1 on conflict (account_id, name, bucket, status, currency) do update
  set entries = tallies.entries + excluded.entries, amount = tallies.amount + excluded.amount, changes = tallies.changes + 1;
insert into tallies (account_id, name, bucket, status, currency, entries, amount, changes) select *, 1 from (select old.account_id as account_id, 'due:10' as name, substr(old.due_date, 1, 10) as bucket,
    old.status as status, old.currency as currency, -1 as entries, -1 * old.total_amount as amount
     where 1 = 1) where 1 = 1 on conflict (account_id, name, bucket, status, currency) do update
  set entries = tallies.entries + excluded.entries, amount = tallies.amount + excluded.amount, changes = tallies.changes + 1;
insert into tallies (account_id, name, bucket, status, currency, entries, amount, changes) select *, 1 from (select old.account_id as account_id, 'draft:7' as name, substr(old.updated_at, 1, 7) as bucket,
    '' as status, '' as currency, -1 as entries, 0 as amount
     where old.status = 'draft') where 1 = 1 on conflict (account_id, name, bucket, status, currency) do update
  set entries = tallies.entries + excluded.entries, amount = tallies.amount + excluded.amount, changes = tallies.changes + 1;
insert into tallies (account_id, name, bucket, status, currency, entries, amount, changes) select *, 1 from (select old.account_id as account_id, 'draft:10' as name, substr(old.updated_at, 1, 10) as bucket,
    '' as status, '' as currency, -1 as entries, 0 as amount
     where old.status = 'draft') where 1 = 1 on conflict (account_id, name, bucket, status, currency) do update
  set entries = tallies.entries + excluded.entries, amount = tallies.amount + excluded.amount, changes = tallies.changes + 1;
insert into tallies (account_id, name, bucket, status, currency, entries, amount, changes) select *, 1 from (select old.account_id as account_id, 'draft:13' as name, substr(old.updated_at, 1, 13) as bucket,
    '' as status, '' as currency, -1 as entries, 0 as amount
     where old.status = 'draft') where 1 = 1 on conflict (account_id, name, bucket, status, currency) do update
  set entries = tallies.entries + excluded.entries, amount = tallies.amount + excluded.amount, changes = tallies.changes + 1;
insert into tallies (account_id, name, bucket, status, currency, entries, amount, changes) select *, 1 from (select old.account_id as account_id, 'settled-status' as name, '' as bucket,
    old.status as status, old.currency as currency, -1 as entries, -1 * old.settled_amount as amount
     where old.status in ('sent', 'overdue') and old.settled_amount <> 0) where 1 = 1 on conflict (account_id, name, bucket, status, currency) do update
  set entries = tallies.entries + excluded.entries, amount = tallies.amount + excluded.amount, changes = tallies.changes + 1;
insert into tallies (account_id, name, bucket, status, currency, entries, amount, changes) select *, 1 from (select old.account_id as account_id, 'settled-customer' as name, cast(old.customer_id as text) as bucket,
    old.status as status, old.currency as currency, -1 as entries, -1 * old.settled_amount as amount
     where old.status in ('sent', 'overdue') and old.settled_amount <> 0) where 1 = 1 on conflict (account_id, name, bucket, status, currency) do update
  set entries = tallies.entries + excluded.entries, amount = tallies.amount + excluded.amount, changes = tallies.changes + 1;
insert into tallies (account_id, name, bucket, status, currency, entries, amount, changes) select *, 1 from (select old.account_id as account_id, 'settled-due:7' as name, substr(old.due_date, 1, 7) as bucket,
    old.status as status, old.currency as currency, -1 as entries, -1 * old.settled_amount as amount
     where old.status in ('sent', 'overdue') and old.settled_amount <> 0) where 1 = 1 on conflict (account_id, name, bucket, status, currency) do update
  set entries = tallies.entries + excluded.entries, amount = tallies.amount + excluded.amount, changes = tallies.changes + 1;
insert into tallies (account_id, name, bucket, status, currency, entries, amount, changes) select *, 1 from (select old.account_id as account_id, 'settled-due:10' as name, substr(old.due_date, 1, 10) as bucket,
    old.status as status, old.currency as currency, -1 as entries, -1 * old.settled_amount as amount
     where old.status in ('sent', 'overdue') and old.settled_amount <> 0) where 1 = 1 on conflict (account_id, name, bucket, status, currency) do update
  set entries = tallies.entries + excluded.entries, amount = tallies.amount + excluded.amount, changes = tallies.changes + 1;
insert into tallies (account_id, name, bucket, status, currency, entries, amount, changes) select *, 1 from (select old.account_id as account_id, 'refund-status' as name, '' as bucket,
    old.status as status, old.currency as currency, -1 as entries, -1 * (old.settled_amount - old.total_amount) as amount
     where old.settled_amount > old.total_amount and old.settled_amount > 0) where 1 = 1 on conflict (account_id, name, bucket, status, currency) do update
  set entries = tallies.entries + excluded.entries, amount = tallies.amount + excluded.amount, changes = tallies.changes + 1;
insert into tallies (account_id, name, bucket, status, currency, entries, amount, changes) select *, 1 from (select old.account_id as account_id, 'refund-customer' as name, cast(old.customer_id as text) as bucket,
    old.status as status, old.currency as currency, -1 as entries, -1 * (old.settled_amount - old.total_amount) as amount
     where old.settled_amount > old.total_amount and old.settled_amount > 0) where 1 = 1 on conflict (account_id, name, bucket, status, currency) do update
  set entries = tallies.entries + excluded.entries, amount = tallies.amount + excluded.amount, changes = tallies.changes + 1;
insert into tallies (account_id, name, bucket, status, currency, entries, amount, changes) select *, 1 from (select old.account_id as account_id, 'refund-due:7' as name, substr(old.due_date, 1, 7) as bucket,
    old.status as status, old.currency as currency, -1 as entries, -1 * (old.settled_amount - old.total_amount) as amount
     where old.settled_amount > old.total_amount and old.settled_amount > 0) where 1 = 1 on conflict (account_id, name, bucket, status, currency) do update
  set entries = tallies.entries + excluded.entries, amount = tallies.amount + excluded.amount, changes = tallies.changes + 1;
insert into tallies (account_id, name, bucket, status, currency, entries, amount, changes) select *, 1 from (select old.account_id as account_id, 'refund-due:10' as name, substr(old.due_date, 1, 10) as bucket,
    old.status as status, old.currency as currency, -1 as entries, -1 * (old.settled_amount - old.total_amount) as amount
     where old.settled_amount > old.total_amount and old.settled_amount > 0) where 1 = 1 on conflict (account_id, name, bucket, status, currency) do update
  set entries = tallies.entries + excluded.entries, amount = tallies.amount + excluded.amount, changes = tallies.changes + 1;
end;

CREATE TRIGGER invoices_tallies_update after update on invoices begin
insert into tallies (account_id, name, bucket, status, currency, entries, amount, changes) select *, 1 from (select old.account_id as account_id, 'invoices' as name, '' as bucket,
    '' as status, '' as currency, -1 as entries, 0 as amount
     where 1 = 1) where 1 = 1 on conflict (account_id, name, bucket, status, currency) do update
  set entries = tallies.entries + excluded.entries, amount = tallies.amount + excluded.amount, changes = tallies.changes + 1;
insert into tallies (account_id, name, bucket, status, currency, entries, amount, changes) select *, 1 from (select old.account_id as account_id, 'invoices:block' as name, cast(10000000000 + old.id / 4096 as text) as bucket,
    '' as status, '' as currency, -1 as entries, 0 as amount
     where 1 = 1) where 1 = 1 on conflict (account_id, name, bucket, status, currency) do update
  set entries = tallies.entries + excluded.entries, amount = tallies.amount + excluded.amount, changes = tallies.changes + 1;
insert into tallies (account_id, name, bucket, status, currency, entries, amount, changes) select *, 1 from (select old.account_id as account_id, 'status' as name, '' as bucket,
    old.status as status, old.currency as currency, -1 as entries, -1 * old.total_amount as amount
     where 1 = 1) where 1 = 1 on conflict (account_id, name, bucket, status, currency) do update
  set entries = tallies.entries + excluded.entries, amount = tallies.amount + excluded.amount, changes = tallies.changes + 1;
insert into tallies (account_id, name, bucket, status, currency, entries, amount, changes) select *, 1 from (select old.account_id as account_id, 'customer' as name, cast(old.customer_id as text) as bucket,
    old.status as status, old.currency as currency, -1 as entries, -1 * old.total_amount as amount
     where 1 = 1) where 1 = 1 on conflict (account_id, name, bucket, status, currency) do update
  set entries = tallies.entries + excluded.entries, amount = tallies.amount + excluded.amount, changes = tallies.changes + 1;
insert into tallies (account_id, name, bucket, status, currency, entries, amount, changes) select *, 1 from (select old.account_id as account_id, 'due:7' as name, substr(old.due_date, 1, 7) as bucket,
    old.status as status, old.currency as currency, -1 as entries, -1 * old.total_amount as amount
     where 1 = 1) where 1 = 1 on conflict (account_id, name, bucket, status, currency) do update
  set entries = tallies.entries + excluded.entries, amount = tallies.amount + excluded.amount, changes = tallies.changes + 1;
insert into tallies (account_id, name, bucket, status, currency, entries, amount, changes) select *, 1 from (select old.account_id as account_id, 'due:10' as name, substr(old.due_date, 1, 10) as bucket,
    old.status as status, old.currency as currency, -1 as entries, -1 * old.total_amount as amount
     where 1 = 1) where 1 = 1 on conflict (account_id, name, bucket, status, currency) do update
  set entries = tallies.entries + excluded.entries, amount = tallies.amount + excluded.amount, changes = tallies.changes + 1;
insert into tallies (account_id, name, bucket, status, currency, entries, amount, changes) select *, 1 from (select old.account_id as account_id, 'draft:7' as name, substr(old.updated_at, 1, 7) as bucket,
    '' as status, '' as currency, -1 as entries, 0 as amount
     where old.status = 'draft') where 1 = 1 on conflict (account_id, name, bucket, status, currency) do update
  set entries = tallies.entries + excluded.entries, amount = tallies.amount + excluded.amount, changes = tallies.changes + 1;
insert into tallies (account_id, name, bucket, status, currency, entries, amount, changes) select *, 1 from (select old.account_id as account_id, 'draft:10' as name, substr(old.updated_at, 1, 10) as bucket,
    '' as status, '' as currency, -1 as entries, 0 as amount
     where old.status = 'draft') where 1 = 1 on conflict (account_id, name, bucket, status, currency) do update
  set entries = tallies.entries + excluded.entries, amount = tallies.amount + excluded.amount, changes = tallies.changes + 1;
insert into tallies (account_id, name, bucket, status, currency, entries, amount, changes) select *, 1 from (select old.account_id as account_id, 'draft:13' as name, substr(old.updated_at, 1, 13) as bucket,
    '' as status, '' as currency, -1 as entries, 0 as amount
     where old.status = 'draft') where 1 = 1 on conflict (account_id, name, bucket, status, currency) do update
  set entries = tallies.entries + excluded.entries, amount = tallies.amount + excluded.amount, changes = tallies.changes + 1;
insert into tallies (account_id, name, bucket, status, currency, entries, amount, changes) select *, 1 from (select old.account_id as account_id, 'settled-status' as name, '' as bucket,
    old.status as status, old.currency as currency, -1 as entries, -1 * old.settled_amount as amount
     where old.status in ('sent', 'overdue') and old.settled_amount <> 0) where 1 = 1 on conflict (account_id, name, bucket, status, currency) do update
  set entries = tallies.entries + excluded.entries, amount = tallies.amount + excluded.amount, changes = tallies.changes + 1;
insert into tallies (account_id, name, bucket, status, currency, entries, amount, changes) select *, 1 from (select old.account_id as account_id, 'settled-customer' as name, cast(old.customer_id as text) as bucket,
    old.status as status, old.currency as currency, -1 as entries, -1 * old.settled_amount as amount
     where old.status in ('sent', 'overdue') and old.settled_amount <> 0) where 1 = 1 on conflict (account_id, name, bucket, status, currency) do update
  set entries = tallies.entries + excluded.entries, amount = tallies.amount + excluded.amount, changes = tallies.changes + 1;
insert into tallies (account_id, name, bucket, status, currency, entries, amount, changes) select *, 1 from (select old.account_id as account_id, 'settled-due:7' as name, substr(old.due_date, 1, 7) as bucket,
    old.status as status, old.currency as currency, -1 as entries, -1 * old.settled_amount as amount
     where old.status in ('sent', 'overdue') and old.settled_amount <> 0) where 1 = 1 on conflict (account_id, name, bucket, status, currency) do update
  set entries = tallies.entries + excluded.entries, amount = tallies.amount + excluded.amount, changes = tallies.changes + 1;
insert into tallies (account_id, name, bucket, status, currency, entries, amount, changes) select *, 1 from (select old.account_id as account_id, 'settled-due:10' as name, substr(old.due_date, 1, 10) as bucket,
    old.status as status, old.currency as currency, -1 as entries, -1 * old.settled_amount as amount
     where old.status in ('sent', 'overdue') and old.settled_amount <> 0) where 1 = 1 on conflict (account_id, name, bucket, status, currency) do update
  set entries = tallies.entries + excluded.entries, amount = tallies.amount + excluded.amount, changes = tallies.changes + 1;
insert into tallies (account_id, name, bucket, status, currency, entries, amount, changes) select *, 1 from (select old.account_id as account_id, 'refund-status' as name, '' as bucket,
    old.status as status, old.currency as currency, -1 as entries, -1 * (old.settled_amount - old.total_amount) as amount
     where old.settled_amount > old.total_amount and old.settled_amount > 0) where 1 = 1 on conflict (account_id, name, bucket, status, currency) do update
  set entries = tallies.entries + excluded.entries, amount = tallies.amount + excluded.amount, changes = tallies.changes + 1;
insert into tallies (account_id, name, bucket, status, currency, entries, amount, changes) select *, 1 from (select old.account_id as account_id, 'refund-customer' as name, cast(old.customer_id as text) as bucket,
    old.status as status, old.currency as currency, -1 as entries, -1 * (old.settled_amount - old.total_amount) as amount
     where old.settled_amount > old.total_amount and old.settled_amount > 0) where 1 = 1 on conflict (account_id, name, bucket, status, currency) do update
  set entries = tallies.entries + excluded.entries, amount = tallies.amount + excluded.amount, changes = tallies.changes + 1;
insert into tallies (account_id, name, bucket, status, currency, entries, amount, changes) select *, 1 from (select old.account_id as account_id, 'refund-due:7' as name, substr(old.due_date, 1, 7) as bucket,
    old.status as status, old.currency as currency, -1 as entries, -1 * (old.settled_amount - old.total_amount) as amount
     where old.settled_amount > old.total_amount and old.settled_amount > 0) where 1 = 1 on conflict (account_id, name, bucket, status, currency) do update
  set entries = tallies.entries + excluded.entries, amount = tallies.amount + excluded.amount, changes = tallies.changes + 1;
insert into tallies (account_id, name, bucket, status, currency, entries, amount, changes) select *, 1 from (select old.account_id as account_id, 'refund-due:10' as name, substr(old.due_date, 1, 10) as bucket,
    old.status as status, old.currency as currency, -1 as entries, -1 * (old.settled_amount - old.total_amount) as amount
     where old.settled_amount > old.total_amount and old.settled_amount > 0) where 1 = 1 on conflict (account_id, name, bucket, status, currency) do update
  set entries = tallies.entries + excluded.entries, amount = tallies.amount + excluded.amount, changes = tallies.changes + 1;
insert into tallies (account_id, name, bucket, status, currency, entries, amount, changes) select *, 1 from (select new.account_id as account_id, 'invoices' as name, '' as bucket,
    '' as status, '' as currency, 1 as entries, 0 as amount
     where 1 = 1) where 1 = 1 on conflict (account_id, name, bucket, status, currency) do update
  set entries = tallies.entries + excluded.entries, amount = tallies.amount + excluded.amount, changes = tallies.changes + 1;
insert into tallies (account_id, name, bucket, status, currency, entries, amount, changes) select *, 1 from (select new.account_id as account_id, 'invoices:block' as name, cast(10000000000 + new.id / 4096 as text) as bucket,
    '' as status, '' as currency, 1 as entries, 0 as amount
     where 1 = 1) where 1 = 1 on conflict (account_id, name, bucket, status, currency) do update
  set entries = tallies.entries + excluded.entries, amount = tallies.amount + excluded.amount, changes = tallies.changes + 1;
insert into tallies (account_id, name, bucket, status, currency, entries, amount, changes) select *, 1 from (select new.account_id as account_id, 'status' as name, '' as bucket,
    new.status as status, new.currency as currency, 1 as entries, 1 * new.total_amount as amount
     where 1 = 1) where 1 = 1 on conflict (account_id, name, bucket, status, currency) do update
  set entries = tallies.entries + excluded.entries, amount = tallies.amount + excluded.amount, changes = tallies.changes + 1;
insert into tallies (account_id, name, bucket, status, currency, entries, amount, changes) select *, 1 from (select new.account_id as account_id, 'customer' as name, cast(new.customer_id as text) as bucket,
    new.status as status, new.currency as currency, 1 as entries, 1 * new.total_amount as amount
     where 1 = 1) where 1 = 1 on conflict (account_id, name, bucket, status, currency) do update
  set entries = tallies.entries + excluded.entries, amount = tallies.amount + excluded.amount, changes = tallies.changes + 1;
insert into tallies (account_id, name, bucket, status, currency, entries, amount, changes) select *, 1 from (select new.account_id as account_id, 'due:7' as name, substr(new.due_date, 1, 7) as bucket,
    new.status as status, new.currency as currency, 1 as entries, 1 * new.total_amount as amount
     where 1 = 1) where 1 = 1 on conflict (account_id, name, bucket, status, currency) do update
  set entries = tallies.entries + excluded.entries, amount = tallies.amount + excluded.amount, changes = tallies.changes + 1;
insert into tallies (account_id, name, bucket, status, currency, entries, amount, changes) select *, 1 from (select new.account_id as account_id, 'due:10' as name, substr(new.due_date, 1, 10) as bucket,
    new.status as status, new.currency as currency, 1 as entries, 1 * new.total_amount as amount
     where 1 = 1) where 1 = 1 on conflict (account_id, name, bucket, status, currency) do update
  set entries = tallies.entries + excluded.entries, amount = tallies.amount + excluded.amount, changes = tallies.changes + 1;
insert into tallies (account_id, name, bucket, status, currency, entries, amount, changes) select *, 1 from (select new.account_id as account_id, 'draft:7' as name, substr(new.updated_at, 1, 7) as bucket,
    '' as status, '' as currency, 1 as entries, 0 as amount
     where new.status = 'draft') where 1 = 1 on conflict (account_id, name, bucket, status, currency) do update
  set entries = tallies.entries + excluded.entries, amount = tallies.amount + excluded.amount, changes = tallies.changes + 1;
insert into tallies (account_id, name, bucket, status, currency, entries, amount, changes) select *, 1 from (select new.account_id as account_id, 'draft:10' as name, substr(new.updated_at, 1, 10) as bucket,
    '' as status, '' as currency, 1 as entries, 0 as amount
     where new.status = 'draft') where 1 = 1 on conflict (account_id, name, bucket, status, currency) do update
  set entries = tallies.entries + excluded.entries, amount = tallies.amount + excluded.amount, changes = tallies.changes + 1;
insert into tallies (account_id, name, bucket, status, currency, entries, amount, changes) select *, 1 from (select new.account_id as account_id, 'draft:13' as name, substr(new.updated_at, 1, 13) as bucket,
    '' as status, '' as currency, 1 as entries, 0 as amount
     where new.status = 'draft') where 1 = 1 on conflict (account_id, name, bucket, status, currency) do update
  set entries = tallies.entries + excluded.entries, amount = tallies.amount + excluded.amount, changes = tallies.changes + 1;
insert into tallies (account_id, name, bucket, status, currency, entries, amount, changes) select *, 1 from (select new.account_id as account_id, 'settled-status' as name, '' as bucket,
    new.status as status, new.currency as currency, 1 as entries, 1 * new.settled_amount as amount
     where new.status in ('sent', 'overdue') and new.settled_amount <> 0) where 1 = 1 on conflict (account_id, name, bucket, status, currency) do update
  set entries = tallies.entries + excluded.entries, amount = tallies.amount + excluded.amount, changes = tallies.changes + 1;
insert into tallies (account_id, name, bucket, status, currency, entries, amount, changes) select *, 1 from (select new.account_id as account_id, 'settled-customer' as name, cast(new.customer_id as text) as bucket,
    new.status as status, new.currency as currency, 1 as entries, 1 * new.settled_amount as amount
     where new.status in ('sent', 'overdue') and new.settled_amount <> 0) where 1 = 1 on conflict (account_id, name, bucket, status, currency) do update
  set entries = tallies.entries + excluded.entries, amount = tallies.amount + excluded.amount, changes = tallies.changes + 1;
insert into tallies (account_id, name, bucket, status, currency, entries, amount, changes) select *, 1 from (select new.account_id as account_id, 'settled-due:7' as name, substr(new.due_date, 1, 7) as bucket,
    new.status as status, new.currency as currency, 1 as entries, 1 * new.settled_amount as amount
     where new.status in ('sent', 'overdue') and new.settled_amount <> 0) where 1 = 1 on conflict (account_id, name, bucket, status, currency) do update
  set entries = tallies.entries + excluded.entries, amount = tallies.amount + excluded.amount, changes = tallies.changes + 1;
insert into tallies (account_id, name, bucket, status, currency, entries, amount, changes) select *, 1 from (select new.account_id as account_id, 'settled-due:10' as name, substr(new.due_date, 1, 10) as bucket,
    new.status as status, new.currency as currency, 1 as entries, 1 * new.settled_amount as amount
     where new.status in ('sent', 'overdue') and new.settled_amount <> 0) where 1 = 1 on conflict (account_id, name, bucket, status, currency) do update
  set entries = tallies.entries + excluded.entries, amount = tallies.amount + excluded.amount, changes = tallies.changes + 1;
insert into tallies (account_id, name, bucket, status, currency, entries, amount, changes) select *, 1 from (select new.account_id as account_id, 'refund-status' as name, '' as bucket,
    new.status as status, new.currency as currency, 1 as entries, 1 * (new.settled_amount - new.total_amount) as amount
     where new.settled_amount > new.total_amount and new.settled_amount > 0) where 1 = 1 on conflict (account_id, name, bucket, status, currency) do update
  set entries = tallies.entries + excluded.entries, amount = tallies.amount + excluded.amount, changes = tallies.changes + 1;
insert into tallies (account_id, name, bucket, status, currency, entries, amount, changes) select *, 1 from (select new.account_id as account_id, 'refund-customer' as name, cast(new.customer_id as text) as bucket,
    new.status as status, new.currency as currency, 1 as entries, 1 * (new.settled_amount - new.total_amount) as amount
     where new.settled_amount > new.total_amount and new.settled_amount > 0) where 1 = 1 on conflict (account_id, name, bucket, status, currency) do update
  set entries = tallies.entries + excluded.entries, amount = tallies.amount + excluded.amount, changes = tallies.changes + 1;
insert into tallies (account_id, name, bucket, status, currency, entries, amount, changes) select *, 1 from (select new.account_id as account_id, 'refund-due:7' as name, substr(new.due_date, 1, 7) as bucket,
    new.status as status, new.currency as currency, 1 as entries, 1 * (new.settled_amount - new.total_amount) as amount
     where new.settled_amount > new.total_amount and new.settled_amount > 0) where 1 = 1 on conflict (account_id, name, bucket, status, currency) do update
  set entries = tallies.entries + excluded.entries, amount = tallies.amount + excluded.amount, changes = tallies.changes + 1;
insert into tallies (account_id, name, bucket, status, currency, entries, amount, changes) select *, 1 from (select new.account_id as account_id, 'refund-due:10' as name, substr(new.due_date, 1, 10) as bucket,
    new.status as status, new.currency as currency, 1 as entries, 1 * (new.settled_amount - new.total_amount) as amount
     where new.settled_amount > new.total_amount and new.settled_amount > 0) where 1 = 1 on conflict (account_id, name, bucket, status, currency) do update
  set entries = tallies.entries + excluded.entries, amount = tallies.amount + excluded.amount, changes = tallies.changes + 1;
end;

CREATE TABLE "email_counts" (
  "id" integer primary key autoincrement,
  "account_id" bigint not null references "accounts" ("id"),
  "subject" text not null,
  "at" text not null
);

CREATE INDEX "email_counts_by_time" on "email_counts" ("account_id", "at");

CREATE INDEX "email_counts_by_subject" on "email_counts" ("account_id", "subject", "at");

CREATE INDEX subscriptions_closing on subscriptions (account_id, id) where closing is not null;

CREATE TABLE "subscription_settlements" (
  "id" integer primary key autoincrement,
  "account_id" bigint not null references "accounts" ("id"),
  "subscription_id" integer not null references "subscriptions" ("id") on delete cascade,
  "invoice_id" integer not null,
  "closed_on" text,
  "adjustments" text not null,
  "created_at" text not null,
  constraint "subscription_settlements_by_invoice" unique ("account_id", "invoice_id")
);

CREATE INDEX "subscription_settlements_newest" on "subscription_settlements" ("account_id", "subscription_id", "id");

CREATE TABLE "bank_payments" (
  "id" integer primary key autoincrement,
  "account_id" bigint not null references "accounts" ("id"),
  "identity" text not null,
  "version" integer default 1 not null,
  "state" text default 'open' not null,
  "paid_on" text not null,
  "amount" integer not null,
  "recorded_amount" integer default 0 not null,
  "currency" text not null,
  "payer" text not null,
  "payer_key" text not null,
  "payer_account" text not null,
  "text" text not null,
  "search_text" text not null,
  "source" text not null,
  "imported_by" text not null,
  "created_at" text not null,
  constraint "bank_payments_once" unique ("account_id", "identity")
);

CREATE INDEX "bank_payments_by_state" on "bank_payments" ("account_id", "state", "paid_on", "id");

CREATE INDEX "invoice_payments_from_bank" on "invoice_payments" ("account_id", "bank_payment_id") where "bank_payment_id" is not null;

CREATE TABLE "emails" (
  "id" integer primary key autoincrement,
  "account_id" bigint not null references "accounts" ("id"),
  "about" text not null,
  "about_id" bigint not null,
  "kind" text not null,
  "credit_note_id" bigint references "credit_notes" ("id"),
  "edition" integer,
  "calendar" text,
  "status" text not null,
  "recipients" text not null,
  "reply_to" text,
  "subject" text not null,
  "message" text not null,
  "message_id" text not null unique,
  "caused_by" text not null,
  "actor_id" bigint,
  "created_at" text not null,
  "attempts" integer default 0 not null,
  "next_attempt_at" text,
  "sent_at" text,
  "problem" text,
  "statement" text
);

CREATE INDEX "emails_by_record" on "emails" ("account_id", "about", "about_id", "id");

CREATE INDEX emails_due on emails (next_attempt_at) where next_attempt_at is not null;

CREATE TABLE "document_links" (
  "id" integer primary key autoincrement,
  "account_id" bigint not null references "accounts" ("id"),
  "about" text not null,
  "about_id" bigint not null,
  "token_hash" text not null unique,
  "recipients" text not null,
  "shown_to" text,
  "created_at" text not null,
  "revoked_at" text
);

CREATE INDEX "document_links_by_document" on "document_links" ("account_id", "about", "about_id", "id");

CREATE INDEX "portal_sessions_by_document_link" on "portal_sessions" ("document_link_id", "id") where "document_link_id" is not null;

CREATE INDEX documents_agreed on documents (account_id, updated_at, id)
    where status in ('accepted', 'signed');

CREATE TABLE "booking_times" (
  "id" integer primary key autoincrement,
  "account_id" bigint not null unique references "accounts" ("id"),
  "times" text not null,
  "version" integer not null
);

CREATE TABLE "meeting_answers" (
  "id" integer primary key autoincrement,
  "account_id" bigint not null references "accounts" ("id"),
  "meeting_id" bigint not null,
  "address" text not null,
  "token_hash" text unique,
  "answer" text,
  "note" text default '' not null,
  "answered_at" text
);

CREATE UNIQUE INDEX "meeting_answers_by_meeting" on "meeting_answers" ("account_id", "meeting_id", "address");

CREATE TRIGGER invoice_payments_tallies_insert after insert on invoice_payments begin
insert into tallies (account_id, name, bucket, status, currency, entries, amount, changes) select *, 1 from (select new.account_id as account_id, 'payments:7' as name, substr(new.paid_on, 1, 7) as bucket,
    '' as status, new.currency as currency, 1 as entries, 1 * new.amount as amount
     where 1 = 1) where 1 = 1 on conflict (account_id, name, bucket, status, currency) do update
  set entries = tallies.entries + excluded.entries, amount = tallies.amount + excluded.amount, changes = tallies.changes + 1;
insert into tallies (account_id, name, bucket, status, currency, entries, amount, changes) select *, 1 from (select new.account_id as account_id, 'payments:10' as name, substr(new.paid_on, 1, 10) as bucket,
    '' as status, new.currency as currency, 1 as entries, 1 * new.amount as amount
     where 1 = 1) where 1 = 1 on conflict (account_id, name, bucket, status, currency) do update
  set entries = tallies.entries + excluded.entries, amount = tallies.amount + excluded.amount, changes = tallies.changes + 1;
end;

CREATE TRIGGER invoice_payments_tallies_delete after delete on invoice_payments begin
insert into tallies (account_id, name, bucket, status, currency, entries, amount, changes) select *, 1 from (select old.account_id as account_id, 'payments:7' as name, substr(old.paid_on, 1, 7) as bucket,
    '' as status, old.currency as currency, -1 as entries, -1 * old.amount as amount
     where 1 = 1) where 1 = 1 on conflict (account_id, name, bucket, status, currency) do update
  set entries = tallies.entries + excluded.entries, amount = tallies.amount + excluded.amount, changes = tallies.changes + 1;
insert into tallies (account_id, name, bucket, status, currency, entries, amount, changes) select *, 1 from (select old.account_id as account_id, 'payments:10' as name, substr(old.paid_on, 1, 10) as bucket,
    '' as status, old.currency as currency, -1 as entries, -1 * old.amount as amount
     where 1 = 1) where 1 = 1 on conflict (account_id, name, bucket, status, currency) do update
  set entries = tallies.entries + excluded.entries, amount = tallies.amount + excluded.amount, changes = tallies.changes + 1;
end;

CREATE TRIGGER invoice_payments_tallies_update after update on invoice_payments begin
insert into tallies (account_id, name, bucket, status, currency, entries, amount, changes) select *, 1 from (select old.account_id as account_id, 'payments:7' as name, substr(old.paid_on, 1, 7) as bucket,
    '' as status, old.currency as currency, -1 as entries, -1 * old.amount as amount
     where 1 = 1) where 1 = 1 on conflict (account_id, name, bucket, status, currency) do update
  set entries = tallies.entries + excluded.entries, amount = tallies.amount + excluded.amount, changes = tallies.changes + 1;
insert into tallies (account_id, name, bucket, status, currency, entries, amount, changes) select *, 1 from (select old.account_id as account_id, 'payments:10' as name, substr(old.paid_on, 1, 10) as bucket,
    '' as status, old.currency as currency, -1 as entries, -1 * old.amount as amount
     where 1 = 1) where 1 = 1 on conflict (account_id, name, bucket, status, currency) do update
  set entries = tallies.entries + excluded.entries, amount = tallies.amount + excluded.amount, changes = tallies.changes + 1;
insert into tallies (account_id, name, bucket, status, currency, entries, amount, changes) select *, 1 from (select new.account_id as account_id, 'payments:7' as name, substr(new.paid_on, 1, 7) as bucket,
    '' as status, new.currency as currency, 1 as entries, 1 * new.amount as amount
     where 1 = 1) where 1 = 1 on conflict (account_id, name, bucket, status, currency) do update
  set entries = tallies.entries + excluded.entries, amount = tallies.amount + excluded.amount, changes = tallies.changes + 1;
insert into tallies (account_id, name, bucket, status, currency, entries, amount, changes) select *, 1 from (select new.account_id as account_id, 'payments:10' as name, substr(new.paid_on, 1, 10) as bucket,
    '' as status, new.currency as currency, 1 as entries, 1 * new.amount as amount
     where 1 = 1) where 1 = 1 on conflict (account_id, name, bucket, status, currency) do update
  set entries = tallies.entries + excluded.entries, amount = tallies.amount + excluded.amount, changes = tallies.changes + 1;
end;

CREATE TABLE "template_files" (
  "id" integer primary key autoincrement,
  "account_id" bigint not null references "accounts" ("id"),
  "template_id" bigint not null references "templates" ("id"),
  "token" text not null,
  "name" text not null,
  "media_type" text not null,
  "inline" integer not null,
  "bytes" integer not null,
  "sha256" text not null,
  "created_at" text not null
);

CREATE INDEX "template_files_by_template" on "template_files" ("account_id", "template_id", "id");

CREATE INDEX "template_files_token" on "template_files" ("token");

CREATE INDEX "customers_assigned_to" on "customers" ("account_id", "assigned_to", "id") where "assigned_to" is not null;
