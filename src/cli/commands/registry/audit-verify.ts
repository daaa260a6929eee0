/*
 * `coppice registry admin audit verify`: whether the audit logs are the ones that were written.
 */

import type { KeyObject } from 'node:crypto';
import { resolve } from 'node:path';
import type { Context } from '../../../app/context.js';
import { configOf, withProgress, withRegistry } from '../../../app/project/admin-registry.js';
import { tenantIdBySlug } from '../../../registry/access/tenants.js';
import { checkpointPublicKey } from '../../../registry/audit/checkpoint-key.js';
import { verifyCheckpoints, verifyPart } from '../../../registry/audit/verify-chain.js';
import type { RegistryRows } from '../../../registry/registry.js';
import type { ChainFault } from '../../../registry/rules/audit/chain.js';
import { checkpointsIn, type SignedCheckpoint } from '../../../registry/rules/audit/checkpoint.js';
import { CoppiceError } from '../../../text/errors.js';
import { counted } from '../../../text/plural.js';
import { printable } from '../../../text/printable.js';
import type { Report } from '../../rules/verb.js';
import type { Input } from '../../verbs/records.js';

interface VerifiedLog {
  readonly tenant: string;
  readonly rows: number;
  readonly checkpoints: number;
  /** Those whose signature was checked. */
  readonly signed: number;
  readonly fault: ChainFault | null;
}

export async function runAuditVerify(
  context: Context,
  input: Input<'registry admin audit verify'>,
): Promise<Report> {
  const given = input.text('public-key');
  const key = given === undefined ? configOf(context).auditKey?.publicKey : checkpointPublicKey(given);
  const copies = readCopies(context, input.text('checkpoints'));
  const wanted = input.text('tenant');
  const logs = await withProgress(context, (onProgress) =>
    withRegistry(context, async (registry) => {
      const tenants = await tenantsOf(registry, wanted);
      const verified: VerifiedLog[] = [];
      for (const [index, tenant] of tenants.entries()) {
        onProgress('tenants', index, tenants.length);
        verified.push(await verifyLog(registry, tenant, { key, copies }));
      }
      return verified;
    }),
  );
  return {
    document: { logs },
    text: logs.map((log) => `${printable(logText(log))}\n`).join(''),
    ...(key === undefined && {
      notes: 'the signatures of checkpoints were not checked: set COPPICE_AUDIT_KEY or give --public-key\n',
    }),
    ...(logs.some(({ fault }) => fault !== null) && { exitCode: 1 }),
  };
}

function readCopies(
  { files, workingFolder }: Context,
  file: string | undefined,
): readonly SignedCheckpoint[] {
  if (file === undefined) return [];
  const content = files.read(resolve(workingFolder, file));
  if (content === undefined) throw new CoppiceError('not-found', `there is no file ${file}`);
  return checkpointsIn(new TextDecoder().decode(content.bytes));
}

interface NamedTenant {
  readonly id: number;
  readonly slug: string;
}

async function tenantsOf(
  { database }: RegistryRows,
  slug: string | undefined,
): Promise<readonly NamedTenant[]> {
  if (slug !== undefined) return [{ id: await tenantIdBySlug(database, slug), slug }];
  return database.selectFrom('tenants').select(['id', 'slug']).orderBy('slug').execute();
}

async function verifyLog(
  { database }: RegistryRows,
  tenant: NamedTenant,
  against: { readonly key: KeyObject | undefined; readonly copies: readonly SignedCheckpoint[] },
): Promise<VerifiedLog> {
  const chain = await verifyPart(database, tenant.id, { after: 0, limit: Number.MAX_SAFE_INTEGER });
  const checkpoints = await verifyCheckpoints(database, tenant, against);
  return {
    tenant: tenant.slug,
    rows: chain.rows,
    checkpoints: checkpoints.count,
    signed: checkpoints.signed,
    fault: chain.fault ?? checkpoints.fault ?? null,
  };
}

function logText({ tenant, rows, checkpoints, signed, fault }: VerifiedLog): string {
  if (fault !== null) return `${tenant}: row ${fault.number} is wrong: ${fault.fault}`;
  const compared = `${counted(checkpoints, 'checkpoint')}, ${signed} with a good signature`;
  return `${tenant}: ${counted(rows, 'row')} verified (${compared})`;
}
