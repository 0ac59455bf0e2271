/** vLLM's series about LoRA adapters: which run and wait is in the labels, the value is the time of the last change. */
import type { Request } from "../engine/request";
import { consumerOf, consumers } from "./consumer";
import { InFlight } from "./in-flight";
import { Registry } from "./registry";

const mostAdapters = "4";

export function vllmAdapters() {
  const registry = new Registry({});
  const info = registry.gauge("vllm:lora_requests_info", "Running stats on lora requests.", []);
  const inside = new Map(consumers.map((name) => [name, new InFlight()]));
  const of = (request: Request): InFlight | undefined => inside.get(consumerOf(request));
  const named = (isIn: (one: InFlight) => boolean): string =>
    [...inside].flatMap(([name, one]) => (isIn(one) ? [`${name}-lora`] : [])).join(",");
  return {
    arrived: (request: Request): void => of(request)?.arrived(request),
    gotToken: (request: Request): void => of(request)?.gotToken(request),
    ended: (request: Request): void => of(request)?.ended(request),
    // Label sets of earlier scrapes stay, as they do in the original.
    print: (nowMs: number): string => {
      info.set(nowMs / 1000, {
        max_lora: mostAdapters,
        waiting_lora_adapters: named((one) => one.withoutToken > 0),
        running_lora_adapters: named((one) => one.count > one.withoutToken),
      });
      return registry.print();
    },
  };
}
