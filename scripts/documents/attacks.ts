/** Attacks by clients, sources, and packages. */
import { testsOf, type FaultRow } from "./fault-row";

const proxy = "tests/integration/server/proxy.test.ts";
const built = "tests/integration/server/built-requests.test.ts";
const wire = "tests/integration/faults/wire.test.ts";
const scopes = "tests/integration/server/source-scopes.test.ts";
const sessions = "tests/integration/people/sessions.test.ts";
const signIn = "tests/integration/people/sign-in.test.ts";

/** Attacks through requests. */
export const requestAttacks: readonly FaultRow[] = [
  {
    id: "T1",
    fault: "The URL of a source leads to a metadata service, in any spelling.",
    behaviour:
      "Link-local and metadata addresses are refused at the start and at each connection. Redirects are not followed.",
    tests: [
      ...testsOf(
        "lib/server/upstream/link-local.test.ts",
        "%s is refused at the start with the fix",
        "that resolves to %s is refused at every connection",
      ),
      ...testsOf(wire, "returns a redirect without following it"),
    ],
    untested:
      "Private and loopback addresses are accepted, because only the operator configures sources, and metrics servers usually have such addresses.",
  },
  {
    id: "T2",
    fault: "A source records the headers of its requests.",
    behaviour: "Only configured headers are sent, none of the caller.",
    tests: testsOf(wire, "only the configured headers and those of the server"),
  },
  {
    id: "T3",
    fault: "A request avoids checks by its path or by headers of the framework.",
    behaviour: "Endpoints check every request themselves. Such headers are refused.",
    tests: [
      ...testsOf(proxy, "a request with %s", "%s with a foreign host"),
      ...testsOf(built, "%s is redirected with security headers, on an allowed host only"),
      ...testsOf("app/api/endpoints.test.ts", "%s, a write, is guarded and not a GET"),
      ...testsOf("tests/integration/people/access-matrix.test.ts", "every endpoint has one row"),
    ],
  },
  {
    id: "T4",
    fault: "A caller reads data of a source that it may not read.",
    behaviour: "The deployment is not found. Callers of different scopes share no reads.",
    tests: testsOf(
      scopes,
      "a caller who may not read the source of a deployment does not find it",
      "%s: a caller of another scope repeats every read",
    ),
    untested: "Teams do not exist yet.",
  },
  {
    id: "T5",
    fault: "A caller gains more rights.",
    behaviour:
      "The access policy names the role that each endpoint needs. An endpoint without a rule is refused.",
    tests: [
      ...testsOf(
        "lib/server/access/require-access.test.ts",
        "refuses the endpoint “%s”, which has no rule, to every role",
        "a viewer may call no endpoint that changes data, except for own tokens",
        "a token's scope gives no right that its maker lacks",
      ),
      ...testsOf(
        "tests/integration/people/tokens.test.ts",
        "a token loses the rights that its maker loses, and all rights when the maker is removed",
      ),
      ...testsOf(
        "app/api/endpoints.test.ts",
        "the access policy has a rule for every contract, and no other rules",
      ),
      ...testsOf(
        "tests/integration/people/people.test.ts",
        "a person with the role %s may not manage people",
        "an invitation adds one person with its role, who cannot choose another role",
        "of two admins who remove or demote each other at the same time, one stays an admin",
      ),
    ],
  },
  {
    id: "T6",
    fault: "A session is stolen, or planted before a sign-in.",
    behaviour:
      "The database contains only hashes of tokens. A sign-in creates a new token and ends the former session. A session ends after 12 hours without use, or 14 days.",
    tests: [
      ...testsOf(
        sessions,
        "a session that %s is refused",
        "the audit trail names the person of a change, and contains no hash of a token",
      ),
      ...testsOf(
        signIn,
        "a sign-in sets a cookie that scripts cannot read, and stores neither token nor password",
        "a token that was in the browser before the sign-in never becomes valid, and the former session ends",
        "plain HTTP on another host refuses the password and names TLS, and TLS has a secure cookie",
      ),
    ],
  },
  {
    id: "T7",
    fault: "A client sends requests without end, or guesses passwords.",
    behaviour:
      "Changes and attempts to sign in are limited per address, in all processes together. IPv6 addresses of one network share the limit. Attempts are also limited per account.",
    tests: [
      ...testsOf(
        "lib/server/http/write-limit.test.ts",
        "an address on the network has 120 writes at once, then two per second",
        "other spellings and addresses of one client share its writes",
        "a client cannot choose its address",
      ),
      ...testsOf(
        "tests/integration/server/shared-allowance.test.ts",
        "a client that uses two processes has 120 writes at once, and the problem states when to repeat",
      ),
      ...testsOf(
        signIn,
        "attempts for one account are limited before the password is checked, also across processes",
        "attempts of one address are limited over all accounts, and of one IPv6 network over its addresses",
        "an unknown account and a wrong password have the same answer, and both compute a hash",
      ),
    ],
    untested: "Behind a proxy, all clients have one address, because there is no trusted header yet.",
  },
  {
    id: "T8",
    fault: "Another site sends writes through a visitor's browser.",
    behaviour: "Writes need the same origin and JSON.",
    tests: testsOf("lib/server/http/request-guard.test.ts", "from %o are refused", "from %o are accepted"),
  },
  {
    id: "T11",
    fault: "Webhooks are forged or replayed.",
    behaviour: "Not applicable.",
    tests: [],
    untested: "Ridgepoint receives no webhooks yet.",
  },
  {
    id: "T12",
    fault: "Label values contain PromQL.",
    behaviour: "Each value selects exactly its series.",
    tests: testsOf(
      "tests/integration/prometheus/hostile-labels.test.ts",
      "each value selects exactly its series (seed ${seed})",
      "split by such a label, each named value has a separate row, and the rest contains all other values",
    ),
  },
  {
    id: "T13",
    fault: "A client requests expensive queries.",
    behaviour: "Points and series are limited, and pages take turns at a source.",
    tests: [
      ...testsOf(
        "tests/integration/prometheus/contract.test.ts",
        "both the client and Prometheus reject too many points",
      ),
      ...testsOf("lib/services/series/series-reader.test.ts", "refuses too many %s"),
      ...testsOf(
        "lib/services/series/request-queue.test.ts",
        "lets pages take turns, so that a small page does not wait for a large one",
      ),
    ],
  },
  {
    id: "T18",
    fault: "A parameter is a path of a file.",
    behaviour: "No endpoint reads files by name. Impossible paths are 404.",
    tests: [
      ...testsOf(
        proxy,
        "a link to an impossible trace responds 404",
        "an unknown path responds with problem JSON",
      ),
      ...testsOf("lib/server/http/read-input.test.ts", "cannot reach an object's prototype"),
    ],
  },
  {
    id: "T20",
    fault: "A body is huge, slow, deeply nested, or decompresses to gigabytes.",
    behaviour: "Bodies have limits of size, time and depth, and a shared limit of memory.",
    tests: [
      ...testsOf(
        "lib/server/http/read-input.test.ts",
        "over the limit are refused before they are read completely, regardless of their declared size",
        "with %s are refused",
      ),
      ...testsOf(wire, "stops early when a small body decompresses to a huge one"),
      ...testsOf(
        "lib/server/http/upload-budget.test.ts",
        "thirty stalled bodies time out, are cancelled, and release their bytes",
      ),
      ...testsOf(built, "an upload of 3 MB %s is read to its end"),
    ],
  },
  {
    id: "T21",
    fault: "Text makes a regular expression slow.",
    behaviour: "Every regular expression of the product takes linear time.",
    tests: [
      ...testsOf(
        "tests/architecture/regular-expressions.test.ts",
        "every regular expression takes linear time",
        "every expression that is built at run time is listed here, and takes linear time",
      ),
      ...testsOf("lib/server/logger.test.ts", "takes no more than linear time for repeated %j"),
    ],
  },
  {
    id: "T22",
    fault: "A link to Ridgepoint redirects to another site.",
    behaviour: "Redirects stay on the same site, in every spelling.",
    tests: [
      ...testsOf(built, "%s redirects to no other site"),
      ...testsOf("lib/base/sign-in.test.ts", "a sign-in never leads to %s"),
    ],
  },
];

