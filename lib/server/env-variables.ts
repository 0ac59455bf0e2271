/** Every variable the program reads, as data: the parser, the doctor and the generated documentation read this list. */

export interface EnvironmentVariable {
  readonly name: string;
  readonly meaning: string;
  /** What holds when it is not set; undefined when the program refuses to start without it. */
  readonly defaultText: string | undefined;
  readonly example: string;
  /** Its value never appears in logs, answers or error lines. */
  readonly isSecret: boolean;
  /** It names a file; a relative name starts from the folder of whoever starts the program. */
  readonly isFile?: true;
}

/** An environment as given: names to text, before anything is believed. */
export type Variables = Readonly<Record<string, string | undefined>>;

const secret = { isSecret: true } as const;
const open = { isSecret: false } as const;
const file = { isSecret: false, isFile: true } as const;
const unset = "not set";

function sourceVariables(prefix: string, title: string): readonly EnvironmentVariable[] {
  return [
    {
      ...secret,
      name: `${prefix}_BEARER_TOKEN`,
      meaning: `Token sent to ${title} as "Authorization: Bearer".`,
      defaultText: unset,
      example: "<token>",
    },
    {
      ...file,
      name: `${prefix}_BEARER_TOKEN_FILE`,
      meaning: `File that holds the token for ${title}.`,
      defaultText: unset,
      example: "/run/secrets/token",
    },
    {
      ...open,
      name: `${prefix}_USERNAME`,
      meaning: `User name for basic authentication at ${title}.`,
      defaultText: unset,
      example: "reader",
    },
    {
      ...secret,
      name: `${prefix}_PASSWORD`,
      meaning: `Password for basic authentication at ${title}.`,
      defaultText: unset,
      example: "<password>",
    },
    {
      ...file,
      name: `${prefix}_PASSWORD_FILE`,
      meaning: `File that holds the password for ${title}.`,
      defaultText: unset,
      example: "/run/secrets/password",
    },
    {
      ...secret,
      name: `${prefix}_HEADERS`,
      meaning: `Headers sent to ${title} with every request, separated by commas.`,
      defaultText: unset,
      example: "X-Scope-OrgID: team-a",
    },
    {
      ...file,
      name: `${prefix}_CA_FILE`,
      meaning: `PEM file of certificates to trust at ${title} besides the system's.`,
      defaultText: unset,
      example: "/etc/ssl/our-ca.pem",
    },
  ];
}

export const environmentVariables: readonly EnvironmentVariable[] = [
  {
    ...secret,
    name: "DATABASE_URL",
    meaning: "Address of the PostgreSQL database. `npm start` runs one of its own when this is not set.",
    defaultText: undefined,
    example: "postgresql://ridgepoint:<password>@localhost:5432/ridgepoint",
  },
  {
    ...open,
    name: "PROMETHEUS_URL",
    meaning: "Address of Prometheus or of a server that speaks its API.",
    defaultText: undefined,
    example: "http://localhost:9090",
  },
  ...sourceVariables("PROMETHEUS", "Prometheus"),
  {
    ...open,
    name: "JAEGER_URL",
    meaning: "Address of Jaeger's query API. Without it and `TEMPO_URL` there are no traces.",
    defaultText: unset,
    example: "http://localhost:16686",
  },
  ...sourceVariables("JAEGER", "Jaeger"),
  {
    ...open,
    name: "TEMPO_URL",
    meaning: "Address of Grafana Tempo's HTTP API, in the place of Jaeger's.",
    defaultText: unset,
    example: "http://localhost:3200",
  },
  ...sourceVariables("TEMPO", "Tempo"),
  {
    ...open,
    name: "RIDGEPOINT_URL",
    meaning:
      "Address under which browsers reach this program; its host is allowed besides localhost. `npx ridgepoint` asks there.",
    defaultText: unset,
    example: "https://ridgepoint.example.com",
  },
  {
    ...file,
    name: "RIDGEPOINT_CONFIG",
    meaning:
      "File with deployments as code, such as `ridgepoint.yaml` in the clone; read at the start and when it changes.",
    defaultText: unset,
    example: "/etc/ridgepoint/ridgepoint.yaml",
  },
  {
    ...open,
    name: "RIDGEPOINT_LOGS_URL",
    meaning:
      "Address of the logs of a span, opened from its detail. In it stand `{traceId}`, `{spanId}`, `{service}`, and the time from five seconds before the span to five after it: `{start}` and `{end}` in milliseconds since 1970, `{startIso}` and `{endIso}` in ISO 8601.",
    defaultText: unset,
    example: "https://logs.example.com/search?query={traceId}&from={start}&to={end}",
  },
  {
    ...open,
    name: "RIDGEPOINT_JOBS",
    meaning: "`off` leaves background jobs to another process.",
    defaultText: "on",
    example: "off",
  },
  {
    ...open,
    name: "RIDGEPOINT_DEMO",
    meaning: "Set to 1 by `npm run demo`: the screens say that the fleet is simulated.",
    defaultText: unset,
    example: "1",
  },
  {
    ...open,
    name: "RIDGEPOINT_LOG_LEVEL",
    meaning: "How much is logged: fatal, error, warn, info, debug or silent.",
    defaultText: "info",
    example: "debug",
  },
  {
    ...open,
    name: "HOSTNAME",
    meaning:
      "Address the web server listens on. Anything but loopback prints a warning, since there is no sign-in.",
    defaultText: "127.0.0.1",
    example: "0.0.0.0",
  },
  {
    ...open,
    name: "PORT",
    meaning: "Port the web server listens on.",
    defaultText: "3000",
    example: "8080",
  },
  {
    ...open,
    name: "RIDGEPOINT_DATA",
    meaning:
      "For `npm start` and `npm run demo`: folder for the data of the PostgreSQL and Prometheus that they run.",
    defaultText: "`.ridgepoint` in the clone; `/var/lib/ridgepoint` for root",
    example: "/srv/ridgepoint",
  },
  {
    ...open,
    name: "RIDGEPOINT_CACHE",
    meaning: "For the same commands: folder for the programs they download or build.",
    defaultText: "`~/.cache/ridgepoint`; `/var/cache/ridgepoint` for root",
    example: "/srv/cache/ridgepoint",
  },
  {
    ...open,
    name: "RIDGEPOINT_TEST_CLOCK_OFFSET_MS",
    meaning: "For tests: milliseconds added to the clock.",
    defaultText: "0",
    example: "-86400000",
  },
];
