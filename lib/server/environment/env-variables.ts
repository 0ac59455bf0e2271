/** Environment variables with their descriptions. The parser, the doctor and the documentation use `environmentVariables`. */
export interface EnvironmentVariable {
  readonly name: string;
  readonly description: string;
  /** Default value. Undefined for a required variable. */
  readonly defaultText: string | undefined;
  readonly example: string;
  /** True when the value must not appear in logs, responses or errors. */
  readonly isSecret: boolean;
  /** True for a file name. A relative name is resolved from the folder in which the program was started. */
  readonly isFile?: true;
}

/** Environment variables before validation. */
export type RawEnvironment = Readonly<Record<string, string | undefined>>;

const secret = { isSecret: true } as const;
const open = { isSecret: false } as const;
const file = { isSecret: false, isFile: true } as const;
const unset = "not set";

function sourceVariables(prefix: string, title: string): readonly EnvironmentVariable[] {
  return [
    {
      ...secret,
      name: `${prefix}_BEARER_TOKEN`,
      description: `Token sent to ${title} as "Authorization: Bearer".`,
      defaultText: unset,
      example: "<token>",
    },
    {
      ...file,
      name: `${prefix}_BEARER_TOKEN_FILE`,
      description: `File that contains the token for ${title}.`,
      defaultText: unset,
      example: "/run/secrets/token",
    },
    {
      ...open,
      name: `${prefix}_USERNAME`,
      description: `User name for basic authentication at ${title}.`,
      defaultText: unset,
      example: "reader",
    },
    {
      ...secret,
      name: `${prefix}_PASSWORD`,
      description: `Password for basic authentication at ${title}.`,
      defaultText: unset,
      example: "<password>",
    },
    {
      ...file,
      name: `${prefix}_PASSWORD_FILE`,
      description: `File that contains the password for ${title}.`,
      defaultText: unset,
      example: "/run/secrets/password",
    },
    {
      ...secret,
      name: `${prefix}_HEADERS`,
      description: `Headers sent to ${title} with every request, separated by commas.`,
      defaultText: unset,
      example: "X-Scope-OrgID: team-a",
    },
    {
      ...file,
      name: `${prefix}_CA_FILE`,
      description: `PEM file of certificates to trust for ${title} in addition to the system's.`,
      defaultText: unset,
      example: "/etc/ssl/our-ca.pem",
    },
  ];
}

const providerVariables: readonly EnvironmentVariable[] = [
  {
    ...open,
    name: "RIDGEPOINT_OIDC_ISSUER",
    description:
      "Issuer URL of an OpenID Connect provider with which people may sign in, such as Keycloak, Entra ID or Okta. Register `<RIDGEPOINT_URL>/sign-in/callback` there as the redirect URI. See [operation](operation.md#sign-in-with-a-provider).",
    defaultText: unset,
    example: "https://login.example.com/realms/ops",
  },
  {
    ...open,
    name: "RIDGEPOINT_OIDC_CLIENT_ID",
    description: "Client id of Ridgepoint at the provider.",
    defaultText: unset,
    example: "ridgepoint",
  },
  {
    ...secret,
    name: "RIDGEPOINT_OIDC_CLIENT_SECRET",
    description: "Client secret of Ridgepoint at the provider.",
    defaultText: unset,
    example: "<secret>",
  },
  {
    ...file,
    name: "RIDGEPOINT_OIDC_CLIENT_SECRET_FILE",
    description: "File that contains the client secret.",
    defaultText: unset,
    example: "/run/secrets/oidc",
  },
  {
    ...open,
    name: "RIDGEPOINT_OIDC_NAME",
    description: "Name of the provider on the button of the sign-in page.",
    defaultText: "host of the issuer",
    example: "Example Login",
  },
  {
    ...open,
    name: "RIDGEPOINT_OIDC_DOMAINS",
    description:
      "Domains of the e-mail addresses that may sign in with the provider, separated by commas. The list is an additional restriction. Even with a matching domain, a person can sign in only with an account or an invitation.",
    defaultText: "all",
    example: "example.com,example.org",
  },
];

