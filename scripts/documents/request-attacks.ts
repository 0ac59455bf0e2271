/** Attacks by clients. */
import { listFaultTests, type FaultRow } from "./fault-row";

const proxy = "tests/integration/server/proxy.test.ts";
const built = "tests/integration/server/built-requests.test.ts";
const wire = "tests/integration/faults/wire.test.ts";
const scopes = "tests/integration/server/source-scopes.isolated.test.ts";
const sessions = "tests/integration/people/sessions.test.ts";
const signIn = "tests/integration/people/sign-in.test.ts";

/** Attacks through requests. */
export const requestAttacks: readonly FaultRow[] = [
  {
    id: "T1",
    fault:
      "The URL of a source or webhook leads to a metadata service or an internal server, in any spelling.",
    behaviour:
      "A webhook has a public address, or a private address that the operator allows. Metadata services, reserved addresses and Ridgepoint itself are refused. Sources may have private addresses, but no link-local or metadata address. The address of each connection is checked. Redirects are not followed.",
    tests: [
      ...listFaultTests(
        "lib/server/upstream/outgoing/source-rules.test.ts",
        "%s is refused at the start with the fix",
        "that resolves to %s is refused at every connection",
      ),
      ...listFaultTests(
        "lib/server/upstream/outgoing/webhook-rules.test.ts",
        "%j is refused: %s",
        "the permission of the operator allows no metadata service, reserved address, or Ridgepoint",
      ),
      ...listFaultTests(
        "lib/server/upstream/outgoing/post-message.test.ts",
        "does not follow a redirect with status %i",
        "ends after one request in a loop of redirects",
        "is resolved once for a connection, to the address that was checked",
        "that resolves to another address later is checked again",
      ),
      ...listFaultTests(wire, "returns a redirect without following it"),
    ],
    untested:
      "Sources at private and loopback addresses are accepted, because only the operator configures sources, and metrics servers usually have such addresses.",
  },
  {
    id: "T2",
    fault: "A source or the receiver of a webhook records the headers of its requests.",
    behaviour: "Only configured headers are sent, and no headers of the caller.",
    tests: [
      ...listFaultTests(wire, "only the configured headers and those of the server"),
      ...listFaultTests(
        "lib/server/upstream/outgoing/post-message.test.ts",
        "has exactly the given headers, and those of HTTP",
      ),
    ],
  },
  {
    id: "T3",
    fault: "A request avoids checks by its path or by headers of the framework.",
    behaviour: "Endpoints check every request themselves. Such headers are refused.",
    tests: [
      ...listFaultTests(proxy, "a request with %s", "%s with a foreign host"),
      ...listFaultTests(built, "%s is redirected with security headers, on an allowed host only"),
      ...listFaultTests("app/api/endpoints.test.ts", "%s, a write, is guarded and not a GET"),
      ...listFaultTests("tests/integration/people/access-matrix.test.ts", "every endpoint has one row"),
    ],
  },
  {
    id: "T4",
    fault: "A caller reads or changes data of other people.",
    behaviour:
      "The deployment is not found. Callers of different scopes share no reads. Only the team of an object changes it, and for other teams, a team-only baseline does not exist.",
    tests: [
      ...listFaultTests(
        scopes,
        "a caller who may not read the source of a deployment does not find it",
        "%s: a caller of another scope repeats every read",
      ),
      ...listFaultTests(
        "tests/integration/people/object-matrix.test.ts",
        "an outsider cannot tell a hidden object from one that does not exist",
        "every endpoint that takes an object has a row, or a reason why teams do not decide",
      ),
      ...listFaultTests(
        "tests/integration/people/displays.test.ts",
        "a display reads what its pages show, and nothing else, until its link is revoked",
      ),
    ],
  },
  {
    id: "T5",
    fault: "A caller gains more rights.",
    behaviour:
      "The access policy names the role that each endpoint needs. An endpoint without a rule is refused.",
    tests: [
      ...listFaultTests(
        "lib/server/access/require-access.test.ts",
        "refuses the endpoint “%s”, which has no rule, to every role",
        "a viewer may call no endpoint that changes data, except for comments, drafts, own profile and tokens",
        "a token's scope gives no right that its maker lacks",
      ),
      ...listFaultTests(
        "tests/integration/people/tokens.test.ts",
        "a token loses the rights that its maker loses, and all rights when the maker is removed",
      ),
      ...listFaultTests(
        "app/api/endpoints.test.ts",
        "the access policy has a rule for every contract, and no other rules",
      ),
      ...listFaultTests(
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
      "The database contains only hashes of tokens. A sign-in creates a new token and ends the former session. A session ends after 12 hours without use, and at the latest 14 days after the sign-in.",
    tests: [
      ...listFaultTests(
        sessions,
        "a session that %s is refused",
        "the audit trail names the person of a change, and contains no hash of a token",
      ),
      ...listFaultTests(
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
      ...listFaultTests(
        "lib/server/http/write-limit.test.ts",
        "an address on the network has 120 writes at once, then two per second",
        "other spellings and addresses of one client share its writes",
        "a client cannot choose its address",
      ),
      ...listFaultTests(
        "tests/integration/server/shared-allowance.test.ts",
        "a client that uses two processes has 120 writes at once, and the problem states when to repeat",
      ),
      ...listFaultTests(
        signIn,
        "attempts for one account are limited before the password is checked, also across processes",
        "attempts of one address are limited over all accounts, and of one IPv6 network over its addresses",
        "an unknown account and a wrong password have the same answer, and both compute a hash",
      ),
    ],
    untested: "Behind a proxy that is not listed in `RIDGEPOINT_PROXIES`, all clients have one address.",
  },
  {
    id: "T8",
    fault: "Another site sends writes through a visitor's browser.",
    behaviour: "Writes need the same origin and JSON.",
    tests: listFaultTests(
      "lib/server/http/request-guard.test.ts",
      "from %o are refused",
      "from %o are accepted",
    ),
  },
  {
    id: "T11",
    fault: "Webhooks are forged or replayed.",
    behaviour:
      "Messages that Ridgepoint sends are signed with their id and time. A message is sent again only without a response, with the same id. A stop rule sends one message, with any number of processes. Received events need a token of the scope webhook, and are stored once per sender and id.",
    tests: [
      ...listFaultTests(
        "lib/server/upstream/outgoing/sign-message.test.ts",
        "signs the example of the Standard Webhooks libraries",
      ),
      ...listFaultTests(
        "tests/integration/webhooks/webhooks.test.ts",
        "signs the messages until it is replaced",
      ),
      ...listFaultTests(
        "tests/integration/webhooks/rollback-hook.test.ts",
        "fires the hook once with two job processes, after the guard was worse at two interim analyses",
        "gets three attempts with one id if the receiver does not respond",
      ),
      ...listFaultTests(
        "tests/integration/events/received-events.test.ts",
        "a token of the scope webhook reads nothing, and other scopes deliver nothing",
      ),
    ],
    untested: "Received events have no signature. Their sender proves who it is with the token.",
  },
  {
    id: "T12",
    fault: "Label values contain PromQL.",
    behaviour: "Each value selects exactly its series.",
    tests: listFaultTests(
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
      ...listFaultTests(
        "tests/integration/prometheus/contract.test.ts",
        "both the client and Prometheus reject too many points",
      ),
      ...listFaultTests("lib/services/series/series-reader.test.ts", "refuses too many %s"),
      ...listFaultTests(
        "lib/services/series/request-queue.test.ts",
        "lets pages take turns, so that a small page does not wait for a large one",
      ),
    ],
  },
  {
    id: "T18",
    fault: "A parameter is a path of a file, or an uploaded file is a script.",
    behaviour:
      "No endpoint reads files by name. Impossible paths are 404. Uploaded files have the type of their content, and browsers only download them.",
    tests: [
      ...listFaultTests(
        proxy,
        "a link to an impossible trace responds 404",
        "an unknown path responds with problem JSON",
      ),
      ...listFaultTests("lib/server/http/read-input.test.ts", "cannot reach an object's prototype"),
      ...listFaultTests(
        "lib/server/http/file-response.test.ts",
        "a file has its content type, and a browser neither guesses another one nor renders it",
        "the name %j cannot end its header",
      ),
      ...listFaultTests(
        "tests/integration/investigations/evidence-files.test.ts",
        "the content decides the format, and the name does not",
        "%s is refused with the reason, and nothing is stored",
      ),
    ],
  },
  {
    id: "T20",
    fault: "A body is huge, slow, deeply nested, or decompresses to gigabytes.",
    behaviour: "Bodies have limits of size, time and depth, and a shared limit of memory.",
    tests: [
      ...listFaultTests(
        "lib/server/http/read-input.test.ts",
        "over the limit are refused before they are read completely, regardless of their declared size",
        "with %s are refused",
      ),
      ...listFaultTests(wire, "stops early when a small body decompresses to a huge one"),
      ...listFaultTests(
        "lib/server/http/upload-budget.test.ts",
        "thirty stalled bodies time out, are cancelled, and release their bytes",
      ),
      ...listFaultTests(
        built,
        "an upload of 3 MB %s is read to its end",
        "a client that disconnects during a body causes no error in the log",
      ),
    ],
  },
  {
    id: "T21",
    fault: "Text makes a regular expression slow.",
    behaviour: "Every regular expression of the product takes linear time.",
    tests: [
      ...listFaultTests(
        "tests/architecture/regular-expressions.test.ts",
        "every regular expression takes linear time",
        "every expression that is built at run time is listed here, and takes linear time",
      ),
      ...listFaultTests("lib/server/logger.test.ts", "takes no more than linear time for repeated %j"),
    ],
  },
  {
    id: "T22",
    fault: "A link to Ridgepoint redirects to another site.",
    behaviour: "Redirects stay on the same site, in every spelling.",
    tests: [
      ...listFaultTests(built, "%s redirects to no other site"),
      ...listFaultTests("lib/base/sign-in.test.ts", "a sign-in never leads to %s"),
    ],
  },
];
