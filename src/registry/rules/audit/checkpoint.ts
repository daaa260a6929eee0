/*
 * A checkpoint: a signature over the end of the chain at some time. Somebody who can write to the database could make the
 * whole chain again, but not the signatures, and not those that were copied elsewhere.
 */

import { z } from 'zod';

export interface Checkpoint {
  readonly tenant: string;
  readonly number: number;
  /** 64 hexadecimal digits. */
  readonly hash: string;
  /** ISO 8601, UTC. */
  readonly at: string;
}

/** As the API and the log of the server write it. */
const signedCheckpoint = z.object({
  tenant: z.string(),
  number: z.number().int().min(1),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  at: z.iso.datetime(),
  key_id: z.string(),
  /** In base64. */
  signature: z.string(),
});
export type SignedCheckpoint = z.infer<typeof signedCheckpoint>;

/** What is signed. */
export function checkpointText({ tenant, number, hash, at }: Checkpoint): string {
  return `coppice audit checkpoint 1\n${tenant}\n${number}\n${hash}\n${at}\n`;
}

/** Those in lines of JSON: checkpoints themselves, or lines of a log that contain one. Other lines are skipped. */
export function checkpointsIn(text: string): readonly SignedCheckpoint[] {
  return text.split('\n').flatMap((line) => {
    const value = parsed(line);
    const { data } = z.union([signedCheckpoint, logLine]).safeParse(value);
    if (data === undefined) return [];
    return ['checkpoint' in data ? data.checkpoint : data];
  });
}

const logLine = z.object({ checkpoint: signedCheckpoint });

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
