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
import { countLogitTokens, countNewTokens, type Batch } from "./batch";
import type { Parallelism } from "./parallel";

const reduceLatencySeconds = { min: 5e-6, typical: 1e-5, max: 1.5e-5 } as const;
const reducesPerLayer = 2;

/** Messages between accelerators in one step. */
export interface Communication {
  /** Number of all-reduces in the step. */
  readonly allReduceCount: number;
  /** Bytes of one message: the activations of all tokens of the step. */
  readonly messageBytes: number;
  /** Bytes that each accelerator sends for the all-reduces of the complete step. */
  readonly allReduceBytes: number;
  /** Bytes that each accelerator sends to gather the logits. */
  readonly gatherBytes: number;
  /** Bytes of activations passed between all pipeline stages. */
  readonly pipelineBytes: number;
  /** Number of messages, each of which adds latency. */
  readonly messageCount: number;
}

/** Returns the communication of one step between the accelerators of a replica. */
export function computeCommunication(
  shape: Architecture,
  batch: Batch,
  parallelism: Parallelism,
): Communication {
  const { tensor, pipeline } = parallelism;
  const messageBytes = countNewTokens(batch) * shape.hidden * activationBytes;
  const allReduces = tensor === 1 ? 0 : reducesPerLayer * shape.layers;
  const remoteRatio = (tensor - 1) / tensor;
  const gatherBytes = remoteRatio * countLogitTokens(batch) * shape.vocabulary * activationBytes;
  return {
    allReduceCount: allReduces,
    messageBytes,
    allReduceBytes: allReduces * 2 * remoteRatio * messageBytes,
    gatherBytes,
    pipelineBytes: (pipeline - 1) * messageBytes,
    messageCount: allReduces + (gatherBytes > 0 ? 1 : 0) + (pipeline - 1),
  };
}

/**
 * Time of the messages between accelerators in one step, divided into transfer and latency, which need
 * different remedies.
 */
export interface CommunicationTime {
  readonly transferSeconds: number;
  readonly latencySeconds: number;
  readonly totalSeconds: number;
}

/**
 * Computes the time of a step's messages. `linkBytesPerSecond` is per direction; with null (unknown), only
 * the latency counts.
 */
export function communicationTime(
  communication: Communication,
  linkBytesPerSecond: number | null,
  latencyPerReduceSeconds: number = reduceLatencySeconds.typical,
): CommunicationTime {
  const sent = communication.allReduceBytes + communication.gatherBytes + communication.pipelineBytes;
  const wireSeconds = linkBytesPerSecond === null ? 0 : sent / linkBytesPerSecond;
  const latencySeconds = communication.messageCount * latencyPerReduceSeconds;
  return { transferSeconds: wireSeconds, latencySeconds, totalSeconds: wireSeconds + latencySeconds };
}
