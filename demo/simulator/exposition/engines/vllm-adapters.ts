/**
 * vLLM's LoRA adapter series. The labels list running and waiting adapters; the value is the time of the last change.
 */
import type { EngineRequest } from "@/demo/simulator/engine/request";
import { chooseConsumer, consumers } from "@/demo/simulator/exposition/consumer";
import { InFlightRequests } from "@/demo/simulator/exposition/in-flight";
import { Registry } from "@/demo/simulator/exposition/registry";

const maxAdapters = "4";

/** Returns functions that record requests and print the adapter series. */
export function createVllmAdapters() {
  const registry = new Registry({});
  const info = registry.gauge("vllm:lora_requests_info", "Running stats on lora requests.", []);
  const inFlight = new Map(consumers.map((name) => [name, new InFlightRequests()]));
  const of = (request: EngineRequest): InFlightRequests | undefined => inFlight.get(chooseConsumer(request));
  const named = (isIn: (one: InFlightRequests) => boolean): string =>
    [...inFlight].flatMap(([name, one]) => (isIn(one) ? [`${name}-lora`] : [])).join(",");
  return {
    recordArrival: (request: EngineRequest): void => of(request)?.add(request),
    recordToken: (request: EngineRequest): void => of(request)?.markFirstToken(request),
    recordEnd: (request: EngineRequest): void => of(request)?.remove(request),
    // Label sets of earlier scrapes remain, as in vLLM.
    print: (nowMs: number): string => {
      info.set(nowMs / 1000, {
        max_lora: maxAdapters,
        waiting_lora_adapters: named((one) => one.awaitingFirstToken > 0),
        running_lora_adapters: named((one) => one.count > one.awaitingFirstToken),
      });
      return registry.print();
    },
  };
}
