import dynamic from "next/dynamic";

const ConnectForm = dynamic(() => import("./connect-form").then((module) => module.ConnectForm));

const variables = [
  ["PROMETHEUS_URL", "URL of Prometheus or of a server with the Prometheus API"],
  ["JAEGER_URL", "URL of the Jaeger query API"],
  [
    "TEMPO_URL",
    "URL of Grafana Tempo, which is used instead of Jaeger. Without Jaeger and Tempo, the trace pages are empty",
  ],
  [
    "PROMETHEUS_BEARER_TOKEN_FILE",
    "file with a bearer token, or use USERNAME and PASSWORD_FILE for basic authentication",
  ],
  ["PROMETHEUS_HEADERS", "HTTP headers, for example X-Scope-OrgID: team-a"],
  ["PROMETHEUS_CA_FILE", "additional trusted CA certificates (PEM file)"],
  ["DATABASE_URL", "URL of your PostgreSQL server. Without it, Ridgepoint starts an embedded PostgreSQL"],
] as const;

interface ConnectSourceProps {
  /** Why the person may not check new sources, in sentences. Null if the person may. */
  readonly refusal: string | null;
}

/** Checks new sources, and explains the environment variables that connect them. */
export function ConnectSourceSection({ refusal }: ConnectSourceProps) {
  return (
    <section aria-labelledby="connect" className="mt-10">
      <h2 id="connect" className="scroll-mt-16 text-md font-semibold">
        Connect your own sources
      </h2>
      {refusal === null ? (
        <ConnectForm />
      ) : (
        <p className="mt-1 text-ink-2">
          Admins can check the URLs of Prometheus and Jaeger here before they connect these sources. {refusal}{" "}
          Without the role admin, run <code className="font-mono">npm run doctor -- --prometheus URL</code> on
          the server.
        </p>
      )}
      <Variables />
    </section>
  );
}

function Variables() {
  return (
    <>
      <h3 className="mt-8 font-semibold">Environment variables</h3>
      <p className="mt-1 text-ink-2">
        Set these environment variables and run <code className="font-mono">npm start</code>. Ridgepoint reads
        credentials from the environment or from files and never stores them. The same variables exist for
        Jaeger with the prefix <code className="font-mono">JAEGER_</code> and for Tempo with{" "}
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
    </>
  );
}
