// External programs: Prometheus (with promtool) and Jaeger, with the versions to download or build. Pinned here and
// in `demo/stack/go/*/go.mod`; a test keeps both equal.
import type { ArchiveRecipe, ToolRecipe } from "./tool";

const PROMETHEUS_VERSION = "3.15.0";
const JAEGER_VERSION = "2.13.0";
// Jaeger 2 is published under the release tag of Jaeger 1.
const JAEGER_RELEASE_TAG = "v1.76.0";

const SYSTEMS: Readonly<Partial<Record<NodeJS.Platform, string>>> = { linux: "linux", darwin: "darwin" };
const PROCESSORS: Readonly<Partial<Record<NodeJS.Architecture, string>>> = { x64: "amd64", arm64: "arm64" };

/** Returns how to obtain Prometheus on this platform. */
export function createPrometheusRecipe(
  platform: NodeJS.Platform = process.platform,
  architecture: NodeJS.Architecture = process.arch,
): ToolRecipe {
  return {
    name: "prometheus",
    programNames: ["prometheus", "promtool"],
    // HTTP service discovery, out-of-order blocks and `--max-block-duration` exist since 2.40.
    minimumVersion: "2.40.0",
    versionArguments: ["--version"],
    parseVersion: (output) => /^(?:prometheus|promtool), version (\d+\.\d+\.\d+)/m.exec(output)?.[1],
    archive: archiveFor(platform, architecture, (target) => {
      const release = `https://github.com/prometheus/prometheus/releases/download/v${PROMETHEUS_VERSION}`;
      return {
        version: PROMETHEUS_VERSION,
        archiveUrl: `${release}/prometheus-${PROMETHEUS_VERSION}.${target.system}-${target.processor}.tar.gz`,
        checksumUrl: `${release}/sha256sums.txt`,
        checksumSubject: "archive",
      };
    }),
    debianPackage: "prometheus",
    goRecipe: {
      version: PROMETHEUS_VERSION,
      moduleFolder: "prometheus",
      packages: {
        prometheus: "github.com/prometheus/prometheus/cmd/prometheus",
        promtool: "github.com/prometheus/prometheus/cmd/promtool",
      },
      linkerFlags: `-s -w -X github.com/prometheus/common/version.Version=${PROMETHEUS_VERSION}`,
      expectedMinutes: 5,
    },
  };
}

/** Returns how to obtain Jaeger on this platform. */
export function createJaegerRecipe(
  platform: NodeJS.Platform = process.platform,
  architecture: NodeJS.Architecture = process.arch,
): ToolRecipe {
  return {
    name: "jaeger",
    programNames: ["jaeger"],
    minimumVersion: "2.4.0",
    versionArguments: ["version"],
    parseVersion: (output) => /"gitVersion":"v(\d+\.\d+\.\d+)/.exec(output)?.[1],
    archive: archiveFor(platform, architecture, (target) => {
      const release = `https://github.com/jaegertracing/jaeger/releases/download/${JAEGER_RELEASE_TAG}`;
      const stem = `${release}/jaeger-${JAEGER_VERSION}-${target.system}-${target.processor}`;
      return {
        version: JAEGER_VERSION,
        archiveUrl: `${stem}.tar.gz`,
        checksumUrl: `${stem}.sha256sum.txt`,
        checksumSubject: "programs",
      };
    }),
    goRecipe: {
      version: JAEGER_VERSION,
      moduleFolder: "jaeger",
      packages: { jaeger: "github.com/jaegertracing/jaeger/cmd/jaeger" },
      linkerFlags: `-s -w -X github.com/jaegertracing/jaeger/internal/version.latestVersion=v${JAEGER_VERSION}`,
      expectedMinutes: 3,
    },
  };
}

function archiveFor(
  system: NodeJS.Platform,
  processor: NodeJS.Architecture,
  build: (target: { readonly system: string; readonly processor: string }) => ArchiveRecipe,
): ArchiveRecipe | undefined {
  const target = { system: SYSTEMS[system], processor: PROCESSORS[processor] };
  if (target.system === undefined || target.processor === undefined) return undefined;
  return build({ system: target.system, processor: target.processor });
}
