/** Columns with a fixed list of values accept the values of the program and refuse all others. */
import { readFileSync, readdirSync } from "node:fs";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { baselineStates, baselineVisibilities } from "@/lib/model/baseline/baseline";
import { deploymentManagers, reviewStates } from "@/lib/model/deployment/deployment-review";
import { eventKinds, eventOrigins, exclusionReasons } from "@/lib/model/event";
import { gateStates, gateVerdicts } from "@/lib/model/gate/gate-result";
import {
  answerStates,
  evidenceDirections,
  evidenceKinds,
  evidenceWeights,
} from "@/lib/model/investigation/evidence";
import { fileFormats } from "@/lib/model/investigation/evidence-file";
import {
  experimentDecisions,
  experimentKinds,
  experimentStates,
} from "@/lib/model/investigation/experiments/experiment";
import { causeLayers, hypothesisStatuses } from "@/lib/model/investigation/hypothesis";
import {
  investigationVisibilities,
  participantRoles,
  relationKinds,
} from "@/lib/model/investigation/investigation";
import { investigationStates } from "@/lib/model/investigation/investigation-state";
import { reportKinds } from "@/lib/model/investigation/reports/report-kinds";
import { stepIds } from "@/lib/model/investigation/step-ids";
import { stepStates } from "@/lib/model/investigation/step-record";
import { watchStates, watchVerdicts } from "@/lib/model/investigation/watch";
import { goalVerdicts } from "@/lib/model/investigation/goal";
import { timelineKinds } from "@/lib/model/investigation/timeline-entry";
import { noticeKinds } from "@/lib/model/deployment/notice";
import { invitationPurposes, personKinds, personStates, signInMethods, themes } from "@/lib/model/person";
import { sourceKinds } from "@/lib/model/sources/source";
import { sourcesContract } from "@/lib/contracts/sources";
import { roles } from "@/lib/model/person";
import { deliveryStates, deliveryTriggers } from "@/lib/model/investigation/webhook";
import { actorKinds, auditOperations } from "@/lib/services/audit/chain";
import { catalogueEntryKinds } from "@/lib/services/roofline/tables/catalogue";
import { createMigratedDatabase, type TestDatabase } from "@/tests/support/server/database";

const managers = sourcesContract.response.shape.sources.element.shape.managedBy.values;

const listed: Readonly<Record<string, readonly string[]>> = {
  "audit_entries.actor_kind": actorKinds,
  "audit_entries.operation": auditOperations,
  "baselines.state": baselineStates,
  "baselines.visibility": baselineVisibilities,
  "catalogue_entries.kind": catalogueEntryKinds,
  "deployments.managed_by": deploymentManagers,
  "deployments.review": reviewStates,
  "evidence_answers.state": answerStates,
  "evidence_files.format": fileFormats,
  "experiments.kind": experimentKinds,
  "experiments.state": experimentStates,
  "experiments.decision": experimentDecisions,
  "evidence_items.kind": evidenceKinds,
  "events.kind": eventKinds,
  "events.origin": eventOrigins,
  "events.reason": exclusionReasons,
  "gate_runs.state": gateStates,
  "gate_runs.verdict": gateVerdicts,
  "hypotheses.layer": causeLayers,
  "hypotheses.status": hypothesisStatuses,
  "hypothesis_evidence.direction": evidenceDirections,
  "hypothesis_evidence.weight": evidenceWeights,
  "investigation_relations.kind": relationKinds,
  "investigations.state": investigationStates,
  "investigations.step": stepIds,
  "investigations.visibility": investigationVisibilities,
  "invitations.purpose": invitationPurposes,
  "invitations.role": roles,
  "notices.kind": noticeKinds,
  "participants.role": participantRoles,
  "people.kind": personKinds,
  "people.role": roles,
  "people.state": personStates,
  "people.theme": themes,
  "report_links.kind": reportKinds,
  "sessions.method": signInMethods,
  "sources.kind": sourceKinds,
  "sources.managed_by": [...managers],
  "step_evidence.step": stepIds,
  "step_records.state": stepStates,
  "step_records.step": stepIds,
  "timeline_entries.kind": timelineKinds,
  "validation_watches.state": watchStates,
  "validations.verdict": goalVerdicts,
  "watch_windows.verdict": watchVerdicts,
  "webhook_deliveries.trigger": deliveryTriggers,
  "webhook_deliveries.state": deliveryStates,
};