/** Attacks through data and responses. */
export const dataAttacks: readonly FaultRow[] = [
  {
    id: "T9",
    fault: "Credentials appear in responses, errors or the log.",
    behaviour: "They are removed by their value, in every spelling.",
    tests: [
      ...testsOf(wire, "no credentials of a source that echoes them with %i"),
      ...testsOf(
        "lib/server/upstream/secret-removal.test.ts",
        "lose long credentials, also in a warning",
        "loses them from the content type, too",
      ),
      ...testsOf("lib/server/logger.test.ts", "removes credentials from %s"),
      ...testsOf(
        "tests/integration/server/migrate.test.ts",
        "reports an unreachable database without its password",
      ),
    ],
  },
  {
    id: "T10",
    fault: "Stored credentials are read from the database.",
    behaviour: "Credentials are in the environment or in files, never in the database.",
    tests: testsOf("lib/server/environment/env.test.ts", "are read from a file without its last line break"),
    untested: "No credentials are stored, so there is no encryption to test.",
  },
  {
    id: "T14",
    fault: "Labels, spans and texts contain scripts.",
    behaviour: "They are shown as text. The linter refuses HTML from data.",
    tests: [
      ...testsOf(
        "tests/integration/events/endpoints.test.ts",
        "returns hostile and non-Latin text unchanged: %s",
      ),
      ...testsOf(
        "lib/services/traces/waterfall/clean-attributes.test.ts",
        "escapes right-to-left marks and terminal escapes in names and lists",
      ),
    ],
    untested:
      "No test displays a list of scripts in every field. Each browser test fails on a dialog or a violation of the content security policy.",
  },
  {
    id: "T15",
    fault: "A page runs a script that is not part of it.",
    behaviour: "The policy of each page trusts one random nonce only.",
    tests: [
      ...testsOf(proxy, "has a unique nonce, shared by its policy and the framework"),
      ...testsOf(
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
      ...testsOf(
        "tests/integration/server/built-headers.test.ts",
        "every response except a build file has all security headers and is not stored",
      ),
      ...testsOf(proxy, "has every security header, and strict transport security over TLS only"),
      ...testsOf(built, "%s is redirected with security headers, on an allowed host only"),
    ],
  },
  {
    id: "T17",
    fault: "An exported cell is a formula.",
    behaviour: "Such cells begin with an apostrophe. Numbers stay numbers.",
    tests: testsOf(
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
      ...testsOf(
        "tests/integration/server/route.test.ts",
        "is private, names its request and allows nothing to run",
      ),
      ...testsOf(scopes, "a document reads for its caller, and shares the reads of the endpoint"),
    ],
  },
  {
    id: "T23",
    fault: "Text of a source forges lines of the log.",
    behaviour: "The log is JSON. Messages of sources are one line of limited length.",
    tests: [
      ...testsOf(
        "lib/sources/prometheus/client.test.ts",
        "sanitizes messages of a source: one line, limited length, no secrets",
      ),
      ...testsOf("lib/server/logger.test.ts", "logs name, message and code of an error without its stack"),
    ],
  },
  {
    id: "T24",
    fault: "A change is missing in the audit trail.",
    behaviour:
      "Each change is recorded with both states in its transaction. Entries cannot be changed, and a hash chain shows changes that were made despite this.",
    tests: [
      ...testsOf(
        "tests/integration/audit/recorded-changes.test.ts",
        "an event that is created, edited and deleted leaves one entry each, with the caller and both states",
        "every table is recorded, or is listed with a reason",
      ),
      ...testsOf(
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
    tests: testsOf(
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
    tests: testsOf(
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
      ...testsOf("lib/server/http/problem.test.ts", "hides the details of a bug"),
      ...testsOf(
        "lib/server/environment/listen-address.test.ts",
        "the server ends with 64 instead of listening on all addresses",
      ),
    ],
  },
  {
    id: "T28",
    fault: "A gate passes although data are missing.",
    behaviour: "Missing, stale and partial data never pass.",
    tests: [
      ...testsOf(
        "tests/integration/gates/gates.test.ts",
        "a stopped Prometheus gives the verdict cannot tell, within the time limit",
      ),
      ...testsOf(
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
