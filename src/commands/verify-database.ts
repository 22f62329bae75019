import { verifyAudit, type Verification } from '../core/audit';
import { Vault, type Settings } from '../core/config';
import { secretKey } from '../core/config/secret-key';
import { onDatabase, requireMigrated } from './on-database';

/** Verifies the audit of a database. @throws CommandError if it belongs to another version, or to another secret key */
export async function verifyDatabase(settings: Settings): Promise<{ readonly isIntact: boolean; readonly text: string }> {
  const found = await onDatabase(settings, requireMigrated, (transactions) => verifyAudit(transactions, new Vault(secretKey(settings))));
  return { isIntact: found.problem === undefined, text: textOf(found) };
}

function textOf({ problem, verified, withoutKey, last }: Verification): string {
  if (problem !== undefined) return `The audit is not intact. ${problem} The ${verified} entries before are.`;
  if (!last) return 'The audit has no entries.';
  const lost = withoutKey > 0 ? ` Of ${withoutKey} of them, only the order can be verified, since the secret key was lost.` : '';
  return `The audit is intact: ${verified} entries.${lost} The last one is ${last.sequence}, with the hash ${last.hash}.`;
}
