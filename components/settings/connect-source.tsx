const variables = [
  ["PROMETHEUS_URL", "the address of Prometheus, or of anything that speaks its API"],
  ["JAEGER_URL", "the address of Jaeger's query API"],
  ["TEMPO_URL", "the address of Grafana Tempo in Jaeger's place; without either there are no traces"],
  [
    "PROMETHEUS_BEARER_TOKEN_FILE",
    "a file with a bearer token; USERNAME and PASSWORD_FILE for basic authentication",
  ],
  ["PROMETHEUS_HEADERS", "headers such as X-Scope-OrgID: team-a"],
  ["PROMETHEUS_CA_FILE", "certificates to trust besides the system's"],
  ["DATABASE_URL", "your own PostgreSQL; without it an embedded one is started"],
] as const;

/** How one's own sources are connected: by environment, since nothing secret is stored before there is sign-in. */
export function ConnectSource() {
  return (
    <section aria-labelledby="connect" className="mt-10">
      <h2 id="connect" className="scroll-mt-16 text-md font-semibold">
        Connect your own
      </h2>
      <p className="mt-1 text-ink-2">
        Start Ridgepoint with these variables set, and <code className="font-mono">npm start</code>.
        Credentials come from the environment or from files and are never stored. Variables for Jaeger begin
        with <code className="font-mono">JAEGER_</code>, those for Tempo with{" "}
        <code className="font-mono">TEMPO_</code>.
      </p>
      <dl className="mt-3 grid grid-cols-1 gap-x-6 gap-y-1 sm:grid-cols-[auto_1fr]">
        {variables.map(([name, meaning]) => (
          <div key={name} className="contents">
            <dt>
              <code className="font-mono text-xs">{name}</code>
            </dt>
            <dd className="mb-2 text-ink-2 sm:mb-0">{meaning}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
