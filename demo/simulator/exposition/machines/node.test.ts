/** node_exporter's names, stated independently of the implementation. */
import { expect, test } from "vitest";
import { outline, valueOf } from "@/tests/support/histories/exposition-text";
import { runRequests, startMs } from "@/tests/support/traces/run-requests";
import { node } from "./node";

const played = runRequests([node]);
const { families } = played;

test("exposes node_exporter's families, types and labels", () => {
  expect(outline(families).toSorted()).toEqual(
    [
      "node_cpu_seconds_total counter cpu,mode",
      "node_uname_info gauge domainname,machine,nodename,release,sysname,version",
      "node_load1 gauge",
      "node_memory_MemTotal_bytes gauge",
      "node_memory_MemAvailable_bytes gauge",
      "node_network_transmit_bytes_total counter device",
      "node_network_receive_bytes_total counter device",
      "node_network_receive_drop_total counter device",
      ...[
        "io_time_seconds_total",
        "io_time_weighted_seconds_total",
        "read_bytes_total",
        "written_bytes_total",
        "reads_completed_total",
        "writes_completed_total",
        "read_time_seconds_total",
        "write_time_seconds_total",
      ].map((name) => `node_disk_${name} counter device`),
      "node_disk_io_now gauge device",
      "node_pressure_cpu_waiting_seconds_total counter",
    ].toSorted(),
  );
});

test("the seconds of eight cores add up to eight times the elapsed time", () => {
  const [later] = played.scrape(startMs + 700_000);
  const grown = valueOf(later!, "node_cpu_seconds_total") - valueOf(families, "node_cpu_seconds_total");
  expect(grown).toBeCloseTo(8 * 100, 6);
});

test("a cold start reads weights from disk, and a slow tokenizer makes work wait for a core", () => {
  const { deployment, scrape } = runRequests([node]);
  const atMs = startMs + 600_000;
  const disk = "node_disk_read_bytes_total";
  const [before] = scrape(atMs);
  expect(valueOf(before!, disk)).toBe(0);
  deployment.setFault("cold-start", 4, atMs);
  const [after] = scrape(atMs + 10_000);
  expect(valueOf(after!, disk)).toBe(4 * 2.5e9);
  const pressure = "node_pressure_cpu_waiting_seconds_total";
  const calm = valueOf(after!, pressure);
  deployment.setFault("slow-tokenizer", 2_000, atMs + 10_000);
  for (let index = 0; index < 40; index += 1)
    deployment.acceptRequest(atMs + 10_000 + index, {
      promptTokens: 400,
      plannedOutputTokens: 2,
      onEnd: () => {},
    });
  deployment.advance(atMs + 20_000);
  const [busy] = scrape(atMs + 20_000);
  expect(valueOf(busy!, pressure) - calm).toBe(10);
});
