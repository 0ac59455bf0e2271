/** NVIDIA dcgm-exporter, with the field names before and since DCGM 4.6. */
import type { Gpu } from "@/demo/simulator/hardware";
import type {
  MetricsExporter,
  Exposition,
  ExporterFacts,
  MachineSample,
} from "@/demo/simulator/exposition/exposition";
import { dcgmFields, optionalDcgmFields, renamedDcgmFields } from "./dcgm-fields";
import { GpuDevice } from "./gpu-device";
import { Registry, type Labels } from "@/demo/simulator/exposition/registry";

interface GpuLocation {
  readonly host: string;
  readonly pod: string;
  readonly gpu: Gpu;
}

/** Returns the labels that dcgm-exporter gives each series of a GPU. */
export function createGpuLabels(
  { host, pod, gpu }: GpuLocation,
  gpuIndex: number,
  hostLabelName = "Hostname",
): Labels {
  return {
    gpu: String(gpuIndex),
    UUID: `GPU-${host}-${gpuIndex}`,
    pci_bus_id: `00000000:${(0x18 + gpuIndex).toString(16).toUpperCase()}:00.0`,
    device: `nvidia${gpuIndex}`,
    modelName: gpu.name,
    [hostLabelName]: host,
    DCGM_FI_DRIVER_VERSION: "580.82.07",
    container: "vllm",
    namespace: "serving",
    pod,
  };
}

function create({ firstEngine }: ExporterFacts, usesNewNames: boolean): MetricsExporter {
  const renameMetric = (name: string): string => renamedDcgmFields[name] ?? name;
  const registry = new Registry({}, { numberFormat: "plain", ...(usesNewNames ? { renameMetric } : {}) });
  const hostLabel = usesNewNames ? "hostname" : "Hostname";
  const labels = Array.from({ length: firstEngine.gpuCount }, (_, index) =>
    createGpuLabels(firstEngine, index, hostLabel),
  );
  const fields = [...dcgmFields, ...(usesNewNames ? optionalDcgmFields : [])].map(
    ({ name, help, kind, value }) => {
      if (kind === "gauge") {
        const gauge = registry.gauge(name, help, labels);
        return { value, record: gauge.set };
      }
      return { value, record: registry.counter(name, help, labels).add };
    },
  );
  const device = new GpuDevice(firstEngine.gpu);
  const onMachineSample = (sample: MachineSample): void => {
    const gpuSample = device.measure(sample);
    for (const { value, record } of fields) {
      const current = value(gpuSample, sample, firstEngine.gpu);
      for (const one of labels) record(current, one);
    }
  };
  return {
    createHandlers: () => ({ onMachineSample }),
    printMetrics: () => registry.print(),
    resetCounters: () => registry.resetCounters(),
  };
}

const common = { scope: "host", port: 9400, path: "/metrics" } as const;

export const dcgm: Exposition = {
  ...common,
  id: "dcgm",
  title: "dcgm-exporter up to 4.5",
  create: (facts) => create(facts, false),
};

export const dcgm46: Exposition = {
  ...common,
  id: "dcgm-46",
  title: "dcgm-exporter with DCGM 4.6 field names and additional counters",
  create: (facts) => create(facts, true),
};
