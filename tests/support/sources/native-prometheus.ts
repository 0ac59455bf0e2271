/** A real Prometheus with native histograms: it scrapes them in protobuf format, each sample with a timestamp. */
import { createServer } from "node:http";
import { waitUntil } from "@/demo/stack/process/wait-until";
import { compareVersions, type Tool } from "@/demo/stack/tools/tool";
import { startPrometheus, type FrozenPrometheus } from "./prometheus";
import {
  protobufContentType,
  writeProtobuf,
  type Family,
} from "@/tests/support/histories/protobuf-exposition";

/**
 * Prometheus 2 needs a feature flag; Prometheus 3 has settings, and can also convert classic histograms to native
 * ones.
 */
function settingsOf({ version }: Tool) {
  const isOld = compareVersions(version, "3.0.0") < 0;
  return isOld
    ? { moreArguments: ["--enable-feature=native-histograms"] }
    : {
        moreArguments: [],
        global: {
          scrape_protocols: ["PrometheusProto"],
          scrape_native_histograms: true,
          convert_classic_histograms_to_nhcb: true,
        },
      };
}

export async function startNativePrometheus(
  families: readonly Family[],
  tool: Tool,
): Promise<FrozenPrometheus> {
  const page = writeProtobuf(families);
  let isScraped = false;
  const server = createServer((request, response) => {
    if (request.url?.startsWith("/targets") === true) {
      const { host = "" } = request.headers;
      response.writeHead(200, { "content-type": "application/json" });
      response.end(
        JSON.stringify([{ targets: [host], labels: { job: "vllm", __metrics_path__: "/metrics" } }]),
      );
      return;
    }
    response.writeHead(200, { "content-type": protobufContentType });
    // A scrape may time out on a busy machine, so the page is served until its samples are stored.
    response.end(isScraped ? Buffer.alloc(0) : page);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const { moreArguments, global = {} } = settingsOf(tool);
  const prometheus = await startPrometheus(
    undefined,
    {
      targetsUrl: `http://127.0.0.1:${port}/targets`,
      intervalMs: 1_000,
      extraScrapeConfig: { ...global, honor_labels: true },
    },
    { tool, moreArguments },
  );
  const stop = async (): Promise<void> => {
    await prometheus.stop();
    server.closeAllConnections();
    server.close();
  };
  try {
    await waitUntilHeld(prometheus.url, families);
  } catch (error) {
    await stop();
    throw error;
  }
  isScraped = true;
  return { ...prometheus, stop };
}

/**
 * Waits for samples, because names are known before the samples are written. All samples of a scrape appear at once.
 */
async function waitUntilHeld(url: string, families: readonly Family[]): Promise<void> {
  const names = families.map(({ name }) => name).join("|");
  const query = new URLSearchParams({ query: `count(last_over_time({__name__=~"${names}"}[1h]))` });
  await waitUntil({
    condition: "the native histograms to be scraped",
    isMet: async () => {
      const answer = await fetch(`${url}/api/v1/query?${query}`);
      const { data } = (await answer.json()) as { readonly data: { readonly result: readonly unknown[] } };
      return data.result.length > 0;
    },
    timeoutMs: 120_000,
    fix: "check the errors of Prometheus's targets",
  });
}
