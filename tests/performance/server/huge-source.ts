/** A process with a source whose bodies have a given size, in MiB. It sends the URL of the source to its parent. */
import { startFaultProxy } from "@/tests/support/sources/fault-proxy";

const mebibyte = 1_024 * 1_024;

const proxy = await startFaultProxy({ targetUrl: "http://127.0.0.1:9" });
await proxy.set({ kind: "huge", bytes: Number(process.argv[2]) * mebibyte });
process.send?.(proxy.url);