/** Without triggers, the audit trail contains only the row that is added here, and accepts updates. */
const oneRowPerTable = `
  set session_replication_role = replica;
  insert into audit_entries (actor_kind, actor_id, action, object_table, object_id, operation, payload, payload_hash)
  values ('system', '', '', '', '', 'created', '', '');
  insert into sources (id, slug, kind, title, url, managed_by, set_by, updated_at)
  values ('00000000-0000-7000-8000-000000000000', 's', 'prometheus', '', '', 'environment', '', now());
  insert into deployments
    (id, slug, title, model, engine, identity, shape, metrics_source_id, first_seen_at, last_seen_at, updated_at)
  values (gen_random_uuid(), 'd', '', '', 'vllm', '', '{}', '00000000-0000-7000-8000-000000000000', now(), now(), now());
  insert into events (id, kind, at, title) values (gen_random_uuid(), 'comment', now(), '');
  insert into notices (id, kind, at, title, detail, deduplication_key)
  values (gen_random_uuid(), 'config-file', now(), '', '', '');
  insert into catalogue_entries (id, kind, entry_id, version, document, author, created_at)
  values (gen_random_uuid(), 'model', '', 1, '{}', '', now());
  insert into baselines (id, name, author, created_at) values (gen_random_uuid(), '', '', now());
  insert into people (id, kind, name, role, state, updated_at)
  values ('00000000-0000-7000-8000-000000000001', 'service', '', 'viewer', 'removed', now());
  insert into sessions (id, token_hash, person_id, expires_at, updated_at)
  values (gen_random_uuid(), '', '00000000-0000-7000-8000-000000000001', now(), now());
  insert into invitations (id, token_hash, purpose, role, person_id, author, expires_at)
  values (gen_random_uuid(), '', 'invite', 'viewer', '00000000-0000-7000-8000-000000000001', '', now());
  insert into gate_runs (id, request, start_at, end_at, due_at, author, created_at)
  values (gen_random_uuid(), '{}', now(), now(), now(), '', now());
  insert into investigations (id, title, severity, opening, author, created_at, updated_at)
  values (gen_random_uuid(), '', 1, '{}', '', now(), now());
  insert into participants (investigation_id, person_id, role)
  values (gen_random_uuid(), gen_random_uuid(), 'watcher');
  insert into step_records (id, investigation_id, round, step) values (gen_random_uuid(), gen_random_uuid(), 1, 'validate');
  insert into hypotheses (id, investigation_id, number, statement, layer, rank, author, created_at)
  values (gen_random_uuid(), gen_random_uuid(), 1, '', 'system', 1, '', now());
  insert into experiments (
    id, investigation_id, round, number, kind, factor, arms, measures, rollback_plan, author, created_at,
    decision, decision_reason, decided_by, decided_at
  )
  values (gen_random_uuid(), gen_random_uuid(), 1, 1, 'ab', '{}', '[]', '{}', '', '', now(), 'adopt', '', '', now());
  insert into evidence_items (id, investigation_id, number, kind, title, author, created_at)
  values (gen_random_uuid(), gen_random_uuid(), 1, 'note', '', '', now());
  insert into evidence_answers (evidence_id, question, reader, requested_at)
  values (gen_random_uuid(), '{}', '{}', now());
  insert into evidence_files (evidence_id, file_name, format, byte_count, content_hash, content)
  values (gen_random_uuid(), 'a.log', 'text', 1, encode(sha256('a'), 'hex'), 'a');
  insert into step_evidence (evidence_id, round, step) values (gen_random_uuid(), 1, 'validate');
  insert into hypothesis_evidence (evidence_id, hypothesis_id, direction, weight)
  values (gen_random_uuid(), gen_random_uuid(), 'for', 'weak');
  insert into timeline_entries (id, investigation_id, kind, at, payload, author)
  values (gen_random_uuid(), gen_random_uuid(), 'comment', now(), '{}', '');
  insert into validations (id, investigation_id, round, number, verdict, report, author, created_at)
  values (gen_random_uuid(), gen_random_uuid(), 1, 1, 'met', '{}', '', now());
  insert into validation_watches (id, validation_id, reference, start_at, end_at, started_at)
  values (gen_random_uuid(), gen_random_uuid(), '{}', now(), now(), now());
  insert into watch_windows (id, watch_id, start_at, end_at, verdict, sentence, evaluated_at)
  values (gen_random_uuid(), gen_random_uuid(), now(), now(), 'same', '', now());
  insert into report_links (id, investigation_id, kind, token_hash, report, maker_id, created_at, expires_at)
  values (gen_random_uuid(), gen_random_uuid(), 'working', encode(sha256('a'), 'hex'), '{}', gen_random_uuid(), now(), now());
  insert into webhook_deliveries (id, webhook_name, trigger, reason, body, next_attempt_at, author, created_at)
  values (gen_random_uuid(), '', 'test', '', '', now(), '', now());
  insert into investigation_relations (id, investigation_id, related_id, kind, author, created_at)
  values (gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'related', '', now());`;

/** A person can be an admin, and a service account has no e-mail address in any state. */
const preparations: Readonly<Record<string, string>> = {
  "people.role": "update people set kind = 'person'",
  "people.state": "update people set kind = 'service', role = 'viewer'",
};

let own: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  own = await createMigratedDatabase();
  client = new pg.Client({ connectionString: own.url });
  await client.connect();
  await client.query(oneRowPerTable);
});

afterAll(async () => {
  await client.end();
  await own.drop();
});

for (const [column, values] of Object.entries(listed)) {
  const [table = "", name = ""] = column.split(".");
  const write = (value: string) =>
    client.query(`update ${client.escapeIdentifier(table)} set ${client.escapeIdentifier(name)} = $1`, [
      value,
    ]);

  const prepare = () => client.query(preparations[column] ?? "select 1");

  test.each(values)(`${column} accepts %s`, async (value) => {
    await prepare();
    expect((await write(value)).rowCount).toBe(1);
  });

  test(`${column} refuses any other value`, async () => {
    await prepare();
    for (const value of ["", "other", values[0]?.toUpperCase() ?? ""])
      await expect(write(value)).rejects.toMatchObject({
        code: "23514",
        constraint: `${table}_${name}_check`,
      });
  });
}

test("every column that the schema documents with a list of values has these values", () => {
  const models = readdirSync("prisma/schema").flatMap((file) =>
    readFileSync(`prisma/schema/${file}`, "utf8").split(/^model /m),
  );
  const documented = models.flatMap((model) => {
    const table = /@@map\("(\w+)"\)/.exec(model)?.[1] ?? "";
    return [...model.matchAll(/\/\/\/.*?([\w-]+(?: \| [\w-]+)+).*\n\s+(\w+).*/g)].map(
      ([line, values, field]) => ({
        column: `${table}.${/@map\("(\w+)"\)/.exec(line)?.[1] ?? field}`,
        values: values?.split(" | "),
      }),
    );
  });
  expect(documented.length).toBeGreaterThan(0);
  for (const { column, values } of documented) expect(listed[column], column).toEqual(values);
});
