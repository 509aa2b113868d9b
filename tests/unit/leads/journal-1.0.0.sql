CREATE TABLE leads (
      id TEXT PRIMARY KEY,
      submission_id TEXT NOT NULL,
      kind TEXT NOT NULL,
      state TEXT NOT NULL,
      payload TEXT,
      extras TEXT NOT NULL,
      attempts INTEGER NOT NULL,
      outcome TEXT,
      lease TEXT,
      lease_until BIGINT,
      next_at BIGINT,
      give_up_at BIGINT NOT NULL,
      created_at BIGINT NOT NULL,
      attempted_at BIGINT,
      delivered_at BIGINT
    );
CREATE INDEX leads_by_time ON leads (created_at, id);
CREATE INDEX leads_by_state ON leads (state, created_at, id);
CREATE INDEX leads_due ON leads (kind, state, next_at);
CREATE INDEX leads_undelivered ON leads (kind, state, created_at) WHERE state IN ('pending', 'leased', 'dead');
CREATE INDEX leads_rejected ON leads (kind, created_at) WHERE state = 'pending' AND outcome = 'rejected';
CREATE INDEX leads_correctable ON leads (submission_id) WHERE state = 'pending';
CREATE INDEX leads_phone_suspects ON leads (created_at) WHERE state = 'suspect' AND outcome <> 'honeypot';
CREATE INDEX leads_personal ON leads (delivered_at) WHERE state = 'delivered' AND payload IS NOT NULL;
CREATE TABLE erased_leads (id TEXT PRIMARY KEY);
CREATE TABLE rate_limits (key TEXT PRIMARY KEY, points INTEGER NOT NULL, expire BIGINT NOT NULL);
CREATE TABLE alerts (
      name TEXT PRIMARY KEY,
      since BIGINT NOT NULL,
      seen_at BIGINT NOT NULL,
      tried_at BIGINT NOT NULL,
      told_at BIGINT
    );
CREATE TABLE maintenance (id INTEGER PRIMARY KEY, seen_at BIGINT NOT NULL, trusted_at BIGINT NOT NULL);
CREATE TABLE journal_check (id INTEGER PRIMARY KEY, filling TEXT NOT NULL);
CREATE TABLE journal_secret (id INTEGER PRIMARY KEY, secret TEXT NOT NULL);
CREATE TABLE journal_version (version INTEGER NOT NULL);
INSERT INTO journal_version (version) VALUES (1);
INSERT INTO leads (id, submission_id, kind, state, payload, extras, attempts, outcome, lease, lease_until, next_at, give_up_at, created_at, attempted_at, delivered_at) VALUES ('dead', 'form-dead', 'booking', 'dead', '{"fullName":"Ana","phoneNumber":"5095550147"}', '{"consent":"2026-11","attribution":{"utm_source":"flyer"}}', 1, 'rejected', NULL, NULL, NULL, 1795464000000, 1795204800000, 1795204800000, NULL);
INSERT INTO leads (id, submission_id, kind, state, payload, extras, attempts, outcome, lease, lease_until, next_at, give_up_at, created_at, attempted_at, delivered_at) VALUES ('delivered', 'form-delivered', 'booking', 'delivered', '{"fullName":"Ana","phoneNumber":"5095550147"}', '{"consent":"2026-11","attribution":{"utm_source":"flyer"}}', 1, 'delivered', NULL, NULL, NULL, 1795464000000, 1795204800000, 1795204800000, 1795204800000);
INSERT INTO leads (id, submission_id, kind, state, payload, extras, attempts, outcome, lease, lease_until, next_at, give_up_at, created_at, attempted_at, delivered_at) VALUES ('leased', 'form-leased', 'booking', 'leased', '{"fullName":"Ana","phoneNumber":"5095550147"}', '{"consent":"2026-11","attribution":{"utm_source":"flyer"}}', 0, NULL, '3ca0ecd0-04fb-48a6-8197-ab6495880b88', 1795204830000, NULL, 1795464000000, 1795204800000, NULL, NULL);
INSERT INTO leads (id, submission_id, kind, state, payload, extras, attempts, outcome, lease, lease_until, next_at, give_up_at, created_at, attempted_at, delivered_at) VALUES ('pending', 'form-pending', 'booking', 'pending', '{"fullName":"Ana","phoneNumber":"5095550147"}', '{"consent":"2026-11","attribution":{"utm_source":"flyer"}}', 1, 'failed', NULL, NULL, 1795204805346, 1795464000000, 1795204800000, 1795204800000, NULL);
INSERT INTO leads (id, submission_id, kind, state, payload, extras, attempts, outcome, lease, lease_until, next_at, give_up_at, created_at, attempted_at, delivered_at) VALUES ('suspect', 'form-suspect', 'booking', 'suspect', '{"fullName":"Ana","phoneNumber":"5095550147"}', '{"consent":"2026-11","attribution":{"utm_source":"flyer"}}', 0, 'honeypot', NULL, NULL, NULL, 1795464000000, 1795204800000, NULL, NULL);
INSERT INTO rate_limits (key, points, expire) VALUES ('phone:hash', 4, 1795291200000);
INSERT INTO journal_secret (id, secret) VALUES (1, '9uqgUslI10pxQI/6XbgivA1S2apSsS4Uf+uUh1WIunc=');
