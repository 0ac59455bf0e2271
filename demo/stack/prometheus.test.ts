import { expect, test } from "vitest";
import { parse } from "yaml";
import { formatPrometheusConfig } from "./prometheus";

test("Prometheus discovers targets from the simulator, and a scrape times out before the next", () => {
  const config: unknown = parse(
    formatPrometheusConfig({ targetsUrl: "http://127.0.0.1:9/scrape-targets", intervalMs: 1_000 }),
  );
  expect(config).toEqual({
    global: { scrape_interval: "1000ms", scrape_timeout: "1000ms" },
    scrape_configs: [
      {
        job_name: "fleet",
        http_sd_configs: [{ url: "http://127.0.0.1:9/scrape-targets", refresh_interval: "1000ms" }],
      },
    ],
  });
});

test("reads further targets from files that can change", () => {
  const plan = {
    targetsUrl: "http://127.0.0.1:9/",
    intervalMs: 5_000,
    targetFilesPattern: "/run/targets/*.json",
  };
  expect(parse(formatPrometheusConfig(plan))).toMatchObject({
    scrape_configs: [
      { job_name: "fleet" },
      { job_name: "on-demand-parts", file_sd_configs: [{ files: ["/run/targets/*.json"] }] },
    ],
  });
});

test("a slow scrape times out after ten seconds", () => {
  const text = formatPrometheusConfig({ targetsUrl: "http://127.0.0.1:9/", intervalMs: 60_000 });
  expect(text).toContain('"scrape_timeout": "10000ms"');
});

test("without a plan Prometheus scrapes nothing", () => {
  expect(parse(formatPrometheusConfig(undefined))).toEqual({});
});