const trustedHeaderVariables: readonly EnvironmentVariable[] = [
  {
    ...open,
    name: "RIDGEPOINT_TRUSTED_HEADER",
    description:
      "Header that contains the e-mail address of the user. A proxy that authenticates users sets it. Requests with this header are refused unless they are sent by `RIDGEPOINT_TRUSTED_PROXIES`. See [operation](operation.md#sign-in-by-a-proxy).",
    defaultText: unset,
    example: "X-Forwarded-Email",
  },
  {
    ...open,
    name: "RIDGEPOINT_TRUSTED_PROXIES",
    description:
      "Addresses or networks of the proxies whose `RIDGEPOINT_TRUSTED_HEADER` is accepted, separated by commas. Every program at these addresses can act as any person.",
    defaultText: unset,
    example: "10.0.0.5,fd00::/64",
  },
];

/** All environment variables that the server reads. */
export const environmentVariables: readonly EnvironmentVariable[] = [
  {
    ...secret,
    name: "DATABASE_URL",
    description: "URL of the PostgreSQL database. Without it, `npm start` runs a bundled PostgreSQL.",
    defaultText: undefined,
    example: "postgresql://ridgepoint:<password>@localhost:5432/ridgepoint",
  },
  {
    ...open,
    name: "PROMETHEUS_URL",
    description: "URL of Prometheus or of a compatible server.",
    defaultText: undefined,
    example: "http://localhost:9090",
  },
  ...sourceVariables("PROMETHEUS", "Prometheus"),
  {
    ...open,
    name: "JAEGER_URL",
    description: "URL of Jaeger's query API. Without it and `TEMPO_URL` there are no traces.",
    defaultText: unset,
    example: "http://localhost:16686",
  },
  ...sourceVariables("JAEGER", "Jaeger"),
  {
    ...open,
    name: "TEMPO_URL",
    description: "URL of Grafana Tempo's HTTP API, as an alternative to Jaeger.",
    defaultText: unset,
    example: "http://localhost:3200",
  },
  ...sourceVariables("TEMPO", "Tempo"),
  {
    ...open,
    name: "RIDGEPOINT_WEBHOOK_HOSTS",
    description:
      "Private hosts to which admins may add webhooks, as `host:port`, separated by commas. Public hosts need no entry. Link-local addresses, metadata services and Ridgepoint itself are refused even with an entry. See [webhooks](webhooks.md#addresses).",
    defaultText: unset,
    example: "rollback.internal:8443,10.0.0.7:9000",
  },
  {
    ...open,
    name: "RIDGEPOINT_SOURCE_HOSTS",
    description:
      "Private hosts that admins may check in **Settings › Sources** before they are configured, as `host:port`, separated by commas. Public hosts and the hosts of the configured sources need no entry. Link-local addresses, metadata services and Ridgepoint itself are refused even with an entry. See [operation](operation.md#check-new-sources).",
    defaultText: unset,
    example: "prometheus.monitoring:9090,10.0.0.7:16686",
  },
  {
    ...open,
    name: "RIDGEPOINT_ALLOW_LINK_LOCAL",
    description:
      "`1` allows sources at link-local addresses and at the metadata services of clouds. They are refused by default, because they return credentials of the machine.",
    defaultText: unset,
    example: "1",
  },
  {
    ...open,
    name: "RIDGEPOINT_URL",
    description:
      "Public URL of Ridgepoint. The server accepts requests to the host of this URL and to localhost. `npx ridgepoint` sends its requests to this URL.",
    defaultText: unset,
    example: "https://ridgepoint.example.com",
  },
  {
    ...open,
    name: "RIDGEPOINT_PROXIES",
    description:
      "Addresses or networks of the proxies in front of Ridgepoint, separated by commas. For requests from these proxies, Ridgepoint takes the address of the client from `X-Forwarded-For`, for rate limits, sessions and the audit trail. Each proxy must replace this header by the address of its client, or append that address.",
    defaultText: "not set: the address of the connection",
    example: "127.0.0.1,10.0.0.5",
  },
  {
    ...file,
    name: "RIDGEPOINT_CONFIG",
    description:
      "File with deployments as code, such as `ridgepoint.yaml`. It is read at the start and after each change.",
    defaultText: unset,
    example: "/etc/ridgepoint/ridgepoint.yaml",
  },
  {
    ...open,
    name: "RIDGEPOINT_LOGS_URL",
    description:
      "URL of the logs of a span, which the span detail links to. Placeholders: `{traceId}`, `{spanId}`, `{service}`, and a time range from 5 s before to 5 s after the span. `{start}` and `{end}` are milliseconds since 1970; `{startIso}` and `{endIso}` are ISO 8601.",
    defaultText: unset,
    example: "https://logs.example.com/search?query={traceId}&from={start}&to={end}",
  },
  {
    ...file,
    name: "RIDGEPOINT_SOURCE_NOTES",
    description:
      'JSON file with a note for each source, such as `{"jaeger": "Maintenance until 14:00."}`. Every page shows the notes while they are in the file.',
    defaultText: unset,
    example: "/run/ridgepoint/source-notes.json",
  },
  {
    ...secret,
    name: "RIDGEPOINT_TOKEN",
    description:
      "API token that `npx ridgepoint` sends to the server. Needed once the first admin exists. The server itself does not use it.",
    defaultText: unset,
    example: "<token>",
  },
  {
    ...secret,
    name: "RIDGEPOINT_SECRET_KEY",
    description:
      "Random text of at least 32 characters, for example from `openssl rand -base64 32`. It encrypts the secrets of second factors and webhooks, which cannot be used without it. All servers of one database need the same text.",
    defaultText:
      "not set; with the bundled PostgreSQL, `npm start` and `npm run demo` create it in the data folder",
    example: "<random text>",
  },
  {
    ...file,
    name: "RIDGEPOINT_SECRET_KEY_FILE",
    description: "File that contains the text of `RIDGEPOINT_SECRET_KEY`.",
    defaultText: unset,
    example: "/run/secrets/ridgepoint-key",
  },
  ...providerVariables,
  ...trustedHeaderVariables,
  {
    ...open,
    name: "RIDGEPOINT_JOBS",
    description:
      "`off` disables background jobs in this server, for example because `npm run worker` runs them.",
    defaultText: "on",
    example: "off",
  },
  {
    ...open,
    name: "RIDGEPOINT_DEMO",
    description: "`npm run demo` sets it to 1. The UI then states that the fleet is simulated.",
    defaultText: unset,
    example: "1",
  },
  {
    ...secret,
    name: "RIDGEPOINT_DEMO_SECRET",
    description:
      "`npm run demo` sets it to a new random text at each start. A server on loopback with `RIDGEPOINT_DEMO=1` and this text then signs every visitor in as the editor of the demo. Do not set it yourself.",
    defaultText: unset,
    example: "<random text>",
  },
  {
    ...open,
    name: "RIDGEPOINT_LOG_LEVEL",
    description: "Log level: fatal, error, warn, info, debug or silent.",
    defaultText: "info",
    example: "debug",
  },
  {
    ...open,
    name: "RIDGEPOINT_MEMORY_LIMIT",
    description:
      "Memory for uploads, responses of sources, and caches, in MiB, at least 256. Work that would exceed it is refused. The program needs about 300 MiB in addition.",
    defaultText: "1024",
    example: "512",
  },
  {
    ...open,
    name: "HOSTNAME",
    description:
      "Address that the web server listens on. `npm start` listens on loopback by default, and the image on all addresses. Any address except loopback also needs `RIDGEPOINT_ALLOW_OPEN`.",
    defaultText: "127.0.0.1",
    example: "0.0.0.0",
  },
  {
    ...open,
    name: "RIDGEPOINT_ALLOW_OPEN",
    description:
      "`1` lets the web server listen on addresses that other machines can reach. Every request then needs a sign-in, also before the first admin is added. Passwords are accepted over TLS only, so put a proxy with TLS in front.",
    defaultText: unset,
    example: "1",
  },
  {
    ...open,
    name: "PORT",
    description: "Port that the web server listens on.",
    defaultText: "3000",
    example: "8080",
  },
  {
    ...open,
    name: "RIDGEPOINT_KEEP_ALIVE",
    description:
      "Seconds that an idle connection stays open. It must be longer than the idle timeout of a load balancer, which is often 60 s.",
    defaultText: "75",
    example: "620",
  },
  {
    ...open,
    name: "RIDGEPOINT_DATA",
    description: "For `npm start` and `npm run demo`: data folder of the bundled PostgreSQL and Prometheus.",
    defaultText: "`.ridgepoint` in the repository; `/var/lib/ridgepoint` for root",
    example: "/srv/ridgepoint",
  },
  {
    ...open,
    name: "RIDGEPOINT_CACHE",
    description: "For `npm start` and `npm run demo`: folder for downloaded or built programs.",
    defaultText: "`~/.cache/ridgepoint`; `/var/cache/ridgepoint` for root",
    example: "/srv/cache/ridgepoint",
  },
  {
    ...open,
    name: "RIDGEPOINT_TEST_CLOCK_OFFSET_MS",
    description: "For tests: milliseconds added to the clock.",
    defaultText: "0",
    example: "-86400000",
  },
];
