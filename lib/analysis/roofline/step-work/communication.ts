/**
 * Communication between the accelerators of one model in a step of T tokens.
 *
 *     all-reduce    two per layer, message m = T·D activations; a ring sends 2·(t − 1)/t·m from each accelerator
 *     logits        one gather of (t − 1)/t·R·V, where R is the rows with a next token
 *     pipeline      m over each of p − 1 borders
 *     time          messages · latency + bytes sent / bandwidth in one direction
 *
 * Latency dominates in decode, bytes in prefill. The latency of one all-reduce is 5 to 15 µs.
 */
import type { Architecture } from "@/lib/model/roofline/architecture";
import { activationBytes } from "@/lib/model/roofline/precision";
import { logitTokensOf, newTokensOf, type Batch } from "./batch";
import type { Parallelism } from "./parallel";

const reduceLatencySeconds = { min: 5e-6, typical: 1e-5, max: 1.5e-5 } as const;
const reducesPerLayer = 2;

export interface Communication {
  readonly allReduces: number;
  /** Bytes of one message. */
  readonly messageBytes: number;
  /** Bytes that each accelerator sends for the all-reduces of the complete step. */
  readonly allReduceBytes: number;
  readonly gatherBytes: number;
  readonly pipelineBytes: number;
  readonly messages: number;
}

export function communicationOf(shape: Architecture, batch: Batch, parallelism: Parallelism): Communication {
  const { tensor, pipeline } = parallelism;
  const messageBytes = newTokensOf(batch) * shape.hidden * activationBytes;
  const allReduces = tensor === 1 ? 0 : reducesPerLayer * shape.layers;
  const remoteRatio = (tensor - 1) / tensor;
  const gatherBytes = remoteRatio * logitTokensOf(batch) * shape.vocabulary * activationBytes;
  return {
    allReduces,
    messageBytes,
    allReduceBytes: allReduces * 2 * remoteRatio * messageBytes,
    gatherBytes,
    pipelineBytes: (pipeline - 1) * messageBytes,
    messages: allReduces + (gatherBytes > 0 ? 1 : 0) + (pipeline - 1),
  };
}

/** Transfer and latency are separate because they need different remedies. */
export interface CommunicationTime {
  readonly wireSeconds: number;
  readonly latencySeconds: number;
  readonly seconds: number;
}

/**
 * Returns the communication time. `linkBytesPerSecond` is per direction; with null (unknown) only the latency is
 * known.
 */
export function communicationTime(
  communication: Communication,
  linkBytesPerSecond: number | null,
  latencyPerReduceSeconds: number = reduceLatencySeconds.typical,
): CommunicationTime {
  const sent = communication.allReduceBytes + communication.gatherBytes + communication.pipelineBytes;
  const wireSeconds = linkBytesPerSecond === null ? 0 : sent / linkBytesPerSecond;
  const latencySeconds = communication.messages * latencyPerReduceSeconds;
  return { wireSeconds, latencySeconds, seconds: wireSeconds + latencySeconds };
}
