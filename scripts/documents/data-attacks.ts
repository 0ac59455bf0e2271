/** Attacks by sources and packages, and through stored data. */
import { listFaultTests, type FaultRow } from "./fault-row";

const proxy = "tests/integration/server/proxy.test.ts";
const built = "tests/integration/server/built-requests.test.ts";
const wire = "tests/integration/faults/wire.test.ts";
const scopes = "tests/integration/server/source-scopes.isolated.test.ts";

/** Attacks through data and responses. */
export const dataAttacks: readonly FaultRow[] = [
  {
    id: "T9",
    fault: "Credentials appear in responses, errors or the log.",
    behaviour: "Ridgepoint finds credentials by their value, in every spelling, and removes them.",
    tests: [
      ...listFaultTests(wire, "no credentials of a source that echoes them with %i"),
      ...listFaultTests(
        "lib/server/upstream/secret-removal.test.ts",
        "lose long credentials, also in a warning",
        "loses them from the content type, too",
      ),
      ...listFaultTests("lib/server/logger.test.ts", "removes credentials from %s"),
      ...listFaultTests(
        "tests/integration/server/migrate.test.ts",
        "reports an unreachable database without its password",
      ),
    ],
  },
  {
    id: "T10",
    fault: "Stored credentials are read from the database.",
    behaviour:
      "Credentials of sources are in the environment or in files. Secrets of second factors and webhooks are encrypted with a key that is not in the database. All other secrets are stored as hashes.",
    tests: [
      ...listFaultTests(
        "lib/server/environment/env.test.ts",
        "are read from a file without its last line break",
      ),
      ...listFaultTests(
        "tests/integration/people/second-factor.test.ts",
        "neither the secret nor a recovery code is readable in the database or in the audit trail",
        "a changed secret key refuses codes and names the fix, and without a key nothing can be set up",
      ),
      ...listFaultTests(
        "tests/integration/webhooks/webhooks.test.ts",
        "is returned once, stored encrypted, and in no audit entry",
        "needs the secret key of the server, and the same one later",
      ),
    ],
  },
  {
    id: "T14",
    fault: "Labels, spans and texts contain scripts.",
    behaviour: "They are shown as text. The linter refuses HTML from data.",
    tests: [
      ...listFaultTests(
        "tests/integration/events/endpoints.test.ts",
        "returns hostile and non-Latin text unchanged: %s",
      ),
      ...listFaultTests(
        "lib/services/traces/waterfall/display-attributes.test.ts",
        "escapes right-to-left marks and terminal escapes in names and lists",
      ),
      ...listFaultTests("tests/e2e/conditions/stored-scripts.spec.ts", "scripts in stored texts never run"),
    ],
  },
  {
    id: "T15",
    fault: "A page runs a script that is not part of it.",
    behaviour: "The policy of each page trusts one random nonce only.",
    tests: [
      ...listFaultTests(proxy, "has a unique nonce, shared by its policy and the framework"),
      ...listFaultTests(
        "lib/server/http/security-headers.test.ts",
        "the policy of a page contains its nonce and no other trust, and forbids eval",
      ),
    ],
  },
  {
    id: "T16",
    fault: "Another site frames a page or reads a response.",
    behaviour: "Security headers forbid it on every response.",
    tests: [
      ...listFaultTests(
        "tests/integration/server/built-headers.test.ts",
        "every response except a build file has all security headers and is not stored",
      ),
      ...listFaultTests(proxy, "has every security header, and strict transport security over TLS only"),
      ...listFaultTests(built, "%s is redirected with security headers, on an allowed host only"),
    ],
  },
  {
    id: "T17",
    fault: "An exported cell is a formula.",
    behaviour: "Such cells begin with an apostrophe. Numbers stay numbers.",
    tests: listFaultTests(
      "lib/format/csv.test.ts",
      "never writes a cell that a spreadsheet would execute",
      "keeps numbers, writes empty cells for missing values and doubles quotes",
    ),
  },
  {
    id: "T19",
    fault: "A cache returns the response of another caller.",
    behaviour:
      "Responses are private and not stored. Keys of the server's caches contain the caller's scope.",
    tests: [
      ...listFaultTests(
        "tests/integration/server/route.test.ts",
        "is private, names its request and allows nothing to run",
      ),
      ...listFaultTests(scopes, "a document reads for its caller, and shares the reads of the endpoint"),
    ],
  },
  {
    id: "T23",
    fault: "Text of a source forges lines of the log.",
    behaviour: "The log is JSON. Messages of sources are one line of limited length.",
    tests: [
      ...listFaultTests(
        "lib/sources/prometheus/client.test.ts",
        "sanitizes messages of a source: one line, limited length, no secrets",
      ),
      ...listFaultTests(
        "lib/server/logger.test.ts",
        "logs name, message and code of an error without its stack",
      ),
    ],
  },
  {
    id: "T24",
    fault: "A change is missing in the audit trail.",
    behaviour:
      "Each change is recorded with both states in its transaction. Entries cannot be changed, and a hash chain shows changes that were made despite this.",
    tests: [
      ...listFaultTests(
        "tests/integration/audit/recorded-changes.test.ts",
        "an event that is created, edited and deleted leaves one entry each, with the caller and both states",
        "every table is recorded, or is listed with a reason",
      ),
      ...listFaultTests(
        "tests/integration/audit/chain.test.ts",
        "when an entry was removed from the middle",
        "when the newest entries were removed, if an earlier end is known",
      ),
    ],
    untested:
      "Reads are not recorded. Until the first admin exists, the author of every change by request is the operator.",
  },
  {
    id: "T25",
    fault: "A package is replaced or has an unexpected version.",
    behaviour: "Versions are exact, and each package has a checksum.",
    tests: listFaultTests(
      "tests/architecture/packages.test.ts",
      "versions are exact",
      "every package for all systems has a checksum",
      "at most fifty packages are runtime dependencies",
    ),
  },
  {
    id: "T26",
    fault: "A process leaves its container.",
    behaviour: "The image runs without root, from the standalone build.",
    tests: listFaultTests(
      "demo/stack/compose/compose.test.ts",
      "the application's image runs without root, from the standalone build",
      "the build context contains neither secrets nor local files",
    ),
    untested:
      "The image is not run with a read-only file system, because the tests need no container runtime.",
  },
  {
    id: "T27",
    fault: "Defaults or error pages expose the server.",
    behaviour:
      "Errors contain no details of the code. The server does not listen on other addresses by default.",
    tests: [
      ...listFaultTests("lib/server/http/problem.test.ts", "hides the details of a bug"),
      ...listFaultTests(
        "lib/server/environment/listen-address.test.ts",
        "the server ends with 64 instead of listening on all addresses",
      ),
      ...listFaultTests(
        "tests/integration/server/built-requests.test.ts",
        "without HOSTNAME, the server ends instead of listening on all addresses",
      ),
    ],
  },
  {
    id: "T28",
    fault: "A gate passes although data are missing.",
    behaviour: "Missing, stale and partial data never pass.",
    tests: [
      ...listFaultTests(
        "tests/integration/gates/gates.test.ts",
        "a stopped Prometheus gives the verdict cannot tell, within the time limit",
      ),
      ...listFaultTests(
        "lib/analysis/gates/judge-gate.test.ts",
        "property: data with more than 5 % missing blocks never pass, wherever they are missing and for any reason",
      ),
    ],
  },
  {
    id: "T29",
    fault: "Text of a span gives instructions to a language model.",
    behaviour: "Not applicable.",
    tests: [],
    untested: "Ridgepoint uses no language model.",
  },
];
