/** node_exporter's names, written here a second time. */
import { expect, test } from "vitest";
import { outline, valueOf } from "@/tests/support/exposition-text";
import { playRequests, startMs } from "@/tests/support/play-requests";
import { node } from "./node";

const played = playRequests([node]);
const { families } = played;

test("families, types and labels are node_exporter's", () => {
  expect(outline(families).toSorted()).toEqual(
    [
      "node_cpu_seconds_total counter cpu,mode",
      "node_uname_info gauge domainname,machine,nodename,release,sysname,version",
      "node_load1 gauge",
      "node_memory_MemTotal_bytes gauge",
      "node_memory_MemAvailable_bytes gauge",
      "node_network_transmit_bytes_total counter device",
      "node_network_receive_bytes_total counter device",
    ].toSorted(),
  );
});

test("eight cores' seconds add up to eight times the time that passed", () => {
  const [later] = played.scrape(startMs + 700_000);
  const grown = valueOf(later!, "node_cpu_seconds_total") - valueOf(families, "node_cpu_seconds_total");
  expect(grown).toBeCloseTo(8 * 100, 6);
});
